"""Driving: the window keeps the clock, the server the characters."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from motionloom.studio.arrays import unpack_arrays


class Driver:
    """A window that drives: one step at a time."""

    def __init__(self, socket: Any, feet: bool = True) -> None:
        self.socket, self.serial, self.feet = socket, 0, feet

    def step(self, frames: int = 1, **wishes: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """(meta, arrays) after one step."""
        self.serial += 1
        self.socket.send_text(json.dumps({"serial": self.serial, "frames": frames, "feet": self.feet, **wishes}))
        arrays, meta = unpack_arrays(self.socket.receive_bytes())
        assert meta["serial"] == self.serial
        return meta, arrays

    def until(self, state: str, seconds: float = 15, **wishes: Any) -> list[dict[str, Any]]:
        """Steps until a state is reached, the first with wishes; what the first character did on the way."""
        seen = [self.step(**wishes)[0]["characters"][0]]
        while seen[-1]["state"] != state or seen[-1]["mode"] == "transition":
            assert len(seen) < 60 * seconds, f"{state} not reached, last {seen[-1]}"
            seen.append(self.step()[0]["characters"][0])
        return seen


def test_drive(machine: Any) -> None:
    with machine.client.websocket_connect(f"ws://127.0.0.1:8321{machine.panel}/machines/{machine.id}/live") as socket:
        driver = Driver(socket)
        meta, arrays = driver.step()
        assert arrays["positions"].shape == (1, 16, len(machine.detail()["skeleton"]["names"]), 3)
        assert abs(arrays["positions"][0, 0, :, 1].min()) < 0.15
        # What is to come is what comes, when nothing is asked.
        np.testing.assert_array_equal(driver.step(3)[1]["positions"][0, :13], arrays["positions"][0, 3:])
        np.testing.assert_allclose(np.linalg.norm(arrays["rotations"], axis=-1), 1, atol=1e-3)
        assert meta["characters"][0]["state"] == "stand"
        seen = driver.until("walk", go=[{"character": 0, "state": "walk", "replace": False}])
        assert {each["mode"] for each in seen} == {"playback", "preparation", "transition"}
        assert seen[0]["goal"] == "walk"
        assert seen[0]["route"] == ["stand", "start", "walk"]
        assert list(dict.fromkeys(each["state"] for each in seen)) == ["stand", "start", "walk"]
        assert any(each["target"] == "start" and 0 < each["share"] < 1 for each in seen)
        before = driver.step()[1]["positions"]
        for _ in range(60):
            after = driver.step(steer=[{"character": 0, "turn": 0.7}])[1]["positions"]
        assert np.linalg.norm(after[0, 0, 0] - before[0, 0, 0]) > 0.6
        meta, _ = driver.step(go=[{"character": 0, "state": name} for name in ("jump", "stand")])
        assert (meta["characters"][0]["goal"], meta["characters"][0]["queue"]) == ("jump", ["stand"])
        driver.until("jump")
        driver.until("stand")


def test_more_characters_go_their_own_ways(machine: Any) -> None:
    with machine.client.websocket_connect(f"ws://127.0.0.1:8321{machine.panel}/machines/{machine.id}/live") as socket:
        driver = Driver(socket)
        driver.until("walk", go=[{"character": 0, "state": "walk"}])
        first = driver.step()[1]["positions"][0, 0]
        meta, arrays = driver.step(0, add=True)
        assert [each["state"] for each in meta["characters"]] == ["walk", "stand"]
        np.testing.assert_allclose(arrays["positions"][0, 0], first, atol=1e-4)
        assert abs(arrays["positions"][1, 0, 0, 0]) > 0.8


def test_what_makes_no_sense_is_said_and_the_rest_goes_on(machine: Any) -> None:
    with machine.client.websocket_connect(f"ws://127.0.0.1:8321{machine.panel}/machines/{machine.id}/live") as socket:
        for sent, words in (
            ("not json", "not JSON"),
            ('{"serial": 1, "frames": 5000}', "frames"),
            ('{"serial": 1, "frames": 0, "go": [{"character": 0, "state": "fly"}]}', "no state 'fly'"),
            ('{"serial": 1, "frames": 0, "go": [{"character": 3, "state": "walk"}]}', "no character 3"),
        ):
            socket.send_text(sent)
            assert words in json.loads(socket.receive_text())["error"]
        assert Driver(socket).step()[0]["characters"][0]["state"] == "stand"
    with machine.client.websocket_connect(f"ws://127.0.0.1:8321{machine.panel}/machines/nothing/live") as socket:
        assert "no document" in json.loads(socket.receive_text())["error"]
