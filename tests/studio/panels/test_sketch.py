"""A gap that is filled from many captures is a job, whose clip its window undoes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from motionloom import sample
from motionloom.library import Library
from motionloom.studio.app import create_app
from motionloom.studio.panels import sketch


def test_a_gap_of_many_captures_is_filled_by_a_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sketch, "LONG", 1.0)
    with Library.create(tmp_path / "library") as library:
        walk = library.add(sample.make("ada", "walk").motion, "walk", made=False, height=1.7)
    with TestClient(create_app(tmp_path / "library"), base_url="http://127.0.0.1:8321") as client:
        wish = {"window": "w1", "clip": walk, "start": 1.0, "end": 1.5, "captures": [walk]}
        answer = client.post("/api/panels/sketch/between", json=wish)
        assert answer.status_code == 200, answer.text
        job = answer.json()["job"]
        while job["state"] in ("queued", "waiting", "running"):
            time.sleep(0.2)
            job = next(each for each in client.get("/api/jobs").json() if each["id"] == job["id"])
        assert job["state"] == "done", job
    with Library.open(tmp_path / "library") as library:
        assert [clip.name for clip in library.clips()] == ["walk", "walk filled in"]
        assert library.undo(window="w1") is not None
        assert [clip.name for clip in library.clips()] == ["walk"]
