"""Compiled: which plants of a transition are held, from when to when and where, so that no foot is torn away or rushed to its place."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import borrowing, compiled

STEADY = 0.01  # metres: a foot that stands all the time and ends so near to where it began drifts there; farther, it takes a step
SLOW = 0.007  # metres a frame that a foot may move at an end and be held from there on
BRAKE = 6  # frames at most in which such a foot comes to rest, or gets going; nothing stops at once
SHORTEST = 3  # frames of a plant that are worth holding
STEP, STEP_MORE = 18, 30.0  # frames that a step of a standing foot takes, and for each metre more
IN_THE_AIR = 0.1  # metres that a frame of such a step counts in which the other foot does not stand


@compiled
def plan_holds(bits, targets, feet, limit, fastest, push):
    """Reduce plants bits (N, 4) to those that are held, and put targets (N, 4, 3) where they are, for blended feet (N, 4, 3).

    A plant that reaches the first or the last frame stands where the foot is there, because the neighbouring motion goes on from it; a
    foot that stands all the time steps from the one place to the other. A plant is held only from and until it is within `limit` metres of
    its place and slower than `fastest` metres a frame, and only while its foot can be brought there from the plant before, or from an end,
    without being pushed: by `push` metres in one frame, four times that in two, as under an even acceleration.
    """
    length = bits.shape[0]
    starts, stops = np.empty(length + 2, np.int64), np.empty(length + 2, np.int64)
    for foot in range(2):
        count = _find_plants(bits, targets, foot, starts, stops)
        _leave_moving_ends(feet, bits, foot, starts, stops, count)
        for r in range(count):
            _fit_length(bits, targets, feet, foot, starts[r], stops[r])
        count = _anchor(bits, targets, feet, foot, starts, stops, count)
        for r in range(count):
            while 0 < starts[r] < stops[r] and _astray(bits, targets, feet, foot, starts[r], limit, fastest):
                starts[r] += 1
            while starts[r] < stops[r] < length and _astray(bits, targets, feet, foot, stops[r] - 1, limit, fastest):
                stops[r] -= 1
        count = _make_room(bits, targets, feet, foot, push, starts, stops, count)
        _keep_only(bits, targets, foot, starts, stops, count)


@borrowing
def _find_plants(bits, targets, foot, starts, stops):
    """The stretches starts:stops in which a foot stands in one place; how many comes out."""
    count = 0
    for n in range(bits.shape[0]):
        if not _stands(bits, foot, n):
            continue
        goes_on = n > 0 and _stands(bits, foot, n - 1)
        for p in range(2 * foot, 2 * foot + 2):
            if goes_on and bits[n, p] and bits[n - 1, p] and _apart(targets[n, p], targets[n - 1, p]) > 1e-6:
                goes_on = False
        if not goes_on:
            starts[count] = n
            count += 1
        stops[count - 1] = n + 1
    return count


@compiled
def _leave_moving_ends(feet, bits, foot, starts, stops, count):
    """Begin a plant that reaches the first frame, and end one that reaches the last, where the foot is slow, or as soon as it can be."""
    last = bits.shape[0] - 1
    if count > 0 and starts[0] == 0:
        while starts[0] < min(stops[0], BRAKE) and _speed(feet, bits, foot, starts[0]) > SLOW:
            starts[0] += 1
    if count > 0 and stops[count - 1] == last + 1:
        while max(starts[count - 1], last + 1 - BRAKE) < stops[count - 1] and _speed(feet, bits, foot, stops[count - 1] - 1) > SLOW:
            stops[count - 1] -= 1


@borrowing
def _speed(feet, bits, foot, n):
    """Metres a frame that the planted points of a foot move at a frame, the faster one."""
    before, after = max(n - 1, 0), min(n + 1, bits.shape[0] - 1)
    speed = 0.0
    for p in range(2 * foot, 2 * foot + 2):
        if bits[n, p]:
            speed = max(speed, _apart(feet[after, p], feet[before, p]) / (after - before))
    return speed


@compiled
def _fit_length(bits, targets, feet, foot, start, stop):
    """Put the places of heel and toe as far apart as the blended foot has them: each was found for itself."""
    heel, toe = 2 * foot, 2 * foot + 1
    size, both = 0.0, 0
    at = start
    for n in range(start, stop):
        if bits[n, heel] and bits[n, toe]:
            size += _apart(feet[n, toe], feet[n, heel])
            both += 1
            at = n
    if both == 0:
        return
    away = targets[at, toe] - targets[at, heel]
    level = math.sqrt(away[0] * away[0] + away[2] * away[2])
    wanted = math.sqrt(max((size / both) ** 2 - away[1] * away[1], 0.0))
    if level < 1e-6:
        return
    change = (wanted / level - 1.0) / 2
    for n in range(start, stop):
        for c in (0, 2):
            targets[n, heel, c] -= change * away[c]
            targets[n, toe, c] += change * away[c]


@compiled
def _anchor(bits, targets, feet, foot, starts, stops, count):
    """Move plants that reach an end to where the foot is there; one that reaches both is parted by a step. How many there are now."""
    last = bits.shape[0] - 1
    if count == 0:
        return 0
    first, final = np.zeros((2, 3)), np.zeros((2, 3))
    for p in range(2):
        first[p], final[p] = _offset(bits, targets, feet, 2 * foot + p, 0), _offset(bits, targets, feet, 2 * foot + p, last)
    whole = count == 1 and starts[0] == 0 and stops[0] == last + 1
    if whole and max(_apart(first[0], final[0]), _apart(first[1], final[1])) > STEADY:
        begin, end = _choose_step(bits, targets, feet, foot, first, final)
        stops[0], starts[1], stops[1] = begin, end, last + 1
        count = 2
    for n in range(last + 1):
        early, late = starts[0] == 0 and n < stops[0], stops[count - 1] == last + 1 and n >= starts[count - 1]
        s = n / last
        share = s * s * (3 - 2 * s) if early and late else (0.0 if early else 1.0)
        for p in range(2):
            if bits[n, 2 * foot + p] and (early or late):
                for c in range(3):
                    targets[n, 2 * foot + p, c] += (1 - share) * first[p, c] + share * final[p, c]
    return count


@compiled
def _offset(bits, targets, feet, p, n):
    """Where a point is at a frame, less where it should be; the foot's other point speaks for one that does not stand."""
    q = p if bits[n, p] else p ^ 1
    return feet[n, q] - targets[n, q] if bits[n, q] else np.zeros(3)


