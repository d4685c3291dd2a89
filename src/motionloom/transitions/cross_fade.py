"""A plain cross-fade, the least that anybody would do: two windows on each other, poses slerped by straight weights, nothing mended."""

from __future__ import annotations

import numpy as np

from motionloom.core import Motion, quaternion
from motionloom.core.editing import concatenate
from motionloom.core.heading import headings, turn_and_move
from motionloom.transitions.table import TransitionTable


def cross_fade(table: TransitionTable, source: int, target: int, before: int = 0, after: int = 0) -> Motion:
    """From a frame of the stock to another in the table's time, with so many captured frames before and after it.

    The target's window stands where and faces as the source's does in their middles, so that neither moves alone.
    """
    stock, length = table.stock, table.frames
    first = target - length + 1
    leaving, arriving = stock.motion(source - before, source + length), stock.motion(first, target + after + 1)
    here, there = before + length // 2, length // 2
    arriving = turn_and_move(arriving, float(headings(leaving)[here] - headings(arriving)[there]))
    away = leaving.root_positions[here].astype(np.float64) - arriving.root_positions[there]
    arriving = turn_and_move(arriving, 0.0, (float(away[0]), 0.0, float(away[2])))
    share = np.linspace(0, 1, length, dtype=np.float32)[:, None]
    a, b = leaving[before:], arriving[:length]
    rotations = quaternion.slerp(a.rotations, b.rotations, np.broadcast_to(share, a.rotations.shape[:2]))
    roots = (1 - share) * a.root_positions + share * b.root_positions
    parts = [a.with_arrays(rotations, roots)]
    if before:
        parts.insert(0, leaving[:before])
    if after:
        parts.append(arriving[length:])
    return concatenate(parts)
