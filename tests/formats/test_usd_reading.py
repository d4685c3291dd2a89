"""Whatever a USD file does to Pixar's reader, it happens in another process, and the file is refused in one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from motionloom.core.errors import FileError
from motionloom.formats import ReadOptions, _usd_reading, read, save
from motionloom.formats._usd_worker import pack_clip, unpack_clip
from tests.conftest import make_motion, make_skeleton

END = {
    "import time; time.sleep(100)": "not done with it after 1 s",
    "from motionloom.formats import _usd_worker as w; input(); w.limit_time(0)\nwhile True: pass": "not done with it after 1 s",
    "import os; input(); os.abort()": "broke off on it",  # as an exception of C++ that nobody catches does
    "print('{\"size\": 9}'); print('cut')": "broke off on it",
}


@pytest.mark.parametrize("code", END)
def test_a_reader_that_hangs_or_dies_is_one_line(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "clip.usdc"
    path.write_bytes(b"PXR-USDC")
    monkeypatch.setattr(_usd_reading, "SECONDS", 1.0)
    # Those that do not sleep are told by how they end, however long they take to start.
    monkeypatch.setattr(_usd_reading, "PATIENCE", 1.0 if "sleep" in code else 200.0)
    monkeypatch.setattr(_usd_reading, "_WORKER", _usd_reading._Worker(("-c", code)))
    with pytest.raises(FileError, match=END[code]) as told:
        read(path)
    assert str(told.value).startswith(str(path))
    assert "\n" not in str(told.value)
    assert _usd_reading.list_names(path, ReadOptions()) == ()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
def test_a_reader_that_fills_the_memory_is_stopped() -> None:
    code = "from motionloom.formats._usd_worker import limit_memory; limit_memory(100); bytearray(4 << 30)"
    assert b"MemoryError" in subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).stderr


def test_a_worker_that_ended_is_started_again(tmp_path: Path) -> None:
    path = tmp_path / "clip.usda"
    save(make_motion(make_skeleton(), 5), path)
    first = read(path).motion
    process = _usd_reading._WORKER._process
    assert process is not None
    process.kill()
    process.wait()
    assert np.array_equal(read(path).motion.rotations, first.rotations)


def test_paths_count_from_where_we_are_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        save(make_motion(make_skeleton(), 4 if name == "one" else 6), "clip.usda")
        assert len(read("clip.usda").motion) == (4 if name == "one" else 6)
        with pytest.raises(FileError, match=r"^none\.usda: No such file"):
            read(Path("none.usda"))
    assert os.getcwd() == str(tmp_path / "two")


def test_a_clip_comes_through_to_the_last_digit() -> None:
    from motionloom.formats.registry import RawClip

    motion = make_motion(make_skeleton(), 5)
    clip = RawClip(motion.skeleton, motion.rotations, motion.root_positions, 1 / 3, 0.01, "z", True, ("said",), "walk", {"kind": "x"})
    again = unpack_clip(pack_clip(clip))
    assert again.skeleton.hash == clip.skeleton.hash
    assert np.array_equal(again.rotations, clip.rotations)
    assert (again.fps, again.metres_per_unit, again.up, again.notes, again.recipe) == (1 / 3, 0.01, "z", ("said",), {"kind": "x"})
