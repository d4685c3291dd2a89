"""Exact nearest neighbours in a pool of examples.

The pool is cut into boxes of sixteen points that lie together along its first eight axes, which should be its widest. A query looks
only into boxes that can hold something nearer than what it already has, and starts from the neighbours of the frame before it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LANES = 16  # points in a box, boxes in a box of boxes: as many as the kernel compares at once
DEPTH = 8  # axes by which the kernel rules points out
FAR = 1e9  # where padding lies
ROUNDING = 1e-5  # share of the pool's extent by which a computed distance may be off

Boxes = tuple[NDArray[np.float32], NDArray[np.float32]]


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Points sorted into boxes.

    order (B * LANES,) which of the points given lies where, -1 for padding; points (B * LANES, D) in that order; blocks (B, DEPTH, LANES)
    their first axes, box by box; boxes: centres and half widths (B / LANES, DEPTH, LANES); top_boxes: those of LANES boxes each.
    """

    order: NDArray[np.int64]
    points: NDArray[np.float32]
    blocks: NDArray[np.float32]
    boxes: Boxes
    top_boxes: Boxes
    count: int

    def query(self, queries: NDArray[np.floating], k: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Indices (Q, k) of points and distances (Q, k), nearest first; k is cut to the pool's size. Fastest in order of time."""
        from motionloom.feet._neighbours import search_blocks

        given = _widen(np.asarray(queries, np.float32))
        found, distances = search_blocks(given, self.points, self.blocks, self.boxes, self.top_boxes, min(k, self.count))
        return self.order[found], distances


def build(points: NDArray[np.floating]) -> Neighbours:
    """Sort points (P, D) into boxes."""
    given = _widen(np.asarray(points, np.float32))
    members = _split(given[:, :DEPTH])
    rows = -(-len(members) // LANES) * LANES
    order = np.full((rows, LANES), -1, np.int64)
    for row, inside in enumerate(members):
        order[row, : len(inside)] = inside
    sorted_points = np.where(order[..., None] >= 0, given[order], np.float32(FAR))
    first = sorted_points[..., :DEPTH]
    slack = np.float32(ROUNDING * np.abs(given[:, :DEPTH]).max())
    lows, highs = _bounds(first, first, slack)
    top_lows, top_highs = _bounds(_group(lows), _group(highs), slack)
    return Neighbours(
        order.ravel(),
        sorted_points.reshape(-1, given.shape[1]),
        np.ascontiguousarray(first.transpose(0, 2, 1)),
        _to_lanes(_group(lows), _group(highs)),
        _to_lanes(_group(top_lows), _group(top_highs)),
        len(given),
    )


def _split(points: NDArray[np.float32]) -> list[NDArray[np.int64]]:
    """Which points lie in which box: halved along the widest axis, at a multiple of `LANES`, until each holds at most that many.

    Neighbours in the list are neighbours in space.
    """
    boxes: list[NDArray[np.int64]] = []
    waiting = [np.arange(len(points))]
    while waiting:
        members = waiting.pop()
        if len(members) <= LANES:
            boxes.append(members)
            continue
        here = points[members]
        axis = int(np.argmax(np.ptp(here, axis=0)))
        half = LANES * max(1, round(len(members) / 2 / LANES))
        ranks = np.argpartition(here[:, axis], half - 1)
        waiting += [members[ranks[half:]], members[ranks[:half]]]
    return [members for members in boxes if len(members)]


def _bounds(lows: NDArray[np.float32], highs: NDArray[np.float32], slack: np.float32) -> Boxes:
    """Boxes (N, DEPTH) about what lies in (N, LANES, DEPTH), padding left out; where all is padding, a box far away."""
    padding = lows >= FAR
    low = lows.min(axis=1) - slack
    high = np.where(padding, -np.float32(FAR), highs).max(axis=1) + slack
    empty = padding.all(axis=1)
    return np.where(empty, np.float32(FAR), low), np.where(empty, np.float32(FAR), high)


def _group(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows (N, DEPTH) by LANES (N / LANES, LANES, DEPTH), padded."""
    padding = np.full((-len(rows) % LANES, rows.shape[1]), FAR, np.float32)
    return np.concatenate([rows, padding]).reshape(-1, LANES, rows.shape[1])


def _to_lanes(lows: NDArray[np.float32], highs: NDArray[np.float32]) -> Boxes:
    """Boxes (N, LANES, DEPTH) as the kernel wants them: centres and half widths (N, DEPTH, LANES)."""
    centres, halves = (lows + highs) / 2, (highs - lows) / 2
    return np.ascontiguousarray(centres.transpose(0, 2, 1)), np.ascontiguousarray(halves.transpose(0, 2, 1))


def _widen(points: NDArray[np.float32]) -> NDArray[np.float32]:
    """Points (N, D) with zeros up to at least `DEPTH` axes."""
    return np.ascontiguousarray(np.pad(points, ((0, 0), (0, max(0, DEPTH - points.shape[1])))))
