"""What this machine can do at best: single-precision matrix products and copies of memory."""

from __future__ import annotations

import numpy as np

from motionloom.bench.rows import Row, Run


def measure(run: Run) -> list[Row]:
    """The limits that other suites are held against."""
    run.say("the machine's own limits")
    return [sgemm(run), copy(run)]


def sgemm(run: Run, size: int = 2048) -> Row:
    """A square single-precision matrix product, in floating-point operations a second."""
    rng = np.random.default_rng(0)
    a, b = rng.random((2, size, size), dtype=np.float32)
    out = np.empty_like(a)
    seconds = run.time(lambda: np.matmul(a, b, out=out))
    return Row("sgemm", f"BLAS {size}x{size}", seconds, 2 * size**3, "flop")


def copy(run: Run, megabytes: int = 256) -> Row:
    """A copy of memory, in bytes a second."""
    source = np.ones(megabytes << 18, dtype=np.float32)
    target = np.empty_like(source)
    return Row("copy memory", f"NumPy {megabytes} MB", run.time(lambda: np.copyto(target, source)), source.nbytes, "B")
