"""Where the ends of plants move though their middle stands, compiled. Imported only where it runs: numba takes a while to load."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np

from motionloom.core._compiled import compiled


@compiled
def _near_median(track, near):
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
def _at_rest(track, step):
    """The longest stretch of a track (N, 3) from frame to frame of which it moves by no more than `step`, as its first and last + 1."""
    best, end, length = 1, 1, 1
    for f in range(1, len(track)):
        rests = True
        for c in range(3):
            rests &= abs(track[f, c] - track[f - 1, c]) <= step
        length = length + 1 if rests else 1
        if length > best:
            best, end = length, f + 1
    return end - best, end


@compiled
def _find_ends(points, bits, near, share, step, shortest, brief, least, ends):
    count = len(points)
    for p in range(bits.shape[1]):
        start = 0
        while start < count:
            stop = start
            while stop < count and bits[stop, p]:
                stop += 1
            if stop > start:
                track, frames = points[start:stop, p], stop - start
                first, last = _near_median(track, near)
                if last - first < share * frames:
                    first, last = _at_rest(track, step)
                    if frames > brief or last - first < max(shortest, least * frames):
                        first, last = 0, frames
                ends[start : start + first, p] = True
                ends[start + last : stop, p] = True
            start = stop + 1


def find_ends(points: Any, bits: Any, near: float, share: float, step: float, shortest: float, brief: float, least: float) -> Any:
    """The planted frames (F, 4) before and after the part of each plant in which its point (F, 4, 3) stands, if there is such a part.

    That is the longest stretch within `near` of the plant's median, at least a share of it; or, in a plant of up to `brief` frames, the
    longest that moves by no more than `step` from frame to frame, at least `shortest` frames and the share `least`.
    """
    ends = np.zeros(bits.shape, np.bool_)
    _find_ends(points, np.ascontiguousarray(bits), near, share, step, shortest, brief, least, ends)
    return ends
