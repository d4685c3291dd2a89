"""Loops over pairs of frames and over edges, compiled. Imported only where they run: numba takes a while to load."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import compiled, fma

BLOCK = 32  # frames that are looked over at once for any edge at all
ONE = np.float32(1)
A0, A1, A2, A3 = np.float32(1.5707963050), np.float32(-0.2145988016), np.float32(0.0889789874), np.float32(-0.0501743046)
A4, A5, A6, A7 = np.float32(0.0308918810), np.float32(-0.0170881256), np.float32(0.0066700901), np.float32(-0.0012624911)


@compiled
def measure_row(rotations, weights, velocities, i, row):
    """Distances row (N,) of frame i from all frames; rotations (K, 4, N) and velocities (V, N): frames last, so that they vectorise.

    The arc cosine is Abramowitz and Stegun's 4.4.46, right to 2e-8: the library's own does not vectorise.
    """
    frames = rotations.shape[2]
    for j in range(frames):
        row[j] = 0.0
    for v in range(velocities.shape[0]):
        own = velocities[v, i]
        for j in range(frames):
            difference = velocities[v, j] - own
            row[j] = fma(difference, difference, row[j])
    for j in range(frames):
        row[j] = math.sqrt(row[j])
    for k in range(weights.shape[0]):
        x, y, z, w = rotations[k, 0, i], rotations[k, 1, i], rotations[k, 2, i], rotations[k, 3, i]
        share = np.float32(2.0) * weights[k]
        for j in range(frames):
            c = fma(x, rotations[k, 0, j], fma(y, rotations[k, 1, j], fma(z, rotations[k, 2, j], w * rotations[k, 3, j])))
            c = min(abs(c), ONE)
            series = fma(fma(fma(A7, c, A6), c, A5), c, A4)
            series = fma(fma(fma(fma(series, c, A3), c, A2), c, A1), c, A0)
            row[j] = fma(share * math.sqrt(ONE - c), series, row[j])


@compiled
def find_edges(rotations, weights, velocities, clips, near, threshold, first, last, targets, costs, counts):
    """Edges of frames first:last into targets and costs, one after the other; counts (N,) of each frame's edges.

    An edge i -> j costs (d(i + 1, j) + d(i, j - 1)) / 2. Returns how many there are; where they do not fit, only counts are right.
    """
    total, frames = 0, rotations.shape[2]
    limit = np.nextafter(np.float32(2 * threshold), np.float32(math.inf))  # not below, so that rounding loses none
    here, after = np.empty(frames, np.float32), np.empty(frames, np.float32)
    measure_row(rotations, weights, velocities, first, here)
    for i in range(first, last):
        begin = total
        if i + 1 < frames:
            measure_row(rotations, weights, velocities, i + 1, after)
            if clips[i + 1] == clips[i]:
                for j in range(1, frames, BLOCK):
                    if _some_below(after[j : j + BLOCK], here[j - 1 : j - 1 + BLOCK], limit):
                        total = _find_edges_of(i, j, min(j + BLOCK, frames), after, here, clips, near, threshold, total, targets, costs)
        here, after = after, here
        counts[i] = total - begin
    return total


@compiled
def _some_below(after, here, limit):
    """Whether any sum of a target's two distances is not above a limit: a count, since counts vectorise and leaving early does not."""
    count = 0
    for k in range(after.shape[0]):
        count += after[k] + here[k] <= limit
    return count > 0


@compiled
def _find_edges_of(i, first, last, after, here, clips, near, threshold, total, targets, costs):
    """The edges of frame i to frames first:last, appended; returns how many there are now."""
    for j in range(first, last):
        cost = (after[j] + here[j - 1]) / 2
        if cost > threshold or clips[j - 1] != clips[j]:
            continue
        if clips[i] == clips[j] and j != i + 1 and abs(j - i - 1) < near:
            continue
        if total < targets.shape[0]:
            targets[total], costs[total] = j, 0.0 if j == i + 1 else cost
        total += 1
    return total


@compiled
def find_nearest(rotations, weights, velocities, clips, labels, step, best, pairs):
    """Least edge cost best (L, L) between frames of two labels, and the frames pairs (L, L, 2), leaving every step-th frame."""
    frames = rotations.shape[2]
    here, after = np.empty(frames, np.float32), np.empty(frames, np.float32)
    for i in range(0, frames - 1, step):
        if clips[i + 1] != clips[i]:
            continue
        measure_row(rotations, weights, velocities, i, here)
        measure_row(rotations, weights, velocities, i + 1, after)
        a = labels[i]
        for j in range(1, frames):
            cost, b = (after[j] + here[j - 1]) / 2, labels[j]
            if cost < best[a, b] and a != b and clips[j - 1] == clips[j]:
                best[a, b] = cost
                pairs[a, b, 0], pairs[a, b, 1] = i, j


@compiled
def _least(targets, costs, discount, values):
    """The least of cost + discount value over a frame's edges, by four at a time: none waits for the one before."""
    whole = targets.shape[0] - targets.shape[0] % 4
    a, b, c, d = math.inf, math.inf, math.inf, math.inf
    for e in range(0, whole, 4):
        a = min(a, costs[e] + discount * values[np.uint32(targets[e])])
        b = min(b, costs[e + 1] + discount * values[np.uint32(targets[e + 1])])
        c = min(c, costs[e + 2] + discount * values[np.uint32(targets[e + 2])])
        d = min(d, costs[e + 3] + discount * values[np.uint32(targets[e + 3])])
    for e in range(whole, targets.shape[0]):
        a = min(a, costs[e] + discount * values[np.uint32(targets[e])])
    return min(min(a, b), min(c, d))


@compiled
def sweep(starts, targets, costs, discount, values):
    """One sweep of value iteration, last frame first, in place; the largest change comes out.

    A clip's own order runs forwards, so that going backwards carries a value along a whole clip in one sweep.
    """
    largest = 0.0
    for i in range(values.shape[0] - 1, -1, -1):
        if starts[i] == starts[i + 1]:
            continue
        least = _least(targets[starts[i] : starts[i + 1]], costs[starts[i] : starts[i + 1]], discount, values)
        largest = max(largest, abs(least - values[i]))
        values[i] = least
    return largest


@compiled
def prune(starts, targets, costs, discount, values, share, kept):
    """Mark kept (E,) the edges whose Q is within `share` of the way from their frame's best to its worst."""
    for i in range(values.shape[0]):
        low, high = math.inf, -math.inf
        for e in range(starts[i], starts[i + 1]):
            q = costs[e] + discount * values[targets[e]]
            low, high = min(low, q), max(high, q)
        for e in range(starts[i], starts[i + 1]):
            kept[e] = costs[e] + discount * values[targets[e]] <= low + share * (high - low)
