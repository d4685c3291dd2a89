"""Compiled: where the feet of a blend stand, and what it scores. The definitions are those of `score.blend_plants` and `score.balance`."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import borrowing, compiled
from motionloom.core.gravity import GRAVITY
from motionloom.score._kernels import hull_distances
from motionloom.score.balance import CARRY, FLIGHT
from motionloom.score.blend_plants import ERROR_IN_HEIGHT
from motionloom.score.segments import SEGMENTS
from motionloom.score.support import HEEL_WIDTH
from motionloom.score.zero_moment import LEAST_LOAD

FEET = len(SEGMENTS)  # where the heels and toes begin among the points
TIPS = FEET + 4
AT_ONCE = 5  # frames that are filtered together


@compiled
def choose_plants(firsts, frames, points, plants, ways, place, blended, bits, targets):
    """Fill bits (N, 4) and targets (N, 4, 3) of a blend whose points are blended (N, P, 3); the mean error in metres comes out.

    Each source's plants, seen from its hips, are carried along with the blend, which goes ways (N, 2), cosine and sine of its heading; of
    those that overlap the nearest wins.
    """
    count, length = frames.shape
    most = count * (length // 2 + 1)
    runs, places, errors = np.empty((most, 3), dtype=np.intp), np.empty((most, 2, 3)), np.empty(most)
    bits[:] = False
    total, standing = 0.0, 0
    for foot in range(2):
        found = 0
        for k in range(count):
            found = _gather(k, foot, firsts[k], frames, points, plants, ways, place, blended, runs, places, errors, found)
        while True:
            best = -1
            for n in range(found):
                if errors[n] < 1e9 and (best < 0 or errors[n] < errors[best]):
                    best = n
            if best < 0:
                break
            start, stop, source = runs[best, 0], runs[best, 1], runs[best, 2]
            total += errors[best] * (stop - start)
            standing += stop - start
            for n in range(start, stop):
                f = firsts[source] + _nearest(frames[source, n], length)
                for p in range(2):
                    if plants[f, 2 * foot + p]:
                        bits[n, 2 * foot + p] = True
                        for c in range(3):
                            targets[n, 2 * foot + p, c] = places[best, p, c]
            for n in range(found):
                if runs[n, 0] < stop and start < runs[n, 1]:
                    errors[n] = 1e10
    return total / standing if standing else 0.0


@borrowing
def _nearest(frame, length):
    return min(max(int(np.rint(frame)), 0), length - 1)


@borrowing
def _gather(source, foot, first, frames, points, plants, ways, place, blended, runs, places, errors, found):
    """Append one foot's plants of one source: (start, stop, source), where heel and toe would stand, the mean error.

    Numbers, not rows of arrays: whoever holds a row is counted, which takes longer than what is done with it.
    """
    length, heel = frames.shape[1], 2 * foot
    at = FEET + heel
    n = 0
    while n < length:
        f = first + _nearest(frames[source, n], length)
        if not (plants[f, heel] or plants[f, heel + 1]):
            n += 1
            continue
        start, heels, toes = n, 0.0, 0.0
        for p in range(2):
            for c in range(3):
                places[found, p, c] = 0.0
        while n < length:
            f = first + _nearest(frames[source, n], length)
            if not (plants[f, heel] or plants[f, heel + 1]):
                break
            if plants[f, heel]:
                _add_place(points, f, at, ways, place, n, places, found, 0)
                heels += 1.0
            if plants[f, heel + 1]:
                _add_place(points, f, at + 1, ways, place, n, places, found, 1)
                toes += 1.0
            n += 1
        for c in range(3):
            if heels > 0:
                places[found, 0, c] /= heels
            if toes > 0:
                places[found, 1, c] /= toes
        error = 0.0
        for m in range(start, n):
            f = first + _nearest(frames[source, m], length)
            if plants[f, heel]:
                error += _miss(blended, m, at, places, found, 0)
            if plants[f, heel + 1]:
                error += _miss(blended, m, at + 1, places, found, 1)
        runs[found, 0], runs[found, 1], runs[found, 2] = start, n, source
        errors[found] = error / (heels + toes)
        found += 1
    return found


@borrowing
def _add_place(points, f, point, ways, place, n, places, found, p):
    """Add where a point of frame f is, carried along with frame n of the blend."""
    cosine, sine = ways[n, 0], ways[n, 1]
    x, y, z = points[f, point, 0], points[f, point, 1], points[f, point, 2]
    places[found, p, 0] += cosine * x + sine * z + place[n, 0]
    places[found, p, 1] += y
    places[found, p, 2] += cosine * z - sine * x + place[n, 1]


@borrowing
def _miss(blended, n, point, places, found, p):
    """Metres from a point of the blend to where it would stand."""
    dx, dz = blended[n, point, 0] - places[found, p, 0], blended[n, point, 2] - places[found, p, 2]
    dy = ERROR_IN_HEIGHT * (blended[n, point, 1] - places[found, p, 1])
    return math.sqrt(dx * dx + dy * dy + dz * dz)


@compiled
def measure_plants(points, bits, targets):
    """The mean distance in metres of planted heels and toes, bits (N, 4), among points (N, P, 3) from targets (N, 4, 3)."""
    total, standing = 0.0, 0
    for n in range(bits.shape[0]):
        for p in range(4):
            if bits[n, p]:
                q, place = points[n, FEET + p], targets[n, p]
                dx, dy, dz = q[0] - place[0], ERROR_IN_HEIGHT * (q[1] - place[1]), q[2] - place[2]
                total += math.sqrt(dx * dx + dy * dy + dz * dz)
                standing += 1
    return total / standing if standing else 0.0


@compiled
def measure_balance(blended, bits, looked_at, filters, shares, half_width, rate, usual, limit):
    """The largest error in metres: the zero moment point outside the support, and how much farther it is for being pushed harder than
    `usual` m/s2, or a flight that is no free fall (see `score.balance` and `score.momentum`).

    looked_at (M,): frames in the order in which they are looked at; filters (2 M, N): for each of them what smooths the motion, and its
    second derivative; shares (S,) of body mass; half_width of a foot; rate in Hz. As soon as an error passes `limit` it comes out, though
    there may be larger ones: nearly all blends that a search tries are out of balance somewhere, so only some frames are filtered first.
    """
    return _measure_both(blended, bits, looked_at, filters, shares, half_width, rate, usual, limit)[1]


@compiled
def measure_settled(blended, bits, looked_at, filters, shares, half_width, rate, usual):
    """`measure_balance` without and with what pushes harder than `usual` m/s2 add."""
    return _measure_both(blended, bits, looked_at, filters, shares, half_width, rate, usual, 1e9)


@compiled
def _measure_both(blended, bits, looked_at, filters, shares, half_width, rate, usual, limit):
    length = blended.shape[0]
    centres = np.ascontiguousarray(blended[:, :FEET]).reshape(length, 3 * FEET)
    points, fall = np.zeros((1, 2)), np.zeros(length)
    corners, standing, away = np.empty((1, 12, 2)), np.empty((1, 12), dtype=np.bool_), np.empty(1)
    reach, outside, worst = int(np.rint(CARRY * rate)), 0.0, 0.0
    for first in range(0, looked_at.shape[0], AT_ONCE):
        filtered = np.dot(filters[2 * first : 2 * (first + AT_ONCE)], centres)
        for m in range(filtered.shape[0] // 2):
            n, smooth, bent = looked_at[first + m], 2 * m, 2 * m + 1
            load, x, z, ax, az, centre = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
            for s in range(FEET):
                weight = filtered[bent, 3 * s + 1] + GRAVITY
                height = filtered[smooth, 3 * s + 1]
                load += shares[s] * weight
                x += shares[s] * (filtered[smooth, 3 * s] * weight - filtered[bent, 3 * s] * height)
                z += shares[s] * (filtered[smooth, 3 * s + 2] * weight - filtered[bent, 3 * s + 2] * height)
                ax += shares[s] * filtered[bent, 3 * s]
                az += shares[s] * filtered[bent, 3 * s + 2]
                centre += shares[s] * height
            fall[n] = math.sqrt(ax * ax + load * load + az * az)
            hurry = max(math.sqrt(ax * ax + az * az) - usual, 0.0) * centre / GRAVITY
            if not (bits[n, 0] or bits[n, 1] or bits[n, 2] or bits[n, 3]):
                worst = max(worst, hurry)
                continue
            safe = max(load, LEAST_LOAD * GRAVITY)
            points[0, 0], points[0, 1] = x / safe, z / safe
            _set_corners(n, blended, bits, half_width, reach, corners, standing)
            if _near(points, corners, standing, min(outside, worst - hurry)):
                continue  # what is nearer to a corner than this is nearer to the support still
            hull_distances(points, corners, standing, away)
            outside, worst = max(outside, away[0]), max(worst, away[0] + hurry)
            if worst > limit:
                return outside, worst
    flight = _worst_flight(bits, fall, (length - looked_at.shape[0]) // 2, rate)
    return max(outside, flight), max(worst, flight)


@borrowing
def _set_corners(frame, points, bits, half_width, reach, corners, standing):
    """The twelve corners of both soles of a frame and which of them carry: `score.support.sole_corners` and `score.balance.carrying`."""
    for foot in range(2):
        heel_carries, toe_carries = _carries(bits, frame, 2 * foot, reach), _carries(bits, frame, 2 * foot + 1, reach)
        heel, ball, tip = FEET + 2 * foot, FEET + 2 * foot + 1, TIPS + foot
        dx, dz = points[frame, ball, 0] - points[frame, heel, 0], points[frame, ball, 2] - points[frame, heel, 2]
        size = max(math.sqrt(dx * dx + dz * dz), 1e-6)
        across_x, across_z = dz / size * half_width, -dx / size * half_width
        for m in range(3):
            point = heel if m == 0 else (ball if m == 1 else tip)
            width = 1.0 if m == 1 else HEEL_WIDTH
            for side in range(2):
                sign = width if side == 0 else -width
                corners[0, 6 * foot + 2 * m + side, 0] = points[frame, point, 0] + sign * across_x
                corners[0, 6 * foot + 2 * m + side, 1] = points[frame, point, 2] + sign * across_z
                standing[0, 6 * foot + 2 * m + side] = heel_carries if m == 0 else toe_carries


@borrowing
def _near(points, corners, standing, reach):
    """Whether a point (1, 2) is within `reach` metres of one of the standing corners (1, n, 2)."""
    for n in range(corners.shape[1]):
        dx, dz = points[0, 0] - corners[0, n, 0], points[0, 1] - corners[0, n, 1]
        if standing[0, n] and reach > 0.0 and dx * dx + dz * dz < reach * reach:
            return True
    return False


@borrowing
def _carries(bits, frame, point, reach):
    """Whether a point bears weight: planted now, or within some hundredths of a second."""
    for n in range(max(frame - reach, 0), min(frame + reach + 1, bits.shape[0])):  # noqa: SIM110  numba has no generators in any()
        if bits[n, point]:
            return True
    return False


@borrowing
def _worst_flight(bits, fall, end, rate):
    """The largest departure from free fall in metres; short gaps between plants and the ends do not count."""
    length = fall.shape[0]
    worst = 0.0
    n = 0
    while n < length:
        start = n
        while n < length and not (bits[n, 0] or bits[n, 1] or bits[n, 2] or bits[n, 3]):
            n += 1
        if n - start >= FLIGHT * rate:
            for m in range(max(start, end), min(n, length - end)):
                worst = max(worst, fall[m] * ((n - start) / rate) ** 2 / 8)
        n += 1
    return worst
