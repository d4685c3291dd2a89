"""Nearest neighbours of many queries, compiled. Imported only where it runs: numba takes a while to load."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np

from motionloom.core._compiled import compiled, fast
from motionloom.core.threads import run_in_chunks

CHUNK = 1024  # queries a thread takes at a time
# Constants to the compiler, which then compares a query with a whole block in vector registers: far faster than point by point.
# For that its loops must store nothing and call for no integers, so the lanes that pass come back as a sum of powers of two.
LANES = 16
DEPTH = 8
BOX_DEPTH = 6  # of these axes, those along which boxes are compared: the last are so narrow that they rule nothing out
LANE_WEIGHTS = (2.0 ** np.arange(LANES)).astype(np.float32)
# Where the lowest bit of a word is set: a de Bruijn sequence has another five bits on top for each.
DE_BRUIJN = np.uint32(0x077CB531)
LOWEST_BITS = np.zeros(32, np.int8)
LOWEST_BITS[[((1 << bit) * int(DE_BRUIJN) & 0xFFFFFFFF) >> 27 for bit in range(32)]] = np.arange(32)
# A neighbour is one number: its squared distance, the bits of which as a float sort like those of an integer, above its place.
NOBODY = np.int64(0x7F7FFFFF) << 32
# Masks are found with fast maths, whose last bits may differ from one compilation to the next. So they hold a little more than the bound
# asks for; a point is taken only if its distance, which is found with exact maths, is below it. Sums of powers of two are exact anyhow.
SLACK = np.float32(1 + 1e-5)
ANYWHERE = np.float32(1e17)  # a squared distance that no two points are apart, short of where padding lies


@fast
def _points_within(queries, q, blocks, b, bound):
    """A mask of the points of a block (DEPTH, LANES) whose squared distance to a query, along the first axes, is at most the bound."""
    mask, wide = np.float32(0), bound * SLACK
    for lane in range(LANES):
        total = np.float32(0)
        for d in range(DEPTH):
            difference = queries[q, d] - blocks[b, d, lane]
            total += difference * difference
        mask += LANE_WEIGHTS[lane] if total <= wide else np.float32(0)
    return np.int32(mask)


@fast
def _boxes_within(queries, q, centres, halves, c, bound):
    """A mask of LANES boxes, centres and half widths (DEPTH, LANES), that reach to within the squared bound of a query."""
    mask, zero, wide = np.float32(0), np.float32(0), bound * SLACK
    for lane in range(LANES):
        total = zero
        for d in range(BOX_DEPTH):
            gap = abs(queries[q, d] - centres[c, d, lane]) - halves[c, d, lane]
            gap = gap if gap > zero else zero
            total += gap * gap
        mask += LANE_WEIGHTS[lane] if total <= wide else zero
    return np.int32(mask)


@compiled
def _lowest(mask):
    """The place of the lowest bit that is set."""
    return LOWEST_BITS[np.uint32(np.uint32(mask & -mask) * DE_BRUIJN) >> np.uint32(27)]


@compiled
def _distance(queries, q, points, p):
    """The squared distance of a query to a point."""
    total = np.float32(0)
    for d in range(points.shape[1]):
        difference = queries[q, d] - points[p, d]
        total += difference * difference
    return total


@compiled
def _insert(keys, q, distance, place):
    """Put a candidate into the sorted list of a query's k best; returns the squared distance of the last. No branches: they cost more."""
    key = (np.int64(np.float32(distance).view(np.int32)) << 32) | np.int64(place)
    for n in range(keys.shape[1] - 1, 0, -1):
        keys[q, n] = min(keys[q, n], max(keys[q, n - 1], key))
    keys[q, 0] = min(keys[q, 0], key)
    return np.int32(keys[q, keys.shape[1] - 1] >> 32).view(np.float32)


@compiled
def _take(queries, q, points, blocks, b, bound, keys):
    """Try every point of a block; returns the squared distance within which the k nearest are now known to lie."""
    mask = _points_within(queries, q, blocks, b, bound)
    while mask:
        place = b * LANES + _lowest(mask)
        distance = _distance(queries, q, points, place)
        if distance < bound:
            bound = min(bound, _insert(keys, q, distance, place))
        mask &= mask - 1
    return bound


@compiled
def _search(queries, points, blocks, centres, halves, top_centres, top_halves, start, stop, keys):
    """Fill keys (Q, k) with the nearest points of queries start..stop."""
    k = keys.shape[1]
    looked_at = np.full(len(blocks), -1, np.int32)
    for q in range(start, stop):
        for n in range(k):
            keys[q, n] = NOBODY
        bound = ANYWHERE
        # Queries come in order of time: the boxes in which the one before found its neighbours hold nearly the right ones.
        for n in range(k if q > start else 0):
            b = np.int32(keys[q - 1, n]) // LANES
            if looked_at[b] != q:
                looked_at[b] = q
                bound = _take(queries, q, points, blocks, b, bound, keys)
        for t in range(len(top_centres)):
            groups = _boxes_within(queries, q, top_centres, top_halves, t, bound)
            while groups:
                c = t * LANES + _lowest(groups)
                groups &= groups - 1
                boxes = _boxes_within(queries, q, centres, halves, c, bound)
                while boxes:
                    b = c * LANES + _lowest(boxes)
                    boxes &= boxes - 1
                    if looked_at[b] != q:
                        bound = _take(queries, q, points, blocks, b, bound, keys)


def search_blocks(queries: Any, points: Any, blocks: Any, boxes: Any, top_boxes: Any, k: int) -> Any:
    """Places (Q, k) of the k nearest points of every query and distances (Q, k), nearest first.

    queries (Q, D), points (B * LANES, D); blocks (B, DEPTH, LANES) the first axes of the same; boxes: centres and half widths
    (C, DEPTH, LANES) of LANES blocks at a time; top_boxes (T, DEPTH, LANES), of LANES times LANES.
    """
    keys = np.empty((len(queries), k), np.int64)

    def work(start: int, stop: int) -> None:
        _search(queries, points, blocks, *boxes, *top_boxes, start, stop, keys)

    run_in_chunks(work, len(queries), chunk=CHUNK)
    return (keys & 0xFFFFFFFF).astype(np.int32), np.sqrt((keys >> 32).astype(np.int32).view(np.float32))


@compiled
def _votes(found, bits, start, stop, votes):
    share = np.float32(1 / found.shape[1])
    for q in range(start, stop):
        for c in range(bits.shape[1]):
            count = 0
            for n in range(found.shape[1]):
                count += bits[found[q, n], c]
            votes[q, c] = count * share


def count_votes(found: Any, bits: Any) -> Any:
    """The shares (Q, C) of the examples found (Q, k) whose bits (P, C) are set."""
    votes = np.empty((len(found), bits.shape[1]), np.float32)
    run_in_chunks(lambda start, stop: _votes(found, bits, start, stop, votes), len(found), chunk=16 * CHUNK)
    return votes
