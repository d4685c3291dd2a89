"""Machines over the wire: built from labels, looked at, renamed, deleted, brought back."""

from __future__ import annotations

from typing import Any

import pytest

from motionloom.behaviours.machine_file import from_bytes


def test_a_machine_from_labels(machine: Any) -> None:
    detail = machine.detail()
    states = {state["name"]: state for state in detail["states"]}
    assert set(states) == {"stand", "walk", "start", "stop", "jump"}
    assert states["walk"]["parameter"]["name"] == "turn"
    assert states["walk"]["parameter"]["low"] < 0 < states["walk"]["parameter"]["high"]
    assert states["stand"]["pace"] < 0.1 < 1 < states["walk"]["pace"]
    assert states["jump"]["default"] == "stand"
    assert len(detail["skeleton"]["parents"]) == len(detail["skeleton"]["names"])
    assert detail["parts"]
    file = machine.get("/file")
    assert "attachment" in file.headers["content-disposition"]
    assert from_bytes(file.content).graph.names == tuple(states)


def test_what_is_not_in_it_is_explained(machine: Any) -> None:
    detail = machine.detail()
    assert [each["label"] for each in detail["left_out"]] == ["march"]
    pairs, missing = ({(each["source"], each["target"]) for each in detail[name]} for name in ("edges", "missing"))
    assert not pairs & missing
    assert len(pairs | missing) == 5 * 4
    assert all(each["reason"] and each["advice"] for each in detail["missing"])


def test_a_proposal_is_shown_before_it_is_built(machine: Any) -> None:
    listed = machine.client.get(f"{machine.panel}/machines").json()
    assert listed["subjects"] == [{"name": "ada", "labels": 8}]
    proposal = machine.client.get(f"{machine.panel}/proposal", params={"subject": "ada"}).json()
    states = {state["name"]: state for state in proposal["states"]}
    assert states["walk"]["clips"] == ["walk", "turn_right_90", "turn_left_90"]
    assert states["walk"]["chosen"]
    assert proposal["left_out"][0]["label"] == "march"


def test_renamed_deleted_and_brought_back(machine: Any) -> None:
    assert machine.post("/rename", name="my own").json()["name"] == "my own"
    assert machine.post("/delete").json()["machines"] == []
    assert machine.get("").status_code == 404
    assert machine.undo() == "Delete machine my own"
    assert machine.detail()["name"] == "my own"
    assert machine.undo() == "Rename machine ada to my own"
    assert machine.detail()["name"] == "ada"


@pytest.mark.parametrize(
    ("wanted", "words"),
    [({"subject": "nobody"}, "label clips"), ({"states": ["walk"]}, "2 items"), ({"extra": 1}, "Extra")],
)
def test_a_request_to_build_is_checked(machine: Any, wanted: dict[str, Any], words: str) -> None:
    answer = machine.client.post(f"{machine.panel}/build", json={"window": "w1", **wanted})
    assert answer.status_code in (400, 422)
    assert words in answer.json()["error"]
