"""The review over the wire: what waits, what was said, how scorers agree, and what teaching changes. Verdicts are made up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from motionloom import sample
from motionloom.feet.skate_damage import scale_path
from motionloom.library import Library
from motionloom.making.makers import make
from motionloom.making.makers.edit import mirror_recipe, part_recipe
from motionloom.making.proposals import NewProposal, find_proposals, raise_proposals
from motionloom.making.sources import Sources, clip_source
from motionloom.score import judged
from motionloom.studio.app import create_app
from motionloom.studio.arrays import unpack_arrays

ROOT = "/api/panels/review"
ADDRESS = "http://127.0.0.1:8321"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Captures, six made clips (three walks as they were and three that skate badly), and twelve proposals to keep."""
    with Library.create(tmp_path / "library") as library:
        for behaviour in ("walk", "run", "stand"):
            made = sample.make("ada", behaviour)
            library.add(made.motion, behaviour, source="sample", subject="ada", plants=made.plants, height=1.7, made=False)
        for n in range(6):
            made = sample.make("ada", "walk", seed=n)
            motion = scale_path(made.motion, 1.0 if n % 2 == 0 else 1.6)
            recipe = {"kind": "test", "seed": n}
            motion = motion.with_arrays(motion.rotations, motion.root_positions, recipe=recipe)
            library.add(motion, f"made {n}", plants=made.plants, height=1.7)
        walk = library.clip(library.find("walk"))
        parts = [NewProposal(part_recipe(clip_source(walk, 0, 40 + n)), f"part {n}", score=float(n)) for n in range(12)]
        raise_proposals(library, parts, question="keep", title="Raise 12", room="test")
    return tmp_path / "library"


@pytest.fixture
def answer(client: TestClient) -> Callable[..., Any]:
    count = 0

    def send(items: list[str], yes: bool | None, question: str = "natural", **more: Any) -> Any:
        nonlocal count
        count += 1
        body = {"id": f"v{count}", "window": "w1", "question": question, "items": items, "yes": yes, **more}
        return client.post(f"{ROOT}/verdicts", json=body)

    return send


def queue(client: TestClient, **query: Any) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = client.get(f"{ROOT}/queue", params=query).json()["items"]
    return items


def judge_all(client: TestClient, answer: Callable[..., Any]) -> None:
    for n, item in enumerate(queue(client, question="natural")):
        assert answer([item["item"]], n % 2 == 0).status_code == 200


def test_clips_and_proposals_are_one_queue(client: TestClient) -> None:
    found = client.get(f"{ROOT}/queue").json()
    assert {each["name"]: each["pending"] for each in found["questions"]} == {"keep": 12, "natural": 6}
    assert [item["name"] for item in found["items"]] == [*(f"made {n}" for n in range(6)), *(f"part {n}" for n in range(12))]
    assert [item["name"] for item in queue(client, question="keep", order="worst", limit=2)] == ["part 11", "part 10"]
    assert [item["name"] for item in queue(client, order="best", offset=11, limit=3)] == ["part 11", "made 0", "made 1"]
    assert client.get(f"{ROOT}/queue", params={"question": "taste"}).status_code == 400


def test_verdicts_stay_and_are_undone(client: TestClient, answer: Callable[..., Any], folder: Path) -> None:
    items = [item["item"] for item in queue(client)]
    result = answer(items[:1], True).json()
    assert result["applied"]
    assert result["history"]["undo"] == "Judge made 0: natural yes"
    answer(items[6:8], True, "keep")
    answer(items[8:10], False, "keep", why="too short")
    with TestClient(create_app(folder), base_url=ADDRESS) as again:
        counts = {each["name"]: each for each in again.get(f"{ROOT}/queue").json()["questions"]}
        assert (counts["keep"]["pending"], counts["keep"]["accepted"], counts["keep"]["rejected"]) == (8, 2, 2)
        assert counts["natural"]["accepted"] == 1
    assert queue(client, state="rejected")[0]["why"] == "too short"
    assert [item["name"] for item in queue(client, state="accepted", question="keep")] == ["part 0", "part 1"]
    for n in range(3):
        client.post("/api/undo", json={"id": f"undo{n}", "window": "w1"})
    assert [item["item"] for item in queue(client)] == items


def test_the_same_verdict_sent_twice_is_one(client: TestClient, folder: Path) -> None:
    (item,) = queue(client, question="keep", limit=1)
    body = {"id": "once", "window": "w1", "question": "keep", "items": [item["item"]], "yes": True}
    assert [client.post(f"{ROOT}/verdicts", json=body).json()["applied"] for _ in range(2)] == [True, False]


