"""Files brought in over the wire."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from motionloom.core import Motion
from motionloom.library import Library, import_files
from motionloom.studio.app import create_app

Finished = Callable[[str], dict[str, Any]]


@pytest.fixture
def bvh(tmp_path: Path, motion: Motion) -> bytes:
    path = tmp_path / "walk.bvh"
    motion.save(path)
    return path.read_bytes()


def post(client: TestClient, *files: tuple[str, bytes]) -> dict[str, Any]:
    answer = client.post("/api/import", params={"window": "w1"}, files=[("files", file) for file in files])
    assert answer.status_code == 202, answer.text
    job: dict[str, Any] = answer.json()
    return job


def test_a_file_becomes_a_clip(client: TestClient, finished: Finished, bvh: bytes, motion: Motion) -> None:
    job = finished(post(client, ("stroll.bvh", bvh))["id"])
    assert job["state"] == "done", job
    clip = client.get(f"/api/clips/{job['clips'][0]}").json()
    assert clip["state"]["row"]["name"] == "stroll"
    assert clip["state"]["row"]["frames"] == len(motion)
    assert clip["source_file"].endswith("stroll.bvh")


def test_the_same_file_twice_is_one_clip(client: TestClient, finished: Finished, bvh: bytes) -> None:
    first = finished(post(client, ("stroll.bvh", bvh))["id"])
    again = finished(post(client, ("stroll.bvh", bvh))["id"])
    assert again["clips"] == first["clips"]
    assert client.get("/api/clips").json()["total"] == 5


def test_a_deleted_clip_comes_back_with_its_file(client: TestClient, finished: Finished, bvh: bytes, send: Callable[..., Any]) -> None:
    clip = finished(post(client, ("stroll.bvh", bvh))["id"])["clips"][0]
    send("delete_clips", clips=[clip])
    assert finished(post(client, ("stroll.bvh", bvh))["id"])["clips"] == [clip]
    assert client.get(f"/api/clips/{clip}").status_code == 200


def labels_of(client: TestClient) -> dict[str, list[str]]:
    return {row["name"]: row["labels"] for row in client.get("/api/clips").json()["clips"]}


def test_a_table_of_labels_comes_with_its_files(client: TestClient, finished: Finished, bvh: bytes) -> None:
    table = b"path,label\ncmu/stroll.bvh,walk;slow\ncmu/other.bvh,run\n"
    job = finished(post(client, ("stroll.bvh", bvh), ("labels.csv", table))["id"])
    assert (job["state"], [problem["name"] for problem in job["problems"]]) == ("done", ["cmu/other.bvh"]), job
    assert labels_of(client)["stroll"] == ["slow", "walk"]


def test_a_table_of_labels_alone_labels_the_clips_that_are_there(client: TestClient, finished: Finished, bvh: bytes) -> None:
    finished(post(client, ("stroll.bvh", bvh))["id"])
    job = finished(post(client, ("labels.csv", b"path,label\nstroll.bvh,walk\n"))["id"])
    assert (job["state"], job["message"], job["problems"]) == ("done", "1 clip labelled", [])
    assert labels_of(client)["stroll"] == ["walk"]
    assert client.post("/api/undo", json={"id": "u1", "window": "w1"}).json()["applied"]
    assert labels_of(client)["stroll"] == []


def test_a_table_without_paths_says_what_is_wrong(client: TestClient, finished: Finished) -> None:
    job = finished(post(client, ("labels.csv", b"file,label\nstroll.bvh,walk\n"))["id"])
    assert job["state"] == "failed"
    assert "expected a column `path`" in job["error"]


def test_what_the_studio_imported_is_not_doubled_by_the_command_line(
    client: TestClient, finished: Finished, bvh: bytes, folder: Path, tmp_path: Path
) -> None:
    clips = finished(post(client, ("stroll.bvh", bvh))["id"])["clips"]
    (tmp_path / "captures").mkdir()
    (tmp_path / "captures" / "stroll.bvh").write_bytes(bvh)
    (tmp_path / "labels.csv").write_text("path,label\nstroll.bvh,walk\n")
    with Library.open(folder) as library:
        report = import_files(library, [tmp_path / "captures"], tmp_path / "labels.csv")
    assert (report.added, report.there, report.labelled) == ((), tuple(clips), 1)


def test_the_window_that_dropped_it_can_undo_it(client: TestClient, finished: Finished, bvh: bytes) -> None:
    finished(post(client, ("stroll.bvh", bvh))["id"])
    assert client.post("/api/undo", json={"id": "u1", "window": "w1"}).json()["applied"]
    assert client.get("/api/clips").json()["total"] == 4


def test_a_bad_file_is_named_and_the_others_go_on(client: TestClient, finished: Finished, bvh: bytes) -> None:
    job = finished(post(client, ("good.bvh", bvh), ("bad.bvh", b"HIERARCHY\nnonsense"), ("notes.txt", b"hello"))["id"])
    assert job["state"] == "done"
    assert len(job["clips"]) == 1
    problems = {problem["name"]: problem["error"] for problem in job["problems"]}
    assert set(problems) == {"bad.bvh", "notes.txt"}
    assert all("studio" not in error and "\n" not in error for error in problems.values())


def test_every_file_is_counted(client: TestClient, finished: Finished, bvh: bytes) -> None:
    """A lone .amc is refused before anything is read, a broken .bvh while it is: both are among the files."""
    bad = [("a.bvh", b"HIERARCHY\nnonsense"), ("b.bvh", b""), ("c.glb", b"glTF"), ("lone.amc", b":FULLY-SPECIFIED\n1\n")]
    job = finished(post(client, ("good.bvh", bvh), *bad)["id"])
    assert (job["state"], job["done"], job["total"], len(job["problems"])) == ("done", 5, 5, 4)
    assert job["message"] == "1 imported, 4 not read"
    lone = next(problem["error"] for problem in job["problems"] if problem["name"] == "lone.amc")
    assert "--" not in lone
    assert "drop that .asf together with it" in lone


def test_what_could_not_be_read_is_read_again_as_the_person_says(
    client: TestClient, finished: Finished, bvh: bytes, folder: Path, motion: Motion
) -> None:
    cut = bvh[: bvh.rindex(b"\n", 0, -200)] + b"\n1.0 2.0\n"
    job = finished(post(client, ("good.bvh", bvh), ("cut.bvh", cut))["id"])
    assert [problem["name"] for problem in job["problems"]] == ["cut.bvh"]
    assert "\u201cSkip bad frames\u201d" in job["problems"][0]["error"]
    answer = client.post(f"/api/jobs/{job['id']}/read-again", json={"read_as": {"drop_bad_frames": True}})
    assert answer.status_code == 202, answer.text
    again = finished(job["id"])
    assert (again["state"], again["problems"], again["total"]) == ("done", [], 1), again
    assert len(again["clips"]) == 2
    assert client.get("/api/clips").json()["total"] == 6
    assert client.post(f"/api/jobs/{job['id']}/read-again", json={"read_as": {}}).status_code == 409
    assert client.post(f"/api/jobs/{job['id']}/read-again", json={"read_as": {"unit": "ell"}}).status_code == 422


def test_a_clip_is_read_again_in_another_unit(client: TestClient, finished: Finished, bvh: bytes) -> None:
    clip = finished(post(client, ("stroll.bvh", bvh))["id"])["clips"][0]
    tall = client.get(f"/api/clips/{clip}").json()["body"]["height"]
    start = {"kind": "reading", "clips": [clip], "read_as": {"unit": "in"}, "window": "w1"}
    job = finished(client.post("/api/jobs", json=start).json()["id"])
    assert (job["state"], job["clips"], job["message"]) == ("done", [clip], "1 read anew"), job
    detail = client.get(f"/api/clips/{clip}").json()
    assert detail["details"]["unit"] == "in"
    assert detail["body"]["height"] > 2 * tall
    assert client.post("/api/undo", json={"id": "u1", "window": "w1"}).json()["applied"]
    assert client.get(f"/api/clips/{clip}").json()["body"]["height"] == tall


def test_notes_name_what_the_studio_has(client: TestClient, finished: Finished, bvh: bytes) -> None:
    clip = finished(post(client, ("stroll.bvh", bvh))["id"])["clips"][0]
    notes = client.get(f"/api/clips/{clip}").json()["details"]["notes"]
    assert any("\u201cUnit\u201d sets it" in note for note in notes)
    assert not any("--" in note for note in notes)


def test_uploads_say_where_they_came_from(client: TestClient, finished: Finished, bvh: bytes) -> None:
    job = finished(post(client, ("stroll.bvh", bvh), ("cmu/016/walk.bvh", bvh + b"\n"))["id"])
    details = [client.get(f"/api/clips/{clip}").json() for clip in job["clips"]]
    found = {detail["state"]["row"]["name"]: detail["details"]["source"] for detail in details}
    assert found == {"stroll": f"imported {time.strftime('%Y-%m-%d')}", "walk": "cmu"}
    assert {"cmu"} < {count["name"] for count in client.get("/api/library").json()["sources"]}


def test_nothing_is_left_of_files_that_became_no_clip(client: TestClient, finished: Finished, bvh: bytes, folder: Path) -> None:
    uploads = folder / "studio" / "uploads"
    job = finished(post(client, ("good.bvh", bvh), ("bad.bvh", b"HIERARCHY\nnonsense"))["id"])
    assert [path.name for path in uploads.rglob("*") if path.is_file()] == ["good.bvh"]
    assert len(list(uploads.iterdir())) == 1
    kept = folder / "jobs" / "files" / job["id"]
    assert [path.name for path in kept.rglob("*") if path.is_file()] == ["bad.bvh"]
    client.delete(f"/api/jobs/{job['id']}")
    assert not kept.exists()


def test_only_bad_files_is_a_failure_that_says_why(client: TestClient, finished: Finished) -> None:
    job = finished(post(client, ("bad.bvh", b"HIERARCHY\nnonsense"))["id"])
    assert job["state"] == "failed"
    assert "bad.bvh" in job["error"]
    job = finished(post(client, ("notes.txt", b"hello"))["id"])
    assert job["state"] == "failed"
    assert ".bvh" in job["error"]


def test_names_cannot_leave_the_library(client: TestClient, finished: Finished, bvh: bytes, folder: Path, tmp_path: Path) -> None:
    job = finished(post(client, ("../../../escaped.bvh", bvh))["id"])
    assert job["state"] == "done"
    outside = [path for path in tmp_path.rglob("escaped.bvh") if not path.is_relative_to(folder)]
    assert outside == []


def test_a_file_that_needs_another_finds_it_in_its_folder(client: TestClient, finished: Finished, motion: Motion, tmp_path: Path) -> None:
    """A glTF with its numbers in a file of a folder beside it."""
    motion.save(tmp_path / "walk.gltf")
    document = json.loads((tmp_path / "walk.gltf").read_text())
    uri = document["buffers"][0]["uri"]
    numbers = base64.b64decode(uri.partition(",")[2]) if uri.startswith("data:") else (tmp_path / uri).read_bytes()
    document["buffers"][0]["uri"] = "data/walk.bin"
    job = finished(post(client, ("set/walk.gltf", json.dumps(document).encode()), ("set/data/walk.bin", numbers))["id"])
    assert (job["state"], job["problems"]) == ("done", []), job
    assert len(job["clips"]) == 1
    alone = finished(post(client, ("walk.gltf", json.dumps(document).encode()))["id"])
    assert alone["state"] == "failed"
    assert "walk.bin" in alone["error"]


class TestWithoutLibrary:
    """A first visit."""

    @pytest.fixture
    def client(self, tmp_path: Path) -> Iterator[TestClient]:
        with TestClient(create_app(tmp_path / "mine"), base_url="http://127.0.0.1:8321") as client:
            yield client

    def test_it_says_so(self, client: TestClient) -> None:
        assert client.get("/api/library").json()["state"] == "none"
        assert client.get("/api/jobs").json() == []
        answer = client.get("/api/clips")
        assert answer.status_code == 409
        assert "sample" in answer.json()["error"]

    def test_dropped_files_make_one(self, client: TestClient, finished: Finished, bvh: bytes, tmp_path: Path) -> None:
        with client.websocket_connect("/api/live", headers={"host": "127.0.0.1"}) as socket:
            socket.send_json({"type": "hello", "window": "w1"})
            assert socket.receive_json()["library"]["state"] == "none"
            job = finished(post(client, ("walk.bvh", bvh))["id"])
            assert job["state"] == "done", job
            while (message := socket.receive_json())["type"] != "library":
                pass
            assert message["library"]["state"] == "open"
        assert client.get("/api/library").json()["clips"] == 1
        assert (tmp_path / "mine" / "library.db").is_file()


@pytest.mark.data
def test_real_captures(client: TestClient, finished: Finished, shared_data: Path) -> None:
    files = [shared_data / "cmu/002/02_01.bvh", *sorted((shared_data / "bandai").rglob("*.bvh"))[:2]]
    job = finished(post(client, *((file.name, file.read_bytes()) for file in files))["id"])
    assert job["state"] == "done", job
    assert len(job["clips"]) == len(files)
    for clip in job["clips"]:
        detail = client.get(f"/api/clips/{clip}").json()
        assert detail["body"] is not None, detail["body_problem"]
        assert 1.4 < detail["body"]["height"] < 2.1


@pytest.mark.data
def test_a_real_amc_with_its_asf(client: TestClient, finished: Finished, shared_data: Path) -> None:
    amc = next(iter(sorted((shared_data / "cmu-asfamc").rglob("*.amc"))))
    asf = next(iter(sorted(amc.parent.glob("*.asf"))))
    job = finished(post(client, (amc.name, amc.read_bytes()), (asf.name, asf.read_bytes()))["id"])
    assert job["state"] == "done", job
    assert job["problems"] == []
    assert len(job["clips"]) == 1
