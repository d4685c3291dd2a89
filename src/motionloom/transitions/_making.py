"""Compiled: a transition between real windows, from the choice of its recipe to its rotations."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import borrowing, compiled
from motionloom.score.momentum import USUAL
from motionloom.transitions._blending import blend_rotations, find_warp, lead_path, time_frames
from motionloom.transitions._momentum import lead_evenly
from motionloom.transitions._scoring import choose_plants, measure_balance


@compiled
def choose_blend(candidates, features, squares, data, measures, warps):
    """Which row of candidates (m, k) blends best, and its score in metres, by positions: near enough to choose by. The best has the
    least sum of its score and its detour: by how much the body ducks or rises on a way that neither its source nor its target takes.

    A candidate is the first frames of its windows, -1 where there are fewer than k; all have the same source. Its warp to a window is
    found once, whichever candidates share it; those of the winner go into warps (k, N). A candidate is given up as soon as it is
    worse than the best before it: put likely and cheap ones first.
    """
    rows, most = candidates.shape
    length = warps.shape[1]
    seen, found, known = np.empty(rows * most, np.intp), np.empty((rows * most, length)), 0
    firsts, own = np.empty(most, np.intp), np.empty((most, length))
    best, least, winner = np.inf, np.inf, 0
    for row in range(rows):
        if _stood_before(candidates, row):
            continue
        count = 0
        for k in range(most):
            first = candidates[row, k]
            if first < 0:
                continue
            at = 0
            while at < known and seen[at] != first:
                at += 1
            if at == known:
                if known == 0:
                    found[0] = np.arange(length)
                else:
                    a, b = slice(seen[0], seen[0] + length), slice(first, first + length)
                    find_warp(features[a], features[b], squares[a], squares[b], found[at])
                seen[at] = first
                known += 1
            firsts[count], own[count] = first, found[at]
            count += 1
        score, detour = _score(firsts[:count], own[:count], data, measures, least)
        if score + detour < least:
            best, least, winner = score, score + detour, row
            warps[:count] = own[:count]
    return winner, best


@compiled
def _stood_before(candidates, row):
    """Whether the same candidate stands in an earlier row."""
    for other in range(row):
        same = True
        for k in range(candidates.shape[1]):
            same = same and candidates[other, k] == candidates[row, k]
        if same:
            return True
    return False


@compiled
def _score(firsts, warps, data, measures, limit):
    """The score and the detour of a blend, metres; where their sum passes `limit`, something between that and their sum."""
    ground, facing, points, plants = data
    looked_at, filters, shares, half_width, rate, curve = measures
    count, length = warps.shape
    frames, weights = np.empty((count, length)), np.empty((count, length))
    turn, ways, place = np.zeros(length), np.empty((length, 2)), np.zeros((length, 2))
    time_frames(warps, curve, frames, weights)
    blended = np.empty((length, points.shape[1], 3))
    lead_evenly(firsts, frames, weights, ground, facing, points, shares, rate, turn, ways, place, blended)
    bits, targets = np.empty((length, 4), dtype=np.bool_), np.empty((length, 4, 3))
    error = choose_plants(firsts, frames, points, plants, ways, place, blended, bits, targets)
    detour = _measure_detour(firsts, blended, points, shares)
    if error + detour >= limit:
        return error, detour
    return error + measure_balance(blended, bits, looked_at, filters, shares, half_width, rate, USUAL, limit - error - detour), detour


@compiled
def _measure_detour(firsts, blended, points, shares):
    """How far the centre of mass of a blend (N, P, 3) leaves the heights, metres, between which it is in its first and its last window."""
    count, length = firsts.shape[0], blended.shape[0]
    if count < 3:
        return 0.0
    low, high = np.inf, -np.inf
    for first in (firsts[0], firsts[count - 1]):
        for n in range(length):
            height = _height(points[first + n], shares)
            low, high = min(low, height), max(high, height)
    farthest = 0.0
    for n in range(length):
        height = _height(blended[n], shares)
        farthest = max(farthest, low - height, height - high)
    return farthest


@compiled
def _height(points, shares):
    """Metres of the centre of mass above the floor, from the segments' centres, which come first among points (P, 3)."""
    height = 0.0
    for s in range(shares.shape[0]):
        height += shares[s] * points[s, 1]
    return height


@compiled
def score_windows(firsts, features, squares, data, measures):
    """The score in metres of the blend of the windows that begin at firsts (k,), by positions."""
    warps = np.empty((firsts.shape[0], measures[5].shape[0]))
    return choose_blend(firsts.reshape(1, -1), features, squares, data, measures, warps)[1]


@compiled
def make_rotations(firsts, warps, ground, facing, rotations, calm, heights, curve, frames, weights, turn, ways, place, out, roots):
    """The whole blend of the windows that begin at firsts (k,) and warp so, along their common path from turn[0], place[0]: rotations out
    (N, J, 4) and roots (N, 3)."""
    time_frames(warps, curve, frames, weights)
    lead_path(firsts, frames, weights, ground, facing, turn, ways, place)
    blend_rotations(firsts, frames, weights, rotations, calm, heights, turn, out, roots)
    for n in range(frames.shape[1]):
        roots[n, 0], roots[n, 2] = place[n, 0], place[n, 1]


@borrowing
def see_points(places, turned, segments, joints, weights, feet, offsets, points):
    """Fill points (N, P, 3): the segments' centres, the sums of weights (n,) of joints (n,) for segments (n,), then the feet's points,
    which are fixed to joints feet (m,) by offsets (m, 3). places (N, J, 3) metres and turned (N, J, 4): the joints in the world."""
    behind = points.shape[1] - feet.shape[0]
    for n in range(points.shape[0]):
        for p in range(behind):
            for c in range(3):
                points[n, p, c] = 0.0
        for m in range(segments.shape[0]):
            for c in range(3):
                points[n, segments[m], c] += weights[m] * places[n, joints[m], c]
        for m in range(feet.shape[0]):
            j = feet[m]
            x, y, z, w = turned[n, j, 0], turned[n, j, 1], turned[n, j, 2], turned[n, j, 3]
            a, b, d = offsets[m, 0], offsets[m, 1], offsets[m, 2]
            tx, ty, tz = 2 * (y * d - z * b), 2 * (z * a - x * d), 2 * (x * b - y * a)
            points[n, behind + m, 0] = places[n, j, 0] + a + w * tx + y * tz - z * ty
            points[n, behind + m, 1] = places[n, j, 1] + b + w * ty + z * tx - x * tz
            points[n, behind + m, 2] = places[n, j, 2] + d + w * tz + x * ty - y * tx
