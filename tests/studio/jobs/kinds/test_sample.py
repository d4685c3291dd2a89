"""The sample, loaded on a first visit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import motionloom.sample
from motionloom.studio.app import create_app


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A studio without a library, and a sample of three behaviours so that it is quickly made."""
    few = [(who, what, 0) for who in motionloom.sample.performers() for what in ("stand", "walk", "wave")]
    monkeypatch.setattr(motionloom.sample, "library_names", lambda: few)
    with TestClient(create_app(tmp_path / "mine"), base_url="http://127.0.0.1:8321") as client:
        yield client


def test_it_is_cancelled_resumed_and_complete(client: TestClient, finished: Callable[[str], dict[str, Any]], tmp_path: Path) -> None:
    job = client.post("/api/jobs", json={"kind": "sample", "window": "w1"}).json()["id"]
    assert client.get("/api/library").json()["state"] == "open"
    client.post(f"/api/jobs/{job}/cancel")
    assert finished(job)["state"] == "cancelled"
    client.post(f"/api/jobs/{job}/resume")
    ended = finished(job)
    assert ended["state"] == "done", ended
    performers = len(motionloom.sample.performers())
    assert len(ended["clips"]) == 3 * performers
    rows = client.get("/api/clips").json()["clips"]
    assert len(rows) == 3 * performers
    assert all(row["planted"] and row["labels"] and row["annotations"] for row in rows)
    assert (tmp_path / "mine" / "library.db").is_file()
