"""Machines over the wire: built from clips, looked at, renamed, deleted, brought back."""

from __future__ import annotations

import io
import json
import shutil
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from motionloom.behaviours.machine_file import from_bytes
from motionloom.behaviours.open_machine import KIND
from motionloom.library import Library
from motionloom.making import shelf
from motionloom.making.work import run_here
from motionloom.studio.app import create_app
from tests.conftest import PATIENCE
from tests.studio.panels.conftest import ADDRESS, MachineWindow


def test_what_a_machine_is_made_of(machine: Any) -> None:
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
    assert listed["subjects"] == [{"name": "ada", "clips": 8}]
    proposal = machine.client.get(f"{machine.panel}/proposal", params={"subject": "ada"}).json()
    states = {state["name"]: state for state in proposal["states"]}
    assert {"walk", "turn_right_90", "turn_left_90", "start", "stop"} <= set(states["walk"]["clips"])
    assert states["walk"]["chosen"]
    assert {name for name, state in states.items() if not state["cyclic"]} == {
        "jump",
        "walk_start",
        "walk_stop",
        "walk_turn_left",
        "walk_turn_right",
    }
    with Library.open(machine.folder) as library:  # nothing is cut or kept by looking
        assert not any(library.annotations(clip.id) for clip in library.clips())


def test_renamed_deleted_and_brought_back(machine: Any) -> None:
    assert machine.post("/rename", name="my own").json()["name"] == "my own"
    assert machine.post("/delete").json()["machines"] == []
    assert machine.get("").status_code == 404
    assert machine.undo() == "Delete machine my own"
    assert machine.detail()["name"] == "my own"
    assert machine.undo() == "Rename machine ada to my own"
    assert machine.detail()["name"] == "ada"


def test_a_machine_of_the_command_line_is_there(machine: Any) -> None:
    """The shelf is one: what is put there by another process is listed, opened and driven here, and the other way round."""
    with Library.open(machine.folder) as library:
        run_here(
            library,
            "machine",
            {"choice": {"subjects": ["ada"]}, "name": "from the command line", "states": ["stand", "walk", "walk_start", "walk_stop"]},
        )
        (ours,) = [document for document in shelf.entries(library, KIND) if document.id == machine.id]
        assert shelf.open_entry(library, ours).machine.graph.names == tuple(state["name"] for state in machine.detail()["states"])
    listed = machine.client.get(f"{machine.panel}/machines").json()["machines"]
    (other,) = [row for row in listed if row["name"] == "from the command line"]
    detail = machine.client.get(f"{machine.panel}/machines/{other['id']}").json()
    assert {state["name"] for state in detail["states"]} == {"stand", "walk", "walk_start", "walk_stop"}


def test_a_machine_is_exported_for_engines(machine: Any) -> None:
    job = machine.client.post(f"{machine.panel}/machines/{machine.id}/export").json()
    assert job["title"] == "Export machine ada for engines"
    job = wait_for(machine.client, job["id"])
    packed = machine.client.get(f"/api/jobs/{job['id']}/download")
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        states = json.loads(archive.read("machine.json"))["states"]
    assert [state["name"] for state in states] == [state["name"] for state in machine.detail()["states"]]


def test_a_segment_is_corrected_and_the_machine_built_again_in_its_place(pressed_library: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(pressed_library, tmp_path / "pressed")
    with TestClient(create_app(folder), base_url=ADDRESS) as client:
        window = MachineWindow(client, folder)
        before = window.detail()
        assert {"stand", "walk", "jump", "walk_start", "walk_stop"} <= {state["name"] for state in before["states"]}
        with Library.open(folder) as library:
            jump = library.find("jump")
            span = next(each for each in library.annotations(jump, track="behaviours") if each.name == "jump")
            library.apply({"kind": "change_annotation", "clip": jump, "annotation": span.id, "stop": span.stop - 6})
        job = client.post(f"{window.panel}/build", json={"window": "w1", "machine": window.id}).json()
        assert job["title"] == "Build machine ada again"
        wait_for(client, job["id"])
        after = window.detail()
        assert len(client.get(f"{window.panel}/machines").json()["machines"]) == 1
        assert after["content"] != before["content"]
        lasts = [{state["name"]: state["seconds"] for state in each["states"]} for each in (before, after)]
        assert lasts[1]["jump"] < lasts[0]["jump"]
        assert lasts[1]["walk"] == lasts[0]["walk"]
        assert window.undo() == "Build machine ada again"
        assert window.detail()["content"] == before["content"]


def wait_for(client: Any, job: str) -> dict[str, Any]:
    """A job once it is done."""
    end = time.monotonic() + PATIENCE
    found = client.get(f"/api/jobs/{job}").json()
    while found["state"] in ("waiting", "running") and time.monotonic() < end:
        time.sleep(0.05)
        found = client.get(f"/api/jobs/{job}").json()
    assert found["state"] == "done", found
    return dict(found)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [({"subject": "nobody"}, "captured clips"), ({"states": ["walk"]}, "2 items"), ({"extra": 1}, "Extra")],
)
def test_a_request_to_build_is_checked(machine: Any, wanted: dict[str, Any], words: str) -> None:
    answer = machine.client.post(f"{machine.panel}/build", json={"window": "w1", **wanted})
    assert answer.status_code in (400, 422)
    assert words in answer.json()["error"]
