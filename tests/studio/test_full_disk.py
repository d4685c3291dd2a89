"""A disk that is full, a real one of a few megabytes: edits and jobs are refused in one line, what was confirmed stays."""

from __future__ import annotations

import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from motionloom.library import Library
from motionloom.studio.app import create_app
from tests.conftest import PATIENCE
from tests.studio.conftest import ADDRESS


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """An empty disk of four megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("a small disk can be mounted only as root of a Linux machine")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(disk: Path) -> Path:
    """Take all the room there is; deleting what comes out gives it back."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (65536, 1024, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue
    return ballast


def rename(client: TestClient, clip: str, name: str) -> Any:
    body = {"id": uuid.uuid4().hex, "window": "w1", "command": {"kind": "rename_clip", "clip": clip, "name": name}}
    return client.post("/api/commands", json=body)


def test_a_full_disk_refuses_in_one_line_and_loses_nothing(folder: Path, disk: Path) -> None:
    library = disk / "library"
    shutil.copytree(folder, library)
    with TestClient(create_app(library), base_url=ADDRESS, raise_server_exceptions=False) as client:
        clip = client.get("/api/clips").json()["clips"][0]["id"]
        assert rename(client, clip, "confirmed").status_code == 200
        ballast = fill(disk)
        confirmed = "confirmed"
        for n in range(200):  # the log of the database may have room left for a few
            answer = rename(client, clip, f"{n} " + "x" * 180)
            if answer.status_code != 200:
                break
            confirmed = f"{n} " + "x" * 180
        said = answer.json()["error"]
        assert answer.status_code != 200
        assert "check that the disk has room" in said
        assert "\n" not in said
        job = client.post("/api/jobs", json={"kind": "export", "clips": [clip], "suffix": ".bvh"})
        assert job.status_code == 507, job.text
        assert "\n" not in job.json()["error"]
        assert client.get(f"/api/clips/{clip}").json()["state"]["row"]["name"] == confirmed
        ballast.unlink()
        assert rename(client, clip, "room again").status_code == 200
    with Library.open(library) as opened:
        assert opened.clip(clip).name == "room again"


def test_the_studio_says_it_in_one_line_when_it_starts(folder: Path, disk: Path) -> None:
    library = disk / "library"
    shutil.copytree(folder, library)
    fill(disk)
    start = [sys.executable, "-m", "motionloom", "studio", str(library), "--no-browser", "--port", "0"]
    done = subprocess.run(start, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert "check that the disk has room" in done.stderr