@compiled
def _choose_step(bits, targets, feet, foot, first, final):
    """The frames (begin, end) between which a standing foot is best moved: held on either side it should be where the blend has it, and
    the other foot should stand meanwhile."""
    length = bits.shape[0]
    before, after, other = np.zeros(length + 1), np.zeros(length + 1), np.zeros(length + 1)
    for n in range(length):
        left, stayed = 0.0, 0.0
        for p in range(2):
            if bits[n, 2 * foot + p]:
                away = feet[n, 2 * foot + p] - targets[n, 2 * foot + p]
                left, stayed = max(left, _apart(away, first[p])), max(stayed, _apart(away, final[p]))
        before[n + 1] = before[n] + left * left
        after[n + 1] = after[n] + stayed * stayed
        other[n + 1] = other[n] + (0.0 if _stands(bits, 1 - foot, n) else IN_THE_AIR * IN_THE_AIR)
    size = min(int(STEP + STEP_MORE * _apart(first[0], final[0])), length // 2 - 2)  # both feet may have to step, one after the other
    best, begin = 1e18, 2
    for n in range(2, length - 1 - size):
        cost = before[n] + after[length] - after[n + size] + other[n + size] - other[n]
        if cost < best:
            best, begin = cost, n
    return begin, begin + size


@borrowing
def _astray(bits, targets, feet, foot, n, limit, fastest):
    """Whether a foot is too far from its place at a frame, or on its way, whatever its plant says."""
    for p in range(2 * foot, 2 * foot + 2):
        if bits[n, p] and _apart(targets[n, p], feet[n, p]) > limit:
            return True
    return _speed(feet, bits, foot, n) > fastest


@borrowing
def _make_room(bits, targets, feet, foot, push, starts, stops, count):
    """Shorten plants until there is time to get from one to the next, and drop those of which nothing is left; how many are."""
    last = bits.shape[0] - 1
    kept = 0
    for r in range(count):
        start, stop = starts[r], stops[r]
        while start > 0 and start < stop:
            here = correction(bits, targets, feet, foot, start)
            at = stops[kept - 1] - 1 if kept > 0 else 0
            there = correction(bits, targets, feet, foot, at) if kept > 0 else (0.0, 0.0, 0.0)
            if _apart(here, there) <= push * (start - at) ** 2:
                break
            bound = stop > last and stop - start <= 1  # the last frame is as it is
            if kept > 0 and (bound or _square(there) > _square(here)):
                stops[kept - 1] -= 1
                if stops[kept - 1] - starts[kept - 1] < (1 if starts[kept - 1] == 0 else SHORTEST):
                    kept -= 1
            elif bound:
                break
            else:
                start += 1
        if stop - start >= SHORTEST or (stop > start and (start == 0 or stop > last)):
            starts[kept], stops[kept] = start, stop
            kept += 1
    while kept > 0 and stops[kept - 1] <= last:
        at = stops[kept - 1] - 1
        if _apart(correction(bits, targets, feet, foot, at), (0.0, 0.0, 0.0)) <= push * (last - at) ** 2:
            break
        stops[kept - 1] -= 1
        if stops[kept - 1] - starts[kept - 1] < (1 if starts[kept - 1] == 0 else SHORTEST):
            kept -= 1
    return kept


@borrowing
def _keep_only(bits, targets, foot, starts, stops, count):
    """Forget a foot's plants outside starts:stops."""
    r = 0
    for n in range(bits.shape[0]):
        while r < count and stops[r] <= n:
            r += 1
        if r == count or n < starts[r]:
            for p in range(2 * foot, 2 * foot + 2):
                bits[n, p] = False
                for c in range(3):
                    targets[n, p, c] = np.nan


@borrowing
def _stands(bits, foot, n):
    return bits[n, 2 * foot] or bits[n, 2 * foot + 1]


@borrowing
def _apart(a, b):
    return math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2)


@borrowing
def _square(a):
    return a[0] * a[0] + a[1] * a[1] + a[2] * a[2]


@borrowing
def correction(bits, targets, feet, foot, n):
    """How far (x, y, z) a foot is moved at a frame; nothing where it does not stand."""
    x, y, z, count = 0.0, 0.0, 0.0, 0
    for p in range(2 * foot, 2 * foot + 2):
        if bits[n, p]:
            x += targets[n, p, 0] - feet[n, p, 0]
            y += targets[n, p, 1] - feet[n, p, 1]
            z += targets[n, p, 2] - feet[n, p, 2]
            count += 1
    return x / max(count, 1), y / max(count, 1), z / max(count, 1)
