"""Jobs over the wire: exports, cancelling, and what is refused."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from motionloom.core import Motion
from motionloom.library import Library

Finished = Callable[[str], dict[str, Any]]


def export(client: TestClient, clips: list[str], suffix: str) -> str:
    answer = client.post("/api/jobs", json={"kind": "export", "clips": clips, "suffix": suffix})
    assert answer.status_code == 202, answer.text
    job: str = answer.json()["id"]
    return job


def load(data: bytes, suffix: str, tmp_path: Path) -> Motion:
    import motionloom as ml

    path = tmp_path / f"saved{suffix}"
    path.write_bytes(data)
    return ml.load(path)


@pytest.mark.parametrize("suffix", [".bvh", ".glb", ".npz"])
def test_one_clip_comes_as_its_file(client: TestClient, ids: dict[str, str], finished: Finished, suffix: str, tmp_path: Path) -> None:
    job = finished(export(client, [ids["walk 2"]], suffix))
    assert job["state"] == "done", job
    answer = client.get(job["download"])
    assert f"walk 2{suffix}" in answer.headers["content-disposition"].replace("%20", " ")
    motion = load(answer.content, suffix, tmp_path)
    with Library.open(Path(client.get("/api/library").json()["path"])) as library:
        original = library.motion(ids["walk 2"])
    assert len(motion) == len(original)
    np.testing.assert_allclose(motion.positions()[:, 0], original.positions()[:, 0], atol=2e-3)


def test_a_clip_whose_spans_lie_beside_it_comes_as_a_zip_of_its_name(client: TestClient, ids: dict[str, str], finished: Finished) -> None:
    answer = client.get(finished(export(client, [ids["walk 1"]], ".bvh"))["download"])
    assert "walk 1.zip" in answer.headers["content-disposition"].replace("%20", " ")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert sorted(archive.namelist()) == ["walk 1.bvh", "walk 1.bvh.json"]


def test_several_clips_come_as_a_zip_under_names_that_differ(
    client: TestClient, ids: dict[str, str], finished: Finished, send: Callable[..., Any]
) -> None:
    send("rename_clip", clip=ids["walk 2"], name="walk 1")
    job = finished(export(client, list(ids.values()), ".bvh"))
    with zipfile.ZipFile(io.BytesIO(client.get(job["download"]).content)) as archive:
        # A BVH has no room for plants, spans and recipes: they lie beside it.
        motions = [name for name in archive.namelist() if not name.endswith(".json")]
        assert sorted(motions) == ["jump.bvh", "made walk.bvh", "walk 1 (2).bvh", "walk 1.bvh"]
        assert "made walk.bvh.json" in archive.namelist()
        assert archive.testzip() is None


def test_a_name_with_slashes_stays_a_name(client: TestClient, ids: dict[str, str], finished: Finished, send: Callable[..., Any]) -> None:
    send("rename_clip", clip=ids["jump"], name="../../a/b:c")
    job = finished(export(client, [ids["jump"]], ".bvh"))
    assert job["state"] == "done", job
    disposition = client.get(job["download"]).headers["content-disposition"]
    assert "/" not in disposition
    assert "%2F" not in disposition


def test_an_unknown_format_fails_with_those_that_would_do(client: TestClient, ids: dict[str, str], finished: Finished) -> None:
    job = finished(export(client, [ids["jump"]], ".xyz"))
    assert job["state"] == "failed"
    assert ".bvh" in job["error"]
    assert job["download"] is None
    assert client.get(f"/api/jobs/{job['id']}/download").status_code == 404


def test_a_clip_that_is_gone_is_noted_and_the_others_come(client: TestClient, ids: dict[str, str], finished: Finished) -> None:
    job = finished(export(client, ["gone", ids["jump"]], ".bvh"))
    assert job["state"] == "done"
    assert [problem["name"] for problem in job["problems"]] == ["gone"]


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "nothing"},
        {"kind": "export", "clips": [], "suffix": ".bvh"},
        {"kind": "export", "clips": ["a"], "suffix": "../x"},
        {"kind": "export", "clips": ["../a"], "suffix": ".bvh"},
        {"kind": "export", "clips": "a", "suffix": ".bvh"},
    ],
)
def test_malformed_requests(client: TestClient, body: dict[str, Any]) -> None:
    answer = client.post("/api/jobs", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_a_forgotten_job_takes_its_files_along(client: TestClient, ids: dict[str, str], finished: Finished, folder: Path) -> None:
    job = finished(export(client, [ids["jump"]], ".bvh"))
    assert client.delete(f"/api/jobs/{job['id']}").status_code == 204
    assert client.get(f"/api/jobs/{job['id']}").status_code == 404
    assert not list((folder / "jobs" / "files").iterdir())


def test_jobs_are_listed_newest_first(client: TestClient, ids: dict[str, str], finished: Finished) -> None:
    jobs = [finished(export(client, [ids["jump"]], suffix))["id"] for suffix in (".bvh", ".npz")]
    assert [job["id"] for job in client.get("/api/jobs").json()] == jobs[::-1]
