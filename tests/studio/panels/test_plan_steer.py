"""Steering over a socket: two are sent through each other, arrive without a touch, and what they did is kept as it was seen."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from motionloom.library import Library
from motionloom.studio.arrays import unpack_arrays

PANEL = "/api/panels/plan"
# This machine has no single steps: its stops end 1.4 m apart, so that within 0.3 m of its goal ada would go round it for ever.
SCENE = {
    "agents": [
        {"name": "ada", "start": [0, 0], "goals": [{"at": [0, 9]}]},
        {"name": "bo", "start": [0.2, 9], "heading_degrees": 180, "goals": []},
    ]
}


class Hand:
    """A window that steers."""

    def __init__(self, machine: Any, scene: dict[str, Any]) -> None:
        self.context = machine.client.websocket_connect(f"ws://127.0.0.1:8321{PANEL}/machines/{machine.id}/steer")
        self.socket, self.serial = self.context.__enter__(), 0
        self.socket.send_text(json.dumps({"scene": scene}))

    def step(self, frames: int, **more: Any) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        self.serial += 1
        self.socket.send_text(json.dumps({"serial": self.serial, "frames": frames, **more}))
        arrays, meta = unpack_arrays(self.socket.receive_bytes())
        return meta, arrays


def test_two_are_sent_through_each_other_and_what_they_did_is_kept(machine: Any) -> None:
    hand = Hand(machine, SCENE)
    meta, arrays = hand.step(0, send=[{"character": 1, "at": [0.2, 0]}])
    assert arrays["positions"].shape[:2] == (2, 16)
    room, seen = np.inf, list[list[float]]()
    for _ in range(80):
        meta, arrays = hand.step(30)
        room = min(room, *(each["room"] for each in meta["characters"] if each["room"] is not None), np.inf)
        seen.append(arrays["positions"][1, 0, 0, [0, 2]].tolist())
        if all(each["arrived"] for each in meta["characters"]):
            break
    assert [each["arrived"] for each in meta["characters"]] == [True, True]
    assert room > 0
    meta, _ = hand.step(0, runs=True)
    hand.context.__exit__(None, None, None)
    body = {"window": "w1", "content": machine.detail()["content"], "runs": meta["runs"], "names": ["ada steered", "bo steered"]}
    clips = machine.client.post(f"{PANEL}/machines/{machine.id}/keep", json=body).json()["clips"]
    with Library.open(machine.folder) as library:
        kept = library.motion(clips[1])
        assert np.allclose(kept.root_positions[29::30][: len(seen)][:, [0, 2]], seen, atol=0.01)


def test_what_makes_no_sense_is_said(machine: Any) -> None:
    hand = Hand(machine, {"agents": []})
    assert "1 to 24 characters" in json.loads(hand.socket.receive_text())["error"]
    hand.context.__exit__(None, None, None)
