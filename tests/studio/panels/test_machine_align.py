"""The alignment tool: matrix, preview, transitions put by hand, saved and undone."""

from __future__ import annotations

from typing import Any

import numpy as np

from motionloom.studio.arrays import unpack_arrays

PAIR = {"source": "walk", "target": "stop"}


def align(machine: Any) -> tuple[Any, dict[str, Any]]:
    arrays, meta = unpack_arrays(machine.get("/costs", **PAIR).content)
    return arrays["costs"], meta


def test_the_matrix_and_the_transitions_over_it(machine: Any) -> None:
    costs, meta = align(machine)
    lasts = {state["name"]: state["seconds"] for state in machine.detail()["states"]}
    assert costs.shape == (round(lasts["walk"] * 60), round(lasts["stop"] * 60))
    assert costs.min() >= 0
    assert len(meta["points"]) == machine.edge("walk", "stop")["points"]
    for point in meta["points"]:
        assert meta["leave"][0] <= point["start"] <= meta["leave"][1]
        assert np.all(np.diff(point["frames"]) > 0)


def test_a_warp_is_previewed_while_it_is_dragged(machine: Any) -> None:
    played = []
    for start in (0.4, 0.6):
        arrays, meta = unpack_arrays(machine.get("/preview", **PAIR, start=start, enter=0.3, blend=0.25).content)
        assert arrays["positions"].shape[:2] == (3, len(meta["places"]))
        assert abs(meta["point"]["start"] - start) < 0.01
        assert meta["begins"] < meta["ends"]
        played.append(arrays["positions"][1])
    assert not np.array_equal(played[0][:40], played[1][:40])
    there = machine.get("/preview", **PAIR, index=0)
    beyond = machine.get("/preview", **PAIR, index=99)
    assert beyond.status_code == 400
    assert "not among them" in beyond.json()["error"]
    assert unpack_arrays(there.content)[1]["point"] == align(machine)[1]["points"][0]
    refused = machine.get("/preview", **PAIR, start=0.01, enter=0.3)
    assert refused.status_code == 400
    assert "not every lap of walk" in refused.json()["error"]


def test_saved_and_undone(machine: Any) -> None:
    before = align(machine)[1]["points"]
    kept = {"index": 1}
    placed = {"start": 0.5, "enter": 0.4, "blend": 0.2}
    saved = machine.post("/points", **PAIR, points=[kept, placed]).json()
    assert saved == align(machine)[1]["points"]
    assert before[1] in saved
    assert any(abs(point["start"] - 0.5) < 0.01 and abs(point["stop"] - 0.7) < 0.01 for point in saved)
    assert machine.undo() == "Align walk → stop"
    assert align(machine)[1]["points"] == before


def test_without_transitions_there_is_no_edge_and_no_machine_gets_stuck(machine: Any) -> None:
    gone = machine.post("/points", source="stop", target="jump", points=[])
    assert gone.status_code == 200
    assert machine.edge("stop", "jump") is None
    stuck = machine.post("/points", source="stop", target="stand", points=[])
    assert stuck.status_code == 400
    assert "stand" in stuck.json()["error"]
    back = machine.post("/points", source="stop", target="jump", points=[{"start": 3.6, "enter": 0.3}])
    assert back.status_code == 200, back.text
    assert machine.edge("stop", "jump") is not None
    loop = machine.post("/points", source="walk", target="walk", points=[])
    assert "other states end in walk" in loop.json()["error"]


def test_a_clip_inside_a_state_is_warped_by_keys(machine: Any) -> None:
    inside = {"state": "walk", "clip": 1}
    arrays, meta = unpack_arrays(machine.get("/warp", **inside).content)
    (line,) = meta["points"]
    assert arrays["costs"].shape[0] == round(60 * line["stop"]) + 1
    at, shows = line["stop"] / 2, float(np.interp(0.5, np.linspace(0, 1, len(line["frames"])), line["frames"])) + 0.05
    keys = f"{at:.4f}:{shows:.4f}"
    played, about = unpack_arrays(machine.get("/warp_preview", **inside, keys=keys).content)
    assert played["positions"].shape[:2] == (3, len(about["places"]))
    assert about["point"]["frames"] != line["frames"]
    saved = machine.post("/warp", **inside, keys=[{"at": at, "shows": shows}])
    assert saved.status_code == 204, saved.text
    now = unpack_arrays(machine.get("/warp", **inside).content)[1]["points"][0]
    assert np.allclose(now["frames"], about["point"]["frames"], atol=1e-3)
    assert machine.undo().startswith("Warp ")
    assert unpack_arrays(machine.get("/warp", **inside).content)[1]["points"][0] == line
    refused = machine.get("/warp", **inside, keys="0.5:0.0")
    assert refused.status_code == 400
    assert "pace" in refused.json()["error"] or "beyond" in refused.json()["error"]


def test_a_state_is_aligned_with_itself(machine: Any) -> None:
    pair = {"source": "jump", "target": "jump"}
    lasts = next(state["seconds"] for state in machine.detail()["states"] if state["name"] == "jump")
    placed = {"start": lasts - 0.4, "enter": 0.1, "blend": 0.2}
    meta = unpack_arrays(machine.get("/preview", **pair, **placed).content)[1]
    assert meta["begins"] < meta["ends"]
    (saved,) = machine.post("/points", **pair, points=[placed]).json()
    assert abs(saved["start"] - placed["start"]) < 0.02
    assert next(state["cyclic"] for state in machine.detail()["states"] if state["name"] == "jump")
    assert unpack_arrays(machine.get("/costs", **pair).content)[1]["points"] == [saved]
    assert machine.undo() == "Align jump → jump"
    assert not next(state["cyclic"] for state in machine.detail()["states"] if state["name"] == "jump")


def test_transitions_are_found_again(machine: Any) -> None:
    found = machine.get("/found", **PAIR).json()
    assert found == align(machine)[1]["points"]


def test_what_jerks_says_so_and_what_would_be_cut_short_is_refused(machine: Any) -> None:
    costs, meta = align(machine)
    assert all(point["jerk"] > 0 for point in meta["points"])
    (limit,) = {point["limit"] for point in meta["points"]}
    assert limit > 10
    # The dearest place there is to leave and to enter: it is saved, and said to jerk.
    leave, enter = (range(*(round(60 * second) for second in meta[side])) for side in ("leave", "enter"))
    row, column = divmod(int(np.argmax(costs[np.ix_(leave, enter)])), len(enter))
    rough = {"start": leave[row] / 60, "enter": enter[column] / 60, "blend": 0.1}
    (saved,) = machine.post("/points", **PAIR, points=[rough]).json()
    assert saved["jerk"] > saved["limit"]
    assert saved == align(machine)[1]["points"][0]
    previewed = unpack_arrays(machine.get("/preview", **PAIR, **rough).content)[1]["point"]
    assert abs(previewed["jerk"] - saved["jerk"]) < 1
    (home,) = unpack_arrays(machine.get("/costs", source="stop", target="stand").content)[1]["points"]
    late = {"start": 0.5, "enter": home["start"] - 0.1, "blend": 0.2}
    for refused in (machine.post("/points", **PAIR, points=[late]), machine.get("/preview", **PAIR, **late)):
        assert refused.status_code == 400
        assert "walk -> stop would be cut short" in refused.json()["error"]