def test_many_are_made_by_a_job_as_one_undo_step(
    client: TestClient, answer: Callable[..., Any], finished: Callable[[str], dict[str, Any]]
) -> None:
    items = [item["item"] for item in queue(client, question="keep")]
    assert not answer(items, True, "keep").json()["applied"]
    (job,) = [job for job in client.get("/api/jobs").json() if job["kind"] == "review"]
    assert len(finished(job["id"])["clips"]) == 12
    assert len(queue(client, state="accepted", question="keep")) == 12
    client.post("/api/undo", json={"id": "undo1", "window": "w1"})
    assert len(queue(client, question="keep")) == 12


def test_a_proposal_is_shown_as_its_recipe_makes_it_with_its_original(client: TestClient, folder: Path) -> None:
    with Library.open(folder) as library:
        walk = library.clip(library.find("walk"))
        recipe = mirror_recipe(clip_source(walk, 30, 90))
        raise_proposals(library, [NewProposal(recipe, "mirrored")], question="natural", title="x", room="test")
        (proposal,) = find_proposals(library, question="natural")
        expected, source = make(Sources(library), recipe).motion, library.motion(walk.id)[30:90]
    detail = client.get(f"{ROOT}/items/proposal:{proposal.id}").json()
    assert detail["item"]["original"] == walk.id
    assert detail["words"].startswith("natural: ")
    arrays, meta = unpack_arrays(client.get(f"{ROOT}/items/proposal:{proposal.id}/frames").content)
    assert meta["fps"] == expected.fps
    np.testing.assert_array_equal(arrays["rotations"], expected.world[0])
    np.testing.assert_array_equal(arrays["original_rotations"], source.world[0])
    assert client.get(f"{ROOT}/items/proposal:99999").status_code == 404
    assert client.get(f"{ROOT}/items/..%2Fx").status_code == 400


def test_every_registered_scorer_is_offered(client: TestClient) -> None:
    from motionloom.score import scorers

    assert [each["name"] for each in client.get(f"{ROOT}/scorers").json()] == list(scorers.names())


def test_physics_sees_the_skating(client: TestClient, answer: Callable[..., Any]) -> None:
    judge_all(client, answer)
    found = client.get(f"{ROOT}/agreement", params={"scorer": "physics"}).json()
    assert found["agree"] == 6
    assert found["area"] == 1.0
    assert {call["name"] for call in found["calls"] if call["called"]} == {"made 0", "made 2", "made 4"}
    assert not found["fitted"]


def test_a_scorer_is_taught_and_measured_on_what_it_did_not_see(
    client: TestClient, answer: Callable[..., Any], finished: Callable[[str], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judged, "TRAIN_NATURAL", 12)
    monkeypatch.setattr(judged, "TRAIN_DAMAGED", 2)
    judge_all(client, answer)
    assert "not fitted" in client.get(f"{ROOT}/agreement", params={"scorer": "svm", "fitted": True}).json()["error"]
    job = client.post(f"{ROOT}/teach", json={"window": "w1", "question": "natural", "learner": "svm"}).json()
    assert finished(job["id"])["state"] == "done"
    found = client.get(f"{ROOT}/agreement", params={"scorer": "svm", "fitted": True}).json()
    assert found["fitted"]
    assert len(found["calls"]) == 6
    assert "motions judged by people" in found["note"]
    assert [each["name"] for each in client.get(f"{ROOT}/scorers").json() if each["fitted"]] == ["svm"]


def test_too_little_to_learn_from(client: TestClient) -> None:
    said = client.post(f"{ROOT}/teach", json={"window": "w1", "question": "natural", "learner": "svm"})
    assert said.status_code == 400
    assert "judge at least 2 of each" in said.json()["error"]
    assert (
        "nobody called 'taste' learns"
        in client.post(f"{ROOT}/teach", json={"window": "w1", "question": "natural", "learner": "taste"}).json()["error"]
    )
    assert "knows nothing before it is fitted" in client.get(f"{ROOT}/agreement", params={"scorer": "hmm"}).json()["error"]
    assert client.get(f"{ROOT}/agreement", params={"scorer": "../x", "fitted": True}).status_code == 400
    assert client.get(f"{ROOT}/agreement", params={"scorer": "sum"}).json()["calls"] == []
