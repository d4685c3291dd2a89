"""Compiled loops are kept by what all files with loops say."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from motionloom.core.kernel_cache import DAY, KEPT, PACKAGE, kernel_key, open_kernel_folder

COMPILE = """
import numpy as np
from motionloom.core import _compiled as loops
one = np.zeros((1, 1, 4)), np.zeros((1, 3)), np.zeros((1, 3)), np.zeros(1, dtype=int), np.zeros((1, 1, 4)), np.zeros((1, 1, 3))
loops.see_frames(*one, 0, 1)
print(sum(loops.see_frames.stats.cache_hits.values()), sum(loops.see_frames.stats.cache_misses.values()))
"""


def make_package(folder: Path) -> Path:
    (folder / "room").mkdir(parents=True)
    (folder / "room" / "_called.py").write_text("a = 1")
    (folder / "room" / "plain.py").write_text("b = 1")
    return folder


def test_the_key_is_what_files_with_loops_say(tmp_path: Path) -> None:
    package, other = make_package(tmp_path / "here"), make_package(tmp_path / "there")
    key = kernel_key(package)
    assert kernel_key(other) == key  # wherever they are, and however old
    (package / "room" / "plain.py").write_text("b = 2")  # has no loops
    assert kernel_key(package) == key
    (package / "room" / "_called.py").write_text("a = 2")
    assert kernel_key(package) != key


def test_sets_that_nobody_uses_go(tmp_path: Path) -> None:
    package, shelf = make_package(tmp_path / "package"), tmp_path / "shelf"
    old, new = [shelf / f"old{n}" for n in range(KEPT + 2)], shelf / "of-today"
    for n, folder in enumerate(old):
        folder.mkdir(parents=True)
        os.utime(folder, (1e9 + n * DAY, 1e9 + n * DAY))
    new.mkdir()
    mine = open_kernel_folder(str(shelf), package)
    assert sorted(shelf.iterdir()) == sorted([mine, new, *old[-(KEPT - 2) :]])
    assert open_kernel_folder(str(shelf), package) == mine


def test_a_cache_that_cannot_be_written_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    folder = open_kernel_folder(str(tmp_path / "cache"), make_package(tmp_path / "package"))
    assert folder.is_dir()
    folder.rmdir()


def test_a_second_clone_does_not_compile_again(tmp_path: Path) -> None:
    def run(source: Path) -> str:
        places = {"PYTHONPATH": str(source), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        ended = subprocess.run([sys.executable, "-c", COMPILE], env={**os.environ, **places}, capture_output=True, text=True, check=True)
        return ended.stdout.strip()

    clone = tmp_path / "clone"
    shutil.copytree(PACKAGE, clone / "motionloom", ignore=shutil.ignore_patterns("__pycache__", "static", "player"))
    assert run(PACKAGE.parent) == "0 1"
    assert run(clone) == "1 0"
    changed = clone / "motionloom" / "align" / "_kernels.py"
    assert changed.is_file()
    changed.write_text(changed.read_text() + "\n# another")
    assert run(clone) == "0 1"
