"""Which library is opened, and what is kept of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from motionloom.studio import session
from motionloom.studio.app import create_app
from motionloom.studio.errors import NoLibrary, NotThere
from motionloom.studio.safety import Policy
from motionloom.studio.session import Studio


def test_a_folder_that_is_new_or_empty_waits_for_a_library(tmp_path: Path) -> None:
    for folder in (tmp_path / "new", tmp_path):
        studio = Studio(folder, Policy())
        assert studio.current is None
        with pytest.raises(NoLibrary, match="sample"):
            studio.require()
        studio.close()


def test_opening_twice_is_once(tmp_path: Path) -> None:
    studio = Studio(tmp_path / "new", Policy())
    assert studio.open() is studio.open()
    studio.close()


def test_a_library_is_found_again(tmp_path: Path) -> None:
    first = Studio(tmp_path / "library", Policy())
    assert first.current is None
    library = first.open().id
    first.close()
    second = Studio(tmp_path / "library", Policy())
    assert second.require().id == library
    second.close()


def test_motions_are_kept_but_not_for_ever(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MOTIONS_KEPT", 2000)
    studio = Studio(folder, Policy())
    current = studio.require()
    clip = current.library.clips()[0]
    motion = current.motion(clip.id)
    assert current.motion(clip.id) is motion
    for fps in range(10, 15):
        current.library.apply({"kind": "set_rate", "clips": [clip.id], "fps": fps})
        assert current.motion(clip.id).fps == fps
    current.library.apply({"kind": "set_rate", "clips": [clip.id], "fps": motion.fps})
    assert current.motion(clip.id) is not motion
    studio.close()


def test_a_deleted_clip_is_only_there_to_look_at(folder: Path) -> None:
    studio = Studio(folder, Policy())
    current = studio.require()
    clip = current.library.clips()[0].id
    current.library.apply({"kind": "delete_clips", "clips": [clip]})
    with pytest.raises(NotThere, match="deleted"):
        current.clip(clip)
    assert len(current.motion(clip)) == current.kept(clip).frames
    current.library.store.path(current.kept(clip).content).unlink()
    with pytest.raises(NotThere, match="deleted"):
        current.kept(clip)
    studio.close()


def test_the_first_clip_is_shown_before_the_loops_are_loaded(folder: Path) -> None:
    studio = Studio(folder, Policy())
    current = studio.require()
    clip = current.library.clips(limit=1)[0].id
    before = current.shown(clip).positions()
    studio.load_loops()
    assert current.shown(clip) is current.motion(clip)
    np.testing.assert_allclose(before, current.motion(clip).positions(), atol=2e-6)
    studio.close()


def test_a_library_opens_where_nothing_can_be_written_beside_it(folder: Path) -> None:
    for name in ("jobs", "studio"):
        (folder / name).write_text("in the way")
    with TestClient(create_app(folder), base_url="http://127.0.0.1:8321") as client:
        assert client.get("/api/library").json()["clips"] == 4
        assert client.get("/api/jobs").json() == []
        refused = client.post("/api/jobs", json={"kind": "sample"})
        assert refused.status_code == 507
        assert "jobs cannot be kept here" in refused.json()["error"]


def test_damaged_jobs_do_not_keep_a_library_shut(folder: Path) -> None:
    (folder / "jobs").mkdir()
    (folder / "jobs" / "jobs.sqlite").write_bytes(b"SQLite format 3\x00" + b"\xff" * 9000)
    with TestClient(create_app(folder), base_url="http://127.0.0.1:8321") as client:
        assert client.get("/api/library").json()["clips"] == 4
        assert client.get("/api/jobs").json() == []
    assert (folder / "jobs" / "jobs.sqlite.damaged-1").is_file()
