"""Editing in the studio: new clips in one undo step, what is known of the frames goes along, and what cannot be is said."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from motionloom import sample
from motionloom.library import Library
from motionloom.studio.app import create_app
from motionloom.studio.panels import editing

MAKE = "/api/panels/editing/make"


@pytest.fixture(scope="session")
def performed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three clips of ada with plants that came with them."""
    folder = tmp_path_factory.mktemp("edited") / "library"
    with Library.create(folder) as library:
        for behaviour in ("walk", "run", "stand"):
            made = sample.make("ada", behaviour)
            spans = [(span.name, span.start, span.stop) for span in made.annotations]
            library.add(
                made.motion, behaviour, labels=[behaviour], plants=made.plants, annotations=spans, subject="ada", made=False, height=1.7
            )
    return folder


@pytest.fixture
def folder(performed: Path, tmp_path: Path) -> Path:
    shutil.copytree(performed, tmp_path / "library")
    return tmp_path / "library"


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with TestClient(create_app(folder), base_url="http://127.0.0.1:8321") as client:
        yield client


@pytest.fixture
def ids(folder: Path) -> dict[str, str]:
    with Library.open(folder) as library:
        return {clip.name: clip.id for clip in library.clips()}


Edit = Callable[..., dict[str, Any]]


@pytest.fixture
def edit(client: TestClient) -> Edit:
    def make(clips: list[str], kind: str, **options: Any) -> dict[str, Any]:
        answer = client.post(MAKE, json={"window": "w1", "clips": clips, "edit": {"kind": kind, **options}})
        assert answer.status_code == 200, answer.text
        report: dict[str, Any] = answer.json()
        return report

    return make


EDITS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "trim": ({"start": 0.25, "end": 1.0}, ["walk part"]),
    "cut": ({"start": 0.25, "end": 0.75}, ["walk cut"]),
    "split": ({"at": 0.5}, ["walk part 1", "walk part 2"]),
    "mirror": ({}, ["walk mirrored"]),
    "resample": ({"fps": 30.0}, ["walk 30 Hz"]),
    "in_place": ({}, ["walk in place"]),
    "move": ({"to_floor": True}, ["walk on the floor"]),
    "loop": ({}, ["walk loop"]),
    "clean": ({}, ["walk feet held"]),
}


@pytest.mark.parametrize("kind", EDITS)
def test_an_edit_is_a_clip_with_a_recipe_and_one_undo(client: TestClient, folder: Path, ids: dict[str, str], edit: Edit, kind: str) -> None:
    options, names = EDITS[kind]
    report = edit([ids["walk"]], kind, **options)
    assert [made["name"] for made in report["clips"]] == names
    assert {made["source"] for made in report["clips"]} == {ids["walk"]}
    with Library.open(folder) as library:
        for made in report["clips"]:
            clip = library.clip(made["clip"])
            assert (clip.made, clip.subject, clip.labels) == (True, "ada", ("walk",))
            assert library.plants(clip.id) is not None
            assert library.recipe(clip.id)["sources"][0]["clip"] == ids["walk"]
    undone = client.post("/api/undo", json={"id": "u1", "window": "w1"}).json()
    assert undone["applied"]
    with Library.open(folder) as library:
        assert {clip.id for clip in library.clips()} == set(ids.values())


def test_a_split_gives_all_frames_and_says_where_the_second_begins(folder: Path, ids: dict[str, str], edit: Edit) -> None:
    first, second = edit([ids["walk"]], "split", at=0.5)["clips"]
    assert (first["begins"], second["begins"]) == (0.0, pytest.approx(0.5, abs=0.01))
    with Library.open(folder) as library:
        assert library.clip(first["clip"]).frames + library.clip(second["clip"]).frames == library.clip(ids["walk"]).frames


def test_joined_in_the_order_they_are_named(folder: Path, ids: dict[str, str], edit: Edit) -> None:
    (made,) = edit([ids["stand"], ids["walk"]], "join", blend=0.0)["clips"]
    with Library.open(folder) as library:
        assert [source["clip"] for source in library.recipe(made["clip"])["sources"]] == [ids["stand"], ids["walk"]]
        assert library.clip(made["clip"]).frames == sum(library.clip(ids[name]).frames for name in ("stand", "walk"))


def test_what_cannot_be_done_to_a_clip_is_said_and_the_others_are_made(
    client: TestClient, folder: Path, ids: dict[str, str], edit: Edit
) -> None:
    with Library.open(folder) as library:
        longest = max(library.clips(), key=lambda clip: clip.duration)
        others = [clip for clip in library.clips() if clip.duration < longest.duration - 0.1]
        latest = max(clip.duration for clip in others)
    report = edit(list(ids.values()), "trim", start=latest + 0.01, end=longest.duration)
    assert {left["name"] for left in report["left"]} == {clip.name for clip in others}
    assert all("has nothing between these marks" in left["why"] for left in report["left"])
    refused = client.post(MAKE, json={"window": "w1", "clips": [ids["walk"]], "edit": {"kind": "join"}})
    assert refused.status_code == 400
    assert "two clips or more are joined" in refused.json()["error"]
    nothing = client.post(MAKE, json={"window": "w1", "clips": [ids["walk"]], "edit": {"kind": "trim", "start": 900.0}})
    assert "has nothing between these marks" in nothing.json()["error"]


def test_many_are_one_job_and_one_step(
    client: TestClient,
    folder: Path,
    ids: dict[str, str],
    edit: Edit,
    finished: Callable[[str], dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(editing, "MANY", 1)
    report = edit(list(ids.values()), "trim", start=0.1, end=0.6)
    job = finished(report["job"]["id"])
    assert (job["state"], len(job["clips"]), job["problems"]) == ("done", 3, [])
    assert client.post("/api/undo", json={"id": "u1", "window": "w1"}).json()["applied"]
    with Library.open(folder) as library:
        assert {clip.id for clip in library.clips()} == set(ids.values())


def test_plants_of_a_file_stay_unless_a_person_was_asked(
    client: TestClient, folder: Path, ids: dict[str, str], finished: Callable[[str], dict[str, Any]]
) -> None:
    address, wish = "/api/panels/editing/guess", {"window": "w1", "clips": list(ids.values())}
    refused = finished(client.post(address, json=wish).json()["id"])
    assert refused["state"] == "failed"
    assert "came with its file" in refused["error"]
    done = finished(client.post(address, json={**wish, "replace": True}).json()["id"])
    assert done["message"] == "3 clips guessed"
    with Library.open(folder) as library:
        assert {library.plants(clip).by for clip in ids.values()} == {"machine"}  # type: ignore[union-attr]
        assert library.next_steps("w1")[0] == "Guess plants of 3 clips"
        library.undo("w1")
        assert {library.plants(clip).by for clip in ids.values()} == {"file"}  # type: ignore[union-attr]
