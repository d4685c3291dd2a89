"""The oracle guesses, a person corrects, it learns: over the wire, and after a restart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from motionloom import sample
from motionloom.feet.skate_damage import scale_path
from motionloom.library import Library
from motionloom.studio.app import create_app
from motionloom.studio.arrays import unpack_arrays

ADDRESS = "http://127.0.0.1:8321"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Library.create(tmp_path / "library") as library:
        for behaviour in ("walk", "jump"):
            made = sample.make("ada", behaviour, noise=0.3).motion
            library.add(made.with_arrays(made.rotations, made.root_positions, recipe={}), behaviour)
    return tmp_path / "library"


def test_a_lesson_and_a_restart(folder: Path) -> None:
    with TestClient(create_app(folder), base_url=ADDRESS) as client:
        before = client.get("/api/panels/feet/status").json()
        assert before["frames"] == 0
        assert before["current"] is None
        sequence = client.post("/api/panels/feet/next", json={"window": "w1"}).json()["current"]
        state = client.get(f"/api/clips/{sequence['clip']}/state").json()
        assert state["plants"]["known"]
        start = sequence["start"]
        flip = {"kind": "set_plants", "clip": sequence["clip"], "foot": "left_heel", "start": start, "stop": start + 5}
        for planted in (True, False):
            request = {"id": f"edit-{planted}", "window": "mine", "command": {**flip, "planted": planted}}
            assert client.post("/api/commands", json=request).status_code == 200
        confirm = {"window": "mine", **{key: sequence[key] for key in ("clip", "start", "stop")}}
        after = client.post("/api/panels/feet/confirm", json=confirm).json()
        assert after["frames"] == sequence["stop"] - sequence["start"]
        assert after["oracle"] != before["oracle"]
        assert after["current"] is None
        assert 0.5 < after["recent"] <= 1
        assert after["lessons"][0]["name"] in ("walk", "jump")
        following = client.post("/api/panels/feet/next", json={"window": "w1"}).json()["current"]
        assert following != sequence
    with TestClient(create_app(folder), base_url=ADDRESS) as client:
        again = client.get("/api/panels/feet/status").json()
        assert again["oracle"] == after["oracle"]
        assert again["lessons"] == after["lessons"]
        assert again["current"] == following


def test_confidence_is_whole_where_a_person_decided(folder: Path) -> None:
    with TestClient(create_app(folder), base_url=ADDRESS) as client:
        sequence = client.post("/api/panels/feet/next", json={"window": "w1"}).json()["current"]
        address = f"/api/panels/feet/clips/{sequence['clip']}/confidence"
        values = unpack_arrays(client.get(address).content)[0]["values"]
        rows = slice(sequence["start"], sequence["stop"])
        assert values.shape[0] == 4
        assert values[:, rows].min() < 1
        confirm = {"window": "mine", **{key: sequence[key] for key in ("clip", "start", "stop")}}
        client.post("/api/panels/feet/confirm", json=confirm)
        assert np.all(unpack_arrays(client.get(address).content)[0]["values"][:, rows] == 1)


def test_a_skipped_sequence_is_not_asked_again_after_a_restart(folder: Path) -> None:
    with TestClient(create_app(folder), base_url=ADDRESS) as client:
        sequence = client.post("/api/panels/feet/next", json={"window": "w1"}).json()["current"]
        skipped = client.post(
            "/api/panels/feet/skip", json={"window": "w1", **{key: sequence[key] for key in ("clip", "start", "stop")}}
        ).json()
        assert skipped["current"] is None
        assert skipped["lessons"] == []
    with TestClient(create_app(folder), base_url=ADDRESS) as client:
        assert client.get("/api/panels/feet/status").json()["current"] is None
        assert client.post("/api/panels/feet/next", json={"window": "w1"}).json()["current"] != sequence


def test_a_sequence_of_a_deleted_clip_is_dropped(folder: Path) -> None:
    with TestClient(create_app(folder), base_url=ADDRESS) as client:
        sequence = client.post("/api/panels/feet/next", json={"window": "w1"}).json()["current"]
        request = {"id": "gone", "window": "mine", "command": {"kind": "delete_clips", "clips": [sequence["clip"]]}}
        assert client.post("/api/commands", json=request).status_code == 200
        assert client.get("/api/panels/feet/status").json()["current"] is None
        following = client.post("/api/panels/feet/next", json={"window": "w1"}).json()["current"]
        assert following["clip"] != sequence["clip"]


def test_cleaning_a_clip_that_was_guessed_in_part_holds_all_of_it(folder: Path) -> None:
    """Lessons once wrote the guess of their own frames only."""
    from motionloom.feet.oracle import default_oracle

    with Library.open(folder) as library:
        skating = library.add(scale_path(library.motion(library.find("walk")), 1.2), "skating")
        guess = default_oracle().guess(library.motion(skating))
        plants, confidence = guess.plants.bits[:10], guess.confidence[:10]
        library.write_plants(skating, plants, source=guess.plants.source, confidence=confidence)
    with TestClient(create_app(folder), base_url=ADDRESS) as client:
        made = client.post(f"/api/panels/feet/clips/{skating}/clean", json={"window": "w1"}).json()["clip"]
    with Library.open(folder) as library:
        assert np.array_equal(library.plants(made).bits, guess.plants.bits)


def test_cleaning_makes_a_new_clip(folder: Path) -> None:
    with Library.open(folder) as library:
        skating = library.add(scale_path(library.motion(library.find("walk")), 1.2), "skating")
    with TestClient(create_app(folder), base_url=ADDRESS) as client:
        refused = client.post(f"/api/panels/feet/clips/{skating}/clean", json={"window": "w1"})
        assert refused.status_code == 400
        assert "let the oracle guess them first" in refused.json()["error"]
        client.post(f"/api/panels/feet/clips/{skating}/guess", json={"window": "w1"})
        cleaned = client.post(f"/api/panels/feet/clips/{skating}/clean", json={"window": "w1", "firm": True}).json()
        assert cleaned["after_cm_per_second"] < 0.1 < cleaned["before_cm_per_second"]
        detail = client.get(f"/api/clips/{cleaned['clip']}").json()
        assert detail["recipe"]["kind"] == "clean"
        assert detail["lineage"][0]["words"].startswith("Feet held")
        assert (detail["lineage"][1]["words"], detail["lineage"][1]["clip"]) == ("of skating", skating)
        assert client.get(f"/api/clips/{skating}").json()["made_from_it"] == [{"clip": cleaned["clip"], "name": "skating feet held"}]
        assert detail["state"]["row"]["name"] == "skating feet held"
        shown = unpack_arrays(client.get(f"/api/panels/compare/clips/{cleaned['clip']}").content)[1]
        assert shown["score"] == pytest.approx(cleaned["after_score"], abs=1e-4), "the score that Compare shows"
        calm = client.post(f"/api/panels/feet/clips/{skating}/clean", json={"window": "w1"}).json()
        assert any("jerk" in note for note in calm["notes"]), "a captured clip that slides so far is let go, and that is said"
        again = calm["clip"]
        assert client.get(f"/api/clips/{again}").json()["state"]["row"]["name"] == "skating feet held 2"


def test_nothing_to_teach_with(tmp_path: Path) -> None:
    Library.create(tmp_path / "empty").close()
    with TestClient(create_app(tmp_path / "empty"), base_url=ADDRESS) as client:
        said = client.post("/api/panels/feet/next", json={"window": "w1"})
        assert said.status_code == 400
        assert "no clips with legs" in said.json()["error"]
