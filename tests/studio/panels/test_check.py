"""What gravity, or the steps, say about a clip."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from fastapi.testclient import TestClient

from motionloom import sample
from motionloom.core import Motion
from motionloom.library import Library
from motionloom.studio.app import create_app


def jumping(motion: Motion, fps: float) -> Motion:
    """The first pose, thrown up so that it falls at 9.81 m/s2 when played at 60 Hz; stated to be at `fps`."""
    time = np.arange(50) / 60
    lift = np.maximum(0, 3.4 * time - 0.5 * 9.81 * time**2)
    root = motion.root_positions[:1] + np.stack([0 * lift, lift, 0 * lift], axis=1)
    return Motion(motion.skeleton, np.repeat(motion.rotations[:1], 50, axis=0), root.astype(np.float32), fps)


def test_a_rate_that_gravity_contradicts_is_named(tmp_path: Path, motion: Motion) -> None:
    with Library.create(tmp_path / "library") as library:
        right = library.add(jumping(motion, 60), "right")
        wrong = library.add(jumping(motion, 120), "wrong")
    with TestClient(create_app(tmp_path / "library"), base_url="http://127.0.0.1:8321") as client:
        fine = client.get(f"/api/panels/check/clips/{right}").json()
        assert not fine["suspicious"]
        assert abs(fine["fall"] - 9.81) < 0.5
        report = client.get(f"/api/panels/check/clips/{wrong}").json()
        assert report["suspicious"]
        assert report["implied_fps"] == 60
        assert len(report["flights"]) == 1


def test_a_clip_without_flight_is_not_judged(client: TestClient, ids: dict[str, str]) -> None:
    report = client.get(f"/api/panels/check/clips/{ids['walk 2']}").json()
    assert report["fall"] is None
    assert not report["suspicious"]


def test_where_nobody_flies_the_steps_are_asked(tmp_path: Path) -> None:
    walk = sample.make("ada", "walk").motion
    with Library.create(tmp_path / "library") as library:
        wrong = library.add(replace(walk, fps=2 * walk.fps), "wrong")
    with TestClient(create_app(tmp_path / "library"), base_url="http://127.0.0.1:8321") as client:
        report = client.get(f"/api/panels/check/clips/{wrong}").json()
    assert (report["fall"], report["suspicious"], report["implied_fps"]) == (None, True, walk.fps)
