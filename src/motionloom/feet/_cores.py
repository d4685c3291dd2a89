"""Where the ends of plants move though their middle stands, compiled. Imported only where it runs: numba takes a while to load."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np

from motionloom.core._compiled import compiled


@compiled
def _core(track, near):
    """The longest stretch of a track (N, 3) within `near` of its median, as its first frame and the one after its last."""
    middle = np.median(track[:, 0].copy()), np.median(track[:, 1].copy()), np.median(track[:, 2].copy())
    best, end, length = 0, 0, 0
    for f in range(len(track)):
        stands = abs(track[f, 0] - middle[0]) <= near and abs(track[f, 1] - middle[1]) <= near and abs(track[f, 2] - middle[2]) <= near
        length = length + 1 if stands else 0
        if length > best:
            best, end = length, f + 1
    return end - best, end


@compiled
def _find_ends(points, bits, near, share, ends):
    count = len(points)
    for p in range(bits.shape[1]):
        start = 0
        while start < count:
            stop = start
            while stop < count and bits[stop, p]:
                stop += 1
            if stop > start:
                first, last = _core(points[start:stop, p], near)
                if last - first >= share * (stop - start):
                    ends[start : start + first, p] = True
                    ends[start + last : stop, p] = True
            start = stop + 1


def find_ends(points: Any, bits: Any, near: float, share: float) -> Any:
    """The planted frames (F, 4) before and after the longest stretch in which a point (F, 4, 3) stays within `near` of its median, of
    plants of which that stretch is at least a share."""
    ends = np.zeros(bits.shape, np.bool_)
    _find_ends(points, np.ascontiguousarray(bits), near, share, ends)
    return ends
