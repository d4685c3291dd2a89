"""Masks over frames and the half-open ranges in which they hold."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError


def find_runs(mask: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Half-open ranges in which mask (F,) is true."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [(int(start), int(stop)) for start, stop in edges.reshape(-1, 2)]


def fill_runs(runs: Iterable[tuple[int, int]], frames: int) -> NDArray[np.bool_]:
    """A mask (F,) that is true in the half-open ranges."""
    mask = np.zeros(frames, bool)
    for start, stop in runs:
        if not 0 <= start < stop <= frames:
            raise MotionError(f"frames {start} to {stop} do not lie in 0 to {frames}")
        mask[start:stop] = True
    return mask
