"""Nearest neighbours of many queries, compiled. Imported only where it runs: numba takes a while to load."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.core.threads import run_in_chunks

CHUNK = 1024  # queries a thread takes at a time
# Constants to the compiler, which then takes the distances to a whole block of points in vector registers: ten times faster
# than point by point. Arrays are passed whole, with an index: taking a slice of one costs more than the distances in it.
LANES = 16
DEPTH = 8


@compiled
def _distances(queries, q, blocks, b, out):
    """Squared distances out (LANES,), along the first DEPTH axes, of a query to a block (DEPTH, LANES) of points; returns the smallest."""
    for lane in range(LANES):
        total = np.float32(0)
        for d in range(DEPTH):
            difference = queries[q, d] - blocks[b, d, lane]
            total += difference * difference
        out[lane] = total
    smallest = out[0]
    for lane in range(1, LANES):
        smallest = min(smallest, out[lane])
    return smallest


@compiled
def _gaps(queries, q, lows, highs, c, out):
    """Squared distances out (LANES,), along the first DEPTH axes, of a query to a block of boxes; returns the smallest."""
    zero = np.float32(0)
    for lane in range(LANES):
        total = zero
        for d in range(DEPTH):
            gap = max(max(lows[c, d, lane] - queries[q, d], queries[q, d] - highs[c, d, lane]), zero)
            total += gap * gap
        out[lane] = total
    smallest = out[0]
    for lane in range(1, LANES):
        smallest = min(smallest, out[lane])
    return smallest


@compiled
def _beyond(queries, q, points, p):
    """The squared distance along the axes past the first DEPTH."""
    total = np.float32(0)
    for d in range(DEPTH, points.shape[1]):
        difference = queries[q, d] - points[p, d]
        total += difference * difference
    return total


@compiled
def _insert(best, found, q, distance, place):
    """Put a candidate into the sorted lists of a query's k best, which it is known to improve."""
    n = best.shape[1] - 1
    while n > 0 and best[q, n - 1] > distance:
        best[q, n] = best[q, n - 1]
        found[q, n] = found[q, n - 1]
        n -= 1
    best[q, n] = distance
    found[q, n] = place


@compiled
def _take(queries, q, points, b, near, bound, best, found):
    """Try every point of a block whose first axes, squared distances near (LANES,), do not rule it out; returns the new bound."""
    last = best.shape[1] - 1
    for lane in range(LANES):
        if near[lane] <= bound:
            distance = near[lane] + _beyond(queries, q, points, b * LANES + lane)
            if distance <= bound and distance < best[q, last]:
                _insert(best, found, q, distance, b * LANES + lane)
                bound = min(bound, best[q, last])
    return bound


@compiled
def _start(queries, q, points, blocks, near, best, found):
    """A squared distance within which the k nearest of a query surely lie: those in the boxes of the neighbours of the one before it.

    Queries come in order of time, so these are nearly its own; best and found of this query are used for scratch.
    """
    k = best.shape[1]
    for n in range(k):
        best[q, n] = np.float32(np.inf)
    bound = np.float32(np.inf)
    for n in range(k):
        b = found[q - 1, n] // LANES
        seen = False
        for earlier in range(n):
            seen |= found[q - 1, earlier] // LANES == b
        if not seen:
            _distances(queries, q, blocks, b, near)
            bound = _take(queries, q, points, b, near, bound, best, found)
    return best[q, k - 1] * np.float32(1.0001) + np.float32(1e-12)


@compiled
def _choose(queries, q, lows, highs, top_lows, top_highs, bound, top, gaps, chosen):
    """Write the blocks whose boxes lie within the squared bound of a query into `chosen`; returns how many."""
    count = 0
    for t in range(len(top_lows)):
        if _gaps(queries, q, top_lows, top_highs, t, top) > bound:
            continue
        for c in range(t * LANES, min((t + 1) * LANES, len(lows))):
            if top[c - t * LANES] <= bound and _gaps(queries, q, lows, highs, c, gaps) <= bound:
                for lane in range(LANES):
                    if gaps[lane] <= bound:
                        chosen[count] = c * LANES + lane
                        count += 1
    return count


@compiled
def _search(queries, points, blocks, lows, highs, top_lows, top_highs, start, stop, best, found):
    """Fill best (Q, k) squared distances and found (Q, k) places of the nearest points of queries start..stop."""
    top, gaps, near = np.empty(LANES, np.float32), np.empty(LANES, np.float32), np.empty(LANES, np.float32)
    chosen = np.empty(len(blocks), np.int32)
    for q in range(start, stop):
        bound = np.float32(np.inf) if q == start else _start(queries, q, points, blocks, near, best, found)
        count = _choose(queries, q, lows, highs, top_lows, top_highs, bound, top, gaps, chosen)
        for n in range(best.shape[1]):
            best[q, n] = np.float32(np.inf)
        for i in range(count):
            if _distances(queries, q, blocks, chosen[i], near) <= bound:
                bound = _take(queries, q, points, chosen[i], near, bound, best, found)


def search_blocks(queries: Any, points: Any, blocks: Any, boxes: Any, top_boxes: Any, k: int) -> Any:
    """Places (Q, k) of the k nearest points of every query and distances (Q, k), nearest first.

    queries (Q, D), points (B * LANES, D); blocks (B, DEPTH, LANES) the first axes of the same; boxes: lows and highs (C, DEPTH, LANES)
    of LANES blocks at a time; top_boxes (T, DEPTH, LANES), of LANES times LANES.
    """
    best = np.empty((len(queries), k), np.float32)
    found = np.zeros((len(queries), k), np.int32)

    def work(start: int, stop: int) -> None:
        _search(queries, points, blocks, *boxes, *top_boxes, start, stop, best, found)

    run_in_chunks(work, len(queries), chunk=CHUNK)
    return found, np.sqrt(best)
