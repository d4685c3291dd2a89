"""Layers in the studio: saved, looked at, applied, copied; poses dragged over a socket, undone drag by drag, and keyed."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from motionloom.library import Library
from motionloom.sample.clips import make
from motionloom.studio.app import create_app
from motionloom.studio.arrays import unpack_arrays

PANEL = "/api/panels/layers"
EMPTY: dict[str, Any] = {"name": "lean", "weight": 1.0, "muted": False, "fade_in": 0.5, "fade_out": 0.5, "poses": [], "times": []}
LEAN = {"layers": [{**EMPTY, "poses": [{"at": 1.0, "turns": {"chest": [0.3, 0, 0]}, "root": None}]}], "feet": "keep"}


class Window:
    """A window with a walk open."""

    def __init__(self, client: TestClient, clips: dict[str, str]) -> None:
        self.client, self.clips = client, clips
        self.address = f"{PANEL}/clips/{clips['walk']}"

    def post(self, path: str = "", **body: Any) -> Any:
        return self.client.post(f"{self.address}{path}", json=body)

    def save(self, stack: dict[str, Any], title: str = "Key") -> Any:
        return self.post(id=uuid.uuid4().hex, window="w1", title=title, stack=stack)

    def undo(self) -> str:
        return str(self.client.post("/api/undo", json={"id": uuid.uuid4().hex, "window": "w1"}).json()["history"]["redo"])

    def look(self, stack: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        arrays, meta = unpack_arrays(self.post("/compose", stack=stack).content)
        return arrays, meta


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    folder: Path = tmp_path_factory.mktemp("layers") / "library"
    with Library.create(folder) as library:
        for name, who in (("walk", "ada"), ("other", "boris")):
            made = make(who, "walk")
            library.add(made.motion, name, plants=made.plants, made=False)
        clips = {clip.name: clip.id for clip in library.clips()}
    with TestClient(create_app(folder), base_url="http://127.0.0.1:8321") as client:
        yield Window(client, clips)


def test_layers_are_saved_and_undone(window: Window) -> None:
    assert window.client.get(window.address).json() == {"layers": [], "feet": "keep"}
    assert window.save(LEAN, "Key the chest").json()["history"]["undo"] == "Key the chest"
    assert window.client.get(window.address).json() == LEAN
    assert window.undo() == "Key the chest"
    assert window.client.get(window.address).json()["layers"] == []
    refused = window.save({"layers": [{**EMPTY, "weight": 99.0}], "feet": "keep"})
    assert refused.status_code >= 400
    assert "weight" in refused.json()["error"]


def test_only_frames_that_change_are_sent(window: Window) -> None:
    arrays, meta = window.look(LEAN)
    assert 20 < meta["start"] < 60 < meta["stop"] < 100
    assert arrays["positions"].shape[0] == meta["stop"] - meta["start"]
    _, meta = window.look({"layers": [], "feet": "keep"})
    assert (meta["start"], meta["stop"], meta["frames"]) == (0, 0, 360)
    late = {**EMPTY, "times": [{"at": 1.0, "shift": -0.5}], "fade_out": None}
    assert window.look({"layers": [late], "feet": "free"})[1]["frames"] == 390
    back = {**EMPTY, "times": [{"at": 1.0, "shift": 1.0}, {"at": 1.1, "shift": -1.0}]}
    refused = window.post("/compose", stack={"layers": [back], "feet": "free"})
    assert "time would stand still or run back" in refused.json()["error"]


def test_layers_are_applied_and_copied_to_another_body(window: Window) -> None:
    nothing = window.post("/apply", window="w1")
    assert "none of the layers changes anything" in nothing.json()["error"]
    window.save(LEAN)
    made = window.post("/apply", window="w1").json()
    assert made["name"] == "walk edited"
    other = window.clips["other"]
    assert window.post("/copy", id=uuid.uuid4().hex, window="w1", layer=0, clips=[other]).json()["applied"]
    (copied,) = window.client.get(f"{PANEL}/clips/{other}").json()["layers"]
    assert copied["poses"][0]["turns"] == {"chest": [0.3, 0, 0]}
    assert [window.undo() for _ in range(3)] == ["Copy layer lean to 1 clip", "Apply the layers of walk", "Key"]
    assert window.client.get(f"{PANEL}/clips/{other}").json()["layers"] == []


def test_a_pose_is_dragged_undone_and_keyed(window: Window) -> None:
    layers = {"layers": [EMPTY], "feet": "keep"}
    with window.client.websocket_connect(f"ws://127.0.0.1:8321{window.address}/pose") as socket:

        def say(kind: str, **fields: Any) -> Any:
            socket.send_text(json.dumps({"kind": kind, "serial": 7, **fields}))
            answer = socket.receive()
            if answer.get("bytes"):
                arrays, meta = unpack_arrays(answer["bytes"])
                assert meta["serial"] == 7
                return arrays["positions"], meta
            return json.loads(answer["text"])

        assert say("drag", joint=20, to=[0, 1, 0], pins=[])["error"] == "choose a frame before posing it"
        assert "kind" in say("dance")["error"]
        start, meta = say("begin", frame=60, stack=layers)
        assert (meta["frame"], meta["drags"]) == (60, 0)
        goal = (start[20].astype(float) + [0, 0.2, 0.1]).tolist()
        feet = [4, 5, 9, 10]
        say("drag", joint=20, to=[goal[0], goal[1] - 0.1, goal[2]], pins=feet, brush=0.2, fresh=True)
        posed, meta = say("drag", joint=20, to=goal, pins=feet, brush=0.2)
        assert meta["miss"] < 1e-3
        assert meta["drags"] == 1
        assert np.abs(posed[feet] - start[feet]).max() < 1e-5
        twisted, meta = say("twist", joint=18, angle=0.5, fresh=True)
        assert meta["drags"] == 2
        assert not np.array_equal(twisted, posed)
        back, meta = say("undo")
        assert meta["drags"] == 1
        np.testing.assert_array_equal(back, posed)
        key = say("key", layer=0)["key"]
        assert key["at"] == 1.0
        assert "LeftForeArm" in key["turns"]
        seen, meta = window.look({"layers": [{**EMPTY, "poses": [key]}], "feet": "keep"})
        assert np.abs(seen["positions"][60 - meta["start"]] - posed).max() < 2e-3
        assert say("undo", all=True)[1]["drags"] == 0
        assert "there are 1 layers" in say("key", layer=3)["error"]
        within, _ = say("drag", joint=20, to=goal, pins=feet, fresh=True, natural=True)
        assert np.abs(within[20] - goal).max() < 0.02
