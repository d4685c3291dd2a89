"""Compiled loops are forgotten when any file with loops changes."""

from __future__ import annotations

import os
from pathlib import Path

from motionloom.core.kernel_cache import forget_stale_kernels


def test_loops_are_kept_until_a_source_changes(tmp_path: Path) -> None:
    (tmp_path / "room" / "__pycache__").mkdir(parents=True)
    called, other = tmp_path / "room" / "_called.py", tmp_path / "room" / "plain.py"
    called.write_text("a = 1")
    other.write_text("b = 1")
    index = tmp_path / "room" / "__pycache__" / "_caller.work-1.py311.nbi"
    forget_stale_kernels(tmp_path)

    index.write_bytes(b"compiled")
    other.write_text("b = 2")  # has no loops
    assert forget_stale_kernels(tmp_path) == 0
    assert index.exists()

    called.write_text("a = 2")
    os.utime(called, ns=(1, 1))
    assert forget_stale_kernels(tmp_path) == 1
    assert not index.exists()
    assert forget_stale_kernels(tmp_path) == 0


def test_a_package_that_cannot_be_written_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "_called.py").write_text("a = 1")
    (tmp_path / "__pycache__").write_text("a file where the folder should be")
    assert forget_stale_kernels(tmp_path) == 0
