"""Which folder is opened, and what is said of one that cannot be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from motionloom.core.errors import LibraryError
from motionloom.library.database import DATABASE
from motionloom.studio.folder import default_folder, find_folder
from tests.conftest import PATIENCE


def test_a_library_and_a_new_or_empty_folder_will_do(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for fitting in (folder, tmp_path / "new", tmp_path / "empty"):
        assert find_folder(fitting) == fitting


def test_a_folder_of_other_things_is_refused(tmp_path: Path) -> None:
    thesis = tmp_path / "thesis.docx"
    thesis.touch()
    for unfit in (tmp_path, thesis):
        with pytest.raises(LibraryError, match="is not a library; name a library, or a new or empty folder"):
            find_folder(unfit)


def test_a_library_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"no database" * 1000)
    with pytest.raises(LibraryError, match="not a database"):
        find_folder(tmp_path)


def test_the_persons_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTIONLOOM_HOME", str(tmp_path))
    assert find_folder(None) == default_folder() == tmp_path / "library"


def test_a_folder_is_refused_before_anything_is_announced(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"no database" * 1000)
    command = [sys.executable, "-m", "motionloom", "studio", str(tmp_path), "--port", "0", "--no-browser"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("motionloom: ")
    assert ended.stderr.count("\n") == 1
