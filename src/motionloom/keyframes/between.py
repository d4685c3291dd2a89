"""A stretch of a motion filled in anew from captures: every frame before and after it stays what it was, bit by bit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.editing import resample
from motionloom.keyframes.gap_stock import Stock, build_stock
from motionloom.keyframes.in_between import fill_gap
from motionloom.keyframes.key_curves import SketchError

FPS = 30.0  # of the captures that are searched, whatever rate the motion has
BEFORE = 0.35  # seconds before the gap that are looked at
FEWEST = 3  # frames of a capture


@dataclass(frozen=True, eq=False)
class Between:
    """The whole motion; planted (gap, 2): feet that are held still in the gap; trust: 0 to 1, how near captures of the legs came."""

    motion: Motion
    planted: NDArray[np.bool_]
    trust: float


def check_gap(motion: Motion, rows: slice) -> None:
    """An error where frames rows.start to rows.stop are no gap: what is on both sides of it must be known."""
    if rows.start < 2 or rows.stop > len(motion) - 1:
        raise SketchError(
            f"{motion.name!r} lasts {motion.duration:.2f} s; a gap in it has two frames or more before it and one or more behind it, "
            f"found {rows.start / motion.fps:.2f} to {rows.stop / motion.fps:.2f} s"
        )


def without_gap(motion: Motion, rows: slice, captures: Sequence[Motion]) -> list[Motion]:
    """The captures; of one that is the motion itself only what lies before and behind the gap."""
    parts = list[Motion]()
    for each in captures:
        parts += [each[: rows.start], each[rows.stop :]] if _is_same(each, motion, rows) else [each]
    return [part for part in parts if len(part) >= FEWEST]


def _is_same(one: Motion, other: Motion, rows: slice) -> bool:
    """Whether two motions are the same but for these rows."""
    if one.skeleton.hash != other.skeleton.hash or len(one) != len(other):
        return False
    return all(
        np.array_equal(a[part], b[part])
        for a, b in ((one.root_positions, other.root_positions), (one.rotations, other.rotations))
        for part in (slice(rows.start), slice(rows.stop, None))
    )


def stock_of(skeleton: Skeleton, captures: Sequence[Motion]) -> Stock:
    """Captures to fill gaps of a body from."""
    timed = [resample(each, FPS) for each in captures]
    return build_stock(skeleton, FPS, [each for each in timed if len(each) >= FEWEST])


def fill_between(motion: Motion, rows: slice, stock: Stock) -> Between:
    """The motion with frames rows.start to rows.stop made anew of captures (`stock_of` its skeleton)."""
    check_gap(motion, rows)
    past = motion[max(0, rows.start - max(2, int(np.ceil(BEFORE * motion.fps)) + 1)) : rows.start]
    filled = fill_gap(stock, past, motion[rows.stop : rows.stop + 2], rows.stop - rows.start)
    rotations, roots = motion.rotations.copy(), motion.root_positions.copy()
    signed = quaternion.make_continuous(np.concatenate([past.rotations[-1:], filled.motion.rotations]))
    rotations[rows], roots[rows] = signed[1:], filled.motion.root_positions
    return Between(motion.with_arrays(rotations, roots), filled.planted, filled.trust)
