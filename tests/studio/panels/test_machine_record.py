"""A drive kept as a clip: what was seen, from a recipe that makes it again."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from motionloom.cli.app import make_app
from motionloom.core.kinematics import forward_kinematics
from motionloom.library import Library
from motionloom.making.makers import make
from motionloom.making.recipe import from_json
from motionloom.making.sources import Sources, fingerprint_motion
from tests.studio.panels.test_machine_live import Driver


def drive(machine: Any, feet: bool = True) -> tuple[dict[str, Any], list[np.ndarray]]:
    """A drive of two characters with requests between odd numbers of frames; the second one's run, and its joints as they were seen."""
    seen: list[np.ndarray] = []
    with machine.client.websocket_connect(f"ws://127.0.0.1:8321{machine.panel}/machines/{machine.id}/live") as socket:
        driver = Driver(socket, feet=feet)
        driver.step(7, go=[{"character": 0, "state": "walk"}])
        driver.step(0, add=True)
        driver.step(5, go=[{"character": 1, "state": "walk"}, {"character": 0, "state": "stand", "replace": True}])
        first = driver.step(0)[0]["frame"]
        for frames in (3, 11, 2, 60, 1, 30):
            seen.extend(driver.step(1)[1]["positions"][1, 0] for _ in range(frames))
            driver.step(0, steer=[{"character": 1, "turn": 0.1 * frames % 0.7}])
        driver.step(0, go=[{"character": 1, "state": "jump"}, {"character": 1, "state": "stand", "replace": True}])
        seen.extend(driver.step(1)[1]["positions"][1, 0] for _ in range(150))
        meta, _ = driver.step(0, recorded={"character": 1, "first": first})
    assert meta["frame"] == first + len(seen)
    return meta["run"], seen


@pytest.mark.parametrize("feet", [True, False])
def test_what_was_driven_is_what_is_kept(machine: Any, feet: bool) -> None:
    run, seen = drive(machine, feet)
    assert run["frames"] == len(seen)
    body = {"content": machine.detail()["content"], "run": run, "name": "my drive"}
    kept = machine.post("/record", feet=feet, **body).json()
    assert kept.get("name") == "my drive", kept
    with Library.open(machine.folder) as library:
        motion = library.motion(kept["clip"])
        again = make(Sources(library), from_json(library.recipe(kept["clip"]))).motion
    assert fingerprint_motion(again) == fingerprint_motion(motion)
    _, positions = forward_kinematics(motion.rotations, motion.root_positions, motion.skeleton.offsets, motion.skeleton.parents)
    moved = np.array(seen) - positions
    np.testing.assert_allclose(moved, np.broadcast_to(moved[0, 0], moved.shape), atol=2e-6)  # the stage's floor is at height 0
    assert abs(moved[0, 0, [0, 2]]).max() < 1e-6
    assert machine.undo() == "Record my drive"
    with Library.open(machine.folder) as library:
        assert library.clip(kept["clip"]).deleted is not None


def test_the_command_line_writes_the_same_recipe(machine: Any) -> None:
    words = ["--seconds", "4", "--at", "1=walk", "--at", "2=0.3", "--seed", "7", "--into", str(machine.folder)]
    done = CliRunner().invoke(make_app(["machine"]), ["machine", "run", f"{machine.folder}:{machine.detail()['name']}", *words])
    assert done.exit_code == 0, (done.output, done.exception)
    with Library.open(machine.folder) as library:
        (command,) = [clip for clip in library.clips() if clip.made and library.recipe(clip.id)["kind"] == "machine"]
        told = library.recipe(command.id)["options"]
        run = {"skip": 0, "at": [0.0, 0.0, 0.0], **{name: value for name, value in told.items() if name != "feet"}}
        kept = machine.post("/record", content=machine.detail()["content"], run=run).json()
        assert library.recipe(kept["clip"]) == library.recipe(command.id)
        assert library.clip(kept["clip"]).content == command.content


def test_feet_are_held_and_edits_meanwhile_are_said(machine: Any) -> None:
    run, _ = drive(machine)
    kept = machine.post("/record", content=machine.detail()["content"], run=run).json()
    assert kept.get("name") == "ada run", kept
    with Library.open(machine.folder) as library:
        assert library.recipe(kept["clip"])["options"]["feet"] is True
    refused = machine.post("/record", content="another", run=run)
    assert refused.status_code == 400
    assert "was changed while it was driven" in refused.json()["error"]
    wrong = machine.post("/record", content=machine.detail()["content"], run={**run, "start": "fly"})
    assert wrong.status_code == 400
    assert "no state 'fly'" in wrong.json()["error"]


def test_nothing_yet_is_said(machine: Any) -> None:
    with machine.client.websocket_connect(f"ws://127.0.0.1:8321{machine.panel}/machines/{machine.id}/live") as socket:
        driver = Driver(socket)
        frame = driver.step(4)[0]["frame"]
        socket.send_text(json.dumps({"serial": 9, "frames": 0, "recorded": {"character": 0, "first": frame}}))
        assert "nothing to keep yet" in socket.receive_text()
