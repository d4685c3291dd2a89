"""The review queue over the wire: what waits, what was said, how scorers agree, and what retraining changes. Verdicts are made up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from motionloom import sample
from motionloom.feet.skate_damage import scale_path
from motionloom.library import Library
from motionloom.score import judged
from motionloom.studio.app import create_app

ROOT = "/api/panels/review"
ADDRESS = "http://127.0.0.1:8321"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Captures, and six made clips: three walks as they were and three that skate badly."""
    with Library.create(tmp_path / "library") as library:
        for behaviour in ("walk", "run", "stand"):
            made = sample.make("ada", behaviour)
            library.add(made.motion, behaviour, source="sample", subject="ada", plants=made.plants, height=1.7)
        for n in range(6):
            made = sample.make("ada", "walk", seed=n)
            motion = scale_path(made.motion, 1.0 if n % 2 == 0 else 1.6)
            recipe = {"made_by": "test", "seed": n}
            motion = motion.with_arrays(motion.rotations, motion.root_positions, recipe=recipe)
            library.add(motion, f"made {n}", plants=made.plants, height=1.7)
    return tmp_path / "library"


def judge_all(client: TestClient, send: Callable[..., Any]) -> None:
    for n, item in enumerate(client.get(f"{ROOT}/queue").json()["items"]):
        assert send("judge", clip=item["clip"], natural=n % 2 == 0).status_code == 200


def test_made_clips_wait_and_verdicts_stay(client: TestClient, send: Callable[..., Any], folder: Path) -> None:
    items = client.get(f"{ROOT}/queue").json()["items"]
    assert [item["name"] for item in items] == [f"made {n}" for n in range(6)]
    assert all(item["natural"] is None and item["made_by"] == "test" for item in items)
    send("judge", clip=items[0]["clip"], natural=True)
    send("judge", clip=items[1]["clip"], natural=False)
    client.post("/api/undo", json={"id": "undo1", "window": "w1"})
    assert [item["natural"] for item in client.get(f"{ROOT}/queue").json()["items"][:3]] == [True, None, None]
    with TestClient(create_app(folder), base_url=ADDRESS) as again:
        assert again.get(f"{ROOT}/queue").json()["items"][0]["natural"] is True


def test_physics_sees_the_skating(client: TestClient, send: Callable[..., Any]) -> None:
    judge_all(client, send)
    found = client.get(f"{ROOT}/agreement", params={"scorer": "physics"}).json()
    assert found["agree"] == 6
    assert found["area"] == 1.0
    assert {call["name"] for call in found["calls"] if call["called"]} == {"made 0", "made 2", "made 4"}
    assert not found["trained"]


def test_a_scorer_is_retrained_and_measured_on_what_it_did_not_see(
    client: TestClient, send: Callable[..., Any], finished: Callable[[str], dict[str, Any]], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr(judged, "TRAIN_NATURAL", 12)
    monkeypatch.setattr(judged, "TRAIN_DAMAGED", 2)
    judge_all(client, send)
    assert "not retrained" in client.get(f"{ROOT}/agreement", params={"scorer": "svm", "trained": True}).json()["error"]
    job = client.post(f"{ROOT}/retrain", json={"scorer": "svm"}).json()
    assert finished(job["id"])["state"] == "done"
    found = client.get(f"{ROOT}/agreement", params={"scorer": "svm", "trained": True}).json()
    assert found["trained"]
    assert len(found["calls"]) == 6
    assert "clips judged by people" in found["note"]
    assert (folder / "scorers" / "svm.npz").is_file()


def test_too_little_to_learn_from(client: TestClient) -> None:
    said = client.post(f"{ROOT}/retrain", json={"scorer": "svm"})
    assert said.status_code == 400
    assert "judge at least 2 of each" in said.json()["error"]
    assert "knows nothing before it is trained" in client.get(f"{ROOT}/agreement", params={"scorer": "hmm"}).json()["error"]
    assert client.get(f"{ROOT}/agreement", params={"scorer": "../x", "trained": True}).status_code == 400
    assert client.get(f"{ROOT}/agreement", params={"scorer": "sum"}).json()["calls"] == []
