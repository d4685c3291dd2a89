"""The plan panel's server side: plans that end where they say, runs that are kept, scenes on the shelf."""

from __future__ import annotations

import uuid
from typing import Any

import numpy as np

from motionloom.library import Library
from motionloom.studio.arrays import unpack_arrays

PANEL = "/api/panels/plan"
SCENE = {"obstacles": [{"circle": [0, 6], "radius": 0.75}], "agents": [{"name": "ada", "start": [0, 0], "goals": [{"at": [0, 12]}]}]}
OPTIONS = {"samples": 5, "budget": 30.0}


def plan(machine: Any, scene: dict[str, Any]) -> Any:
    return machine.client.post(f"{PANEL}/machines/{machine.id}/plan", json={"scene": scene, **OPTIONS})


def put(machine: Any, scene: dict[str, Any], name: str = "park", document: str = "scene-1") -> Any:
    told = {"id": uuid.uuid4().hex, "window": "w1", "title": f"Draw {name}", "name": name, "scene": scene}
    return machine.client.post(f"{PANEL}/scenes/{document}", json=told)


def test_a_plan_arrives_and_its_poses_go_its_way_and_it_is_kept_and_undone(machine: Any) -> None:
    arrays, meta = unpack_arrays(plan(machine, SCENE).content)
    (agent,) = meta["agents"]
    assert agent["reached"] == agent["goals"] == 1
    assert agent["clearance"] > -0.005
    assert len(arrays["positions0"]) == round(agent["seconds"] * meta["rate"]) == agent["run"]["frames"]
    hips = arrays["positions0"][::6, 0]
    assert np.hypot(*(hips[:, [0, 2]] - np.array(agent["way"])).T).max() < 0.01
    assert abs(arrays["positions0"][..., 1].min()) < 0.1  # it walks on the floor
    assert [agent["spans"][0]["start"], agent["spans"][-1]["end"]] == [0, agent["seconds"]]
    body = {"window": "w1", "content": machine.detail()["content"], "runs": [agent["run"]], "names": ["ada in the park"]}
    (clip,) = machine.client.post(f"{PANEL}/machines/{machine.id}/keep", json=body).json()["clips"]
    with Library.open(machine.folder) as library:
        kept = library.motion(clip)
        assert len(kept) == agent["run"]["frames"]
        assert np.allclose(kept.root_positions[::6][:, [0, 2]], agent["way"], atol=0.01)
    machine.undo()
    with Library.open(machine.folder) as library:
        assert library.clip(clip).deleted is not None


def test_what_makes_no_sense_is_one_line(machine: Any) -> None:
    wrong = plan(machine, {"agents": [{"start": [0]}]})
    assert wrong.status_code == 400
    assert "agents[0].start: expected 2 finite numbers" in wrong.json()["error"]
    crowd = {"agents": [{"name": f"a{k}", "start": [k, 0], "goals": [{"at": [k, 5]}]} for k in range(9)]}
    assert "up to 8 agents" in plan(machine, crowd).json()["error"]
    assert put(machine, {"obstacles": [{"circle": [0, 0]}]}).status_code == 400
    assert machine.client.get(f"{PANEL}/scenes/gone").status_code == 404


def test_who_cannot_arrive_is_told_why(machine: Any) -> None:
    closed = {**SCENE, "obstacles": [{"circle": [0, 12], "radius": 1}]}
    (agent,) = unpack_arrays(plan(machine, closed).content)[1]["agents"]
    assert agent["reached"] == 0
    assert "in an obstacle" in agent["blocked"]


def test_scenes_are_on_the_shelf_as_they_were_drawn(machine: Any) -> None:
    assert put(machine, SCENE).status_code == 200
    assert machine.client.get(f"{PANEL}/scenes").json()["scenes"] == [{"id": "scene-1", "name": "park", "agents": 1, "obstacles": 1}]
    assert machine.client.get(f"{PANEL}/scenes/scene-1").json()["scene"] == SCENE
    put(machine, {**SCENE, "obstacles": []}, "yard")
    assert machine.client.get(f"{PANEL}/scenes/scene-1").json()["name"] == "yard"
    machine.undo()
    assert machine.client.get(f"{PANEL}/scenes/scene-1").json()["scene"] == SCENE
    with Library.open(machine.folder) as library:
        from motionloom.making.shelf import find_entry, open_entry

        assert len(open_entry(library, find_entry(library, "park", "scene")).obstacles) == 1
