"""Compiled: the feet of a transition put where its plants say, by the legs alone, with nothing moved at the first and last frame."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import compiled

REACH = 0.9995  # of a stretched leg: beyond it a knee would snap
SOFTEN = 6  # frames to each side over which a foot's correction is averaged: two plants in quick succession must not tear at it
STRAIGHT = 0.02  # how much the hips' own axis counts beside a knee's, which a straight leg does not have


@compiled
def settle(bits, targets, feet, farthest, fade, rotations, turned, places, legs, parents):
    """Turn hips, knees and ankles in rotations (N, J, 4) so that planted feet (N, 4, 3) rest at targets (N, 4, 3), changed in place.

    turned (N, J, 4), places (N, J, 3): the same in the world; legs (2, 3): hip, knee, ankle of the left and the right; a plant that is
    more than `farthest` metres off is left alone; fade: frames over which a foot is let go.
    """
    length = bits.shape[0]
    shifts = np.empty((length, 3))
    for foot in range(2):
        _anchor_ends(bits, targets, feet, foot)
        if not _shift_foot(bits, targets, feet, foot, farthest, fade, shifts):
            continue
        for n in range(length):
            if shifts[n, 0] != 0.0 or shifts[n, 1] != 0.0 or shifts[n, 2] != 0.0:
                _bend(n, legs[foot], legs[0, 0], legs[1, 0], shifts[n], rotations, turned, places, parents)


@compiled
def _anchor_ends(bits, targets, feet, foot):
    """Plants that reach the first or the last frame stand where the foot is there: the neighbouring motion goes on from that place.

    One that reaches both moves from the one place to the other: that is what the demand asks of it.
    """
    length = bits.shape[0]
    start, stop = 0, length
    while start < length and (bits[start, 2 * foot] or bits[start, 2 * foot + 1]):
        start += 1
    while stop > 0 and (bits[stop - 1, 2 * foot] or bits[stop - 1, 2 * foot + 1]):
        stop -= 1
    first, last = _offset(bits, targets, feet, foot, 0), _offset(bits, targets, feet, foot, length - 1)
    for n in range(length):
        s = n / (length - 1)
        s = s * s * (3 - 2 * s)
        for p in (2 * foot, 2 * foot + 1):
            if not bits[n, p]:
                continue
            for c in range(3):
                if n < start and n >= stop:
                    targets[n, p, c] += (1 - s) * first[c] + s * last[c]
                elif n < start:
                    targets[n, p, c] += first[c]
                elif n >= stop:
                    targets[n, p, c] += last[c]


@compiled
def _offset(bits, targets, feet, foot, n):
    """Mean (3,) of where the planted points of a foot are, less where they should be."""
    out, hits = np.zeros(3), 0
    for p in (2 * foot, 2 * foot + 1):
        if bits[n, p]:
            out += feet[n, p] - targets[n, p]
            hits += 1
    return out / hits if hits else out


@compiled
def _shift_foot(bits, targets, feet, foot, farthest, fade, shifts):
    """How far a foot must move at each frame, shifts (N, 3): to its plants, and in the air from one to the next; whether at all."""
    length = bits.shape[0]
    held = np.zeros(length, np.bool_)
    raw = np.zeros((length, 3))
    n = 0
    while n < length:
        if not (bits[n, 2 * foot] or bits[n, 2 * foot + 1]):
            n += 1
            continue
        start, away = n, 0.0
        while n < length and (bits[n, 2 * foot] or bits[n, 2 * foot + 1]):
            raw[n] = -_offset(bits, targets, feet, foot, n)
            away += math.sqrt(raw[n, 0] ** 2 + raw[n, 1] ** 2 + raw[n, 2] ** 2)
            n += 1
        if away / (n - start) > farthest:
            raw[start:n] = 0.0
        else:
            held[start:n] = True
    if not held.any():
        return False
    _let_go(held, raw, fade, shifts)
    _soften(shifts)
    return True


@compiled
def _let_go(held, raw, fade, shifts):
    """Shifts of held frames as they are; of the others fading out from the plant before and in to the plant after."""
    length = held.shape[0]
    shifts[:] = 0.0
    for n in range(length):
        if held[n]:
            shifts[n] = raw[n]
            continue
        before, after = n, n
        while before >= 0 and not held[before]:
            before -= 1
        while after < length and not held[after]:
            after += 1
        gap = after - before
        for side in range(2):
            at = before if side == 0 else after
            # The first and the last frame belong to the neighbouring motions: nothing may be left over there.
            room = min(fade, gap if before >= 0 and after < length else (length - 1 - before if side == 0 else after))
            if 0 <= at < length and abs(n - at) < room:
                s = 1 - abs(n - at) / room
                shifts[n] += s * s * (3 - 2 * s) * raw[at]


@compiled
def _soften(shifts):
    """Shifts (N, 3) averaged over time, in place; beyond the ends they go on turned about them, so that 0 stays 0 there."""
    length = shifts.shape[0]
    sharp = shifts.copy()
    for n in range(length):
        total, weights = np.zeros(3), 0.0
        for k in range(-SOFTEN, SOFTEN + 1):
            weight = 1 + math.cos(math.pi * k / (SOFTEN + 1))
            m = n + k
            if m < 0:
                total -= weight * sharp[min(-m, length - 1)]
            elif m >= length:
                total -= weight * sharp[max(2 * (length - 1) - m, 0)]
            else:
                total += weight * sharp[m]
            weights += weight
        shifts[n] = total / weights


@compiled
def _bend(n, leg, left_hip, right_hip, shift, rotations, turned, places, parents):
    """Move one ankle by shift (3,): the knee opens or closes, the hip turns, the foot keeps its direction."""
    hip, knee, ankle = leg
    a, b, c = places[n, hip].astype(np.float64), places[n, knee].astype(np.float64), places[n, ankle].astype(np.float64)
    upper, lower, goal = b - a, c - b, c + shift - a
    thigh, shank = math.sqrt(np.sum(upper * upper)), math.sqrt(np.sum(lower * lower))
    away = math.sqrt(np.sum(goal * goal))
    wanted = min(max(away, abs(thigh - shank) + 1e-4), max(REACH * (thigh + shank), math.sqrt(np.sum((c - a) * (c - a)))))
    axis = _cross(upper, lower) / (thigh * shank)
    across = places[n, left_hip].astype(np.float64) - places[n, right_hip]
    axis += STRAIGHT * across / max(math.sqrt(np.sum(across * across)), 1e-6)
    axis /= max(math.sqrt(np.sum(axis * axis)), 1e-9)
    now = math.acos(min(max(np.sum(upper * lower) / (thigh * shank), -1.0), 1.0))
    inside = min(max((thigh * thigh + shank * shank - wanted * wanted) / (2 * thigh * shank), -1.0), 1.0)
    open_knee = _about(axis, math.pi - math.acos(inside) - now)
    reached = upper + _rotate(open_knee, lower)
    aim = _between(reached, goal)
    whole = _multiply(aim, open_knee)
    _set_local(n, hip, aim, _still(), rotations, turned, parents)
    _set_local(n, knee, whole, aim, rotations, turned, parents)
    _set_local(n, ankle, _still(), whole, rotations, turned, parents)


@compiled
def _set_local(n, joint, change, above, rotations, turned, parents):
    """The joint's own rotation when its world rotation turns by `change` and its parent's by `above`."""
    new = _multiply(change, turned[n, joint].astype(np.float64))
    if parents[joint] >= 0:
        parent = _multiply(above, turned[n, parents[joint]].astype(np.float64))
        parent[:3] *= -1.0
        new = _multiply(parent, new)
    size = 1 / math.sqrt(np.sum(new * new))
    sign = size if np.sum(new * rotations[n, joint]) >= 0 else -size
    for c in range(4):
        rotations[n, joint, c] = sign * new[c]


@compiled
def _still():
    return np.array([0.0, 0.0, 0.0, 1.0])


@compiled
def _cross(a, b):
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


@compiled
def _about(axis, angle):
    s = math.sin(angle / 2)
    return np.array([axis[0] * s, axis[1] * s, axis[2] * s, math.cos(angle / 2)])


@compiled
def _multiply(a, b):
    return np.array(
        [
            a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
            a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
            a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
            a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
        ]
    )


@compiled
def _rotate(q, v):
    t = 2 * _cross(q[:3], v)
    return v + q[3] * t + _cross(q[:3], t)


@compiled
def _between(a, b):
    """The smallest turn from the direction of a to that of b."""
    c = _cross(a, b)
    w = math.sqrt(np.sum(a * a) * np.sum(b * b)) + np.sum(a * b)
    q = np.array([c[0], c[1], c[2], w])
    return q / max(math.sqrt(np.sum(q * q)), 1e-12)
