"""Compiled: which plants of a transition are held and where, with nothing moved at the first and last frame."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import compiled


@compiled
def anchor_ends(bits, targets, feet):
    """Plants that reach the first or the last frame stand where the foot is there: the neighbouring motion goes on from that place.

    A foot that stands all the time goes from the one place to the other: that is what the demand asks of it. Which feet (2,) do, comes out.
    """
    length = bits.shape[0]
    gliding = np.zeros(2, dtype=np.bool_)
    for foot in range(2):
        start, stop = 0, length
        while start < length and (bits[start, 2 * foot] or bits[start, 2 * foot + 1]):
            start += 1
        while stop > 0 and (bits[stop - 1, 2 * foot] or bits[stop - 1, 2 * foot + 1]):
            stop -= 1
        gliding[foot] = start == length
        for p in (2 * foot, 2 * foot + 1):
            first, last = _offset(bits, targets, feet, p, 0), _offset(bits, targets, feet, p, length - 1)
            for n in range(length):
                if bits[n, p] and (n < start or n >= stop):
                    s = n / (length - 1)
                    share = s * s * (3 - 2 * s) if gliding[foot] else (0.0 if n < start else 1.0)
                    for c in range(3):
                        targets[n, p, c] += (1 - share) * first[c] + share * last[c]
    return gliding


@compiled
def _offset(bits, targets, feet, p, n):
    """Where a point is at a frame, less where it should be; the foot's other point speaks for one that does not stand."""
    q = p if bits[n, p] else p ^ 1
    return feet[n, q] - targets[n, q] if bits[n, q] else np.zeros(3)


@compiled
def find_runs(feet, bits, targets, gliding, limit, haste, fastest, points, starts, stops, places, still):
    """Fill one row a plant to be held, point by point in order of time; returns how many.

    The first and the last frame are plants of their own, which stay as they are. A plant is held only from and until it is within `limit`
    metres of its place and slower than `fastest` metres a frame: a leg torn out of shape looks worse than a slide. One that follows too
    soon on another place, or on an end, is held only while its foot need not be moved by more than `haste` metres a frame to get there.
    """
    last = bits.shape[0] - 1
    count = 0
    for p in range(4):
        row, free = count, 1  # free: the first frame that is not spoken for
        held = np.zeros(3)
        starts[count], stops[count], places[count], still[count] = 0, 1, feet[0, p], True
        count += 1
        n = 0
        while n <= last and not gliding[p // 2]:
            if not bits[n, p]:
                n += 1
                continue
            start = n
            while n <= last and bits[n, p] and _apart(targets[n, p], targets[start, p]) < 1e-6:
                n += 1
            stop = n
            while 0 < start < stop and (
                _apart(targets[start, p], feet[start, p]) > limit
                or _apart(feet[min(start + 1, last), p], feet[start, p]) > fastest
                or _apart(targets[start, p] - feet[start, p], held) > haste * (start - free + 1)
            ):
                start += 1
            while start < stop <= last and (
                _apart(targets[stop - 1, p], feet[stop - 1, p]) > min(limit, haste * (last - stop + 1))
                or _apart(feet[stop - 1, p], feet[max(stop - 2, 0), p]) > fastest
            ):
                stop -= 1
            if start < stop:
                count = row if start == 0 else count
                starts[count], stops[count], places[count], still[count] = start, stop, targets[start, p], False
                free, held = stop, targets[stop - 1, p] - feet[stop - 1, p]
                count += 1
        if stops[count - 1] <= last:
            starts[count], stops[count], places[count], still[count] = last, last + 1, feet[last, p], True
            count += 1
        points[row:count] = p
    return count


@compiled
def go_along(points, starts, stops, fade, corrections):
    """Let a point that is free move as the other point of its foot does: corrections (N, 4, 3) of both were found each for itself.

    A foot that lands with its heel would else be turned about it while the toe is on its way to a place of its own.
    """
    length = corrections.shape[0]
    own, bound = corrections.copy(), np.zeros((length, 4))
    for r in range(points.shape[0]):
        p = points[r]
        before = stops[r - 1] - 1 if r > 0 and points[r - 1] == p else -length
        after = starts[r + 1] if r + 1 < points.shape[0] and points[r + 1] == p else 2 * length
        for n in range(length):
            if starts[r] <= n < stops[r]:
                bound[n, p] = 1.0
            elif before < n < after:
                away, room = (starts[r] - n, starts[r] - before) if n < starts[r] else (n - stops[r] + 1, after - stops[r] + 1)
                x = away / min(fade, room)
                bound[n, p] += (1 + 2 * x) * (1 - x) * (1 - x) if x < 1 else 0.0
    for n in range(length):
        for p in range(4):
            share = max(1 - bound[n, p], 0.0)
            for c in range(3):
                corrections[n, p, c] += share * own[n, p ^ 1, c]


@compiled
def _apart(a, b):
    return math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2)
