"""The graph: costs, edges by hand, natural paths, and undo."""

from __future__ import annotations

from typing import Any


def change(machine: Any, source: str, target: str, cost: float | None) -> Any:
    return machine.post("/edges", source=source, target=target, cost=cost)


def test_a_cost_is_changed_and_undone(machine: Any) -> None:
    before = machine.edge("stand", "jump")
    assert before is not None
    assert change(machine, "stand", "jump", 0.5).status_code == 204
    after = machine.edge("stand", "jump")
    assert after is not None
    assert after["cost"] == 0.5
    assert after["probability"] > before["probability"]
    assert machine.undo() == "Change the cost of stand → jump"
    assert machine.edge("stand", "jump") == before


def test_edges_are_taken_out_and_added(machine: Any) -> None:
    assert change(machine, "jump", "start", None).status_code == 204
    assert machine.edge("jump", "start") is None
    assert change(machine, "jump", "start", 2.0).status_code == 204
    assert machine.edge("jump", "start")["cost"] == 2.0
    stuck = change(machine, "jump", "stand", None)
    assert stuck.status_code == 400
    assert "ends in 'stand'" in stuck.json()["error"]
    assert change(machine, "jump", "jump", 1.0).status_code == 400


def test_a_path_becomes_natural(machine: Any) -> None:
    path = ["walk", "stop", "stand", "jump"]
    before = machine.detail()
    shown = machine.post("/paths", paths=[path]).json()
    assert shown["now"] == [["walk", "stop", "jump"]]
    assert {solution["solver"] for solution in shown["solutions"]} == {"local", "exact"}
    possible = [solution for solution in shown["solutions"] if not solution["refused"]]
    assert possible
    assert all(solution["edges"] for solution in possible)
    assert machine.detail() == before  # nothing is saved by looking
    assert machine.post("/paths", paths=[path], solver=possible[-1]["solver"]).status_code == 200
    assert machine.post("/paths", paths=[path]).json()["now"] == [path]
    machine.undo()
    assert machine.post("/paths", paths=[path]).json()["now"] == shown["now"]


def test_a_path_that_is_none_is_refused_with_the_reason(machine: Any) -> None:
    solutions = machine.post("/paths", paths=[["walk", "jump"]]).json()["solutions"]
    assert all("there is no edge walk -> jump" in solution["refused"] for solution in solutions)
