"""Compiled loops that align, time and blend windows of a stock."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.align._kernels import accumulate_corner_to_corner, legal_columns, trace_limited
from motionloom.core._compiled import borrowing, compiled
from motionloom.feet.cleanup._easing import fall

REACH = 4  # frames to each side over which a staircase of cells is averaged into a smooth warp (0.15 s at 60 Hz)
ONE = np.float32(1.0)  # 1 would make doubles of all that it divides
SMALL = 0.3  # radians within which these series have all digits
C2, C4, C6, C8 = 1 / 2, 1 / 24, 1 / 720, 1 / 40320
S3, S5, S7, S9 = 1 / 6, 1 / 120, 1 / 5040, 1 / 362880
OWN = 8  # frames in which the source gives up its captured detail, and the target takes on its own


@compiled
def find_warp(a, b, squares_a, squares_b, out):
    """Which frame of features b (N, D) answers to each frame of a (N, D), into out (N,): slopes within 1/2 to 2, corner to corner.

    squares_a, squares_b (N,): of `sum_squares`, which takes longer than a warp.
    """
    count = a.shape[0]
    products = np.dot(a, b.T)
    cost, total, step = np.zeros((count, count)), np.full((count, count), np.inf), np.zeros((count, count), dtype=np.int8)
    for i in range(count):
        first, stop = legal_columns(i, count)
        for j in range(max(first - 1, 0), min(stop + 1, count)):
            cost[i, j] = math.sqrt(max(squares_a[i] + squares_b[j] - 2 * products[i, j], 0.0))
    accumulate_corner_to_corner(cost, total, step)
    cells = np.empty((2 * count, 2), dtype=np.intp)
    size = trace_limited(step, count - 1, count - 1, cells)
    smooth_path(cells[:size], out)


@compiled
def sum_squares(rows):
    """The squared length (N,) of each of some rows (N, D), added up in their order."""
    squares = np.empty(rows.shape[0])
    for i in range(rows.shape[0]):
        total = np.float32(0.0)
        for d in range(rows.shape[1]):
            total += rows[i, d] * rows[i, d]
        squares[i] = total
    return squares


@compiled
def smooth_path(cells, out):
    """The smooth warp out (N,) along a path of cells (n, 2), last first, from corner to corner.

    Its distance from the diagonal is averaged over a few frames and continued beyond the corners turned about them, where it is 0:
    so the corners stay, and slopes stay between those of the path.
    """
    count = out.shape[0]
    away, hits = np.zeros(count), np.zeros(count)
    for n in range(cells.shape[0]):
        away[cells[n, 0]] += cells[n, 1] - cells[n, 0]
        hits[cells[n, 0]] += 1.0
    away /= hits
    away[0] = away[count - 1] = 0.0
    for i in range(count):
        total = 0.0
        for k in range(i - REACH, i + REACH + 1):
            if k < 0:
                total -= away[min(-k, count - 1)]
            elif k >= count:
                total -= away[max(2 * (count - 1) - k, 0)]
            else:
                total += away[k]
        out[i] = i + total / (2 * REACH + 1)


@compiled
def set_weights(s, weights):
    """Bernstein polynomials of degree k - 1 at s in 0..1, into weights (k,)."""
    count, r = weights.shape[0], 1.0 - s
    if count == 1:
        weights[0] = 1.0
    elif count == 2:
        weights[0], weights[1] = r, s
    elif count == 3:
        weights[0], weights[1], weights[2] = r * r, 2 * r * s, s * s
    else:
        weights[0], weights[1], weights[2], weights[3] = r * r * r, 3 * r * r * s, 3 * r * s * s, s * s * s


@compiled
def time_frames(warps, curve, frames, weights):
    """Which frames (k, N) of each motion play at each of N output frames, and with which weights (k, N).

    warps (k, N): frames of each motion at each frame of the first, the first row 0..N-1; curve (N,): how far along the blend is at
    each frame of the first, 0 to 1. The clock runs so that the first motion plays at its own pace where it alone counts, the last
    at its own where that does; in between it hurries or waits, so that the blend takes exactly N frames.
    """
    count, length = warps.shape
    local = np.empty(count)
    rate, clock = np.empty(length), np.empty(length)
    bump_total, total = 0.0, 0.0
    for i in range(length):
        set_weights(curve[i], local)
        low, high = max(i - 1, 0), min(i + 1, length - 1)
        pace = 0.0
        for k in range(count):
            pace += local[k] * (warps[k, high] - warps[k, low]) / (high - low)
        s = i / (length - 1)
        rate[i] = pace
        part = 0.5 if i == 0 or i == length - 1 else 1.0
        total += part * pace
        bump_total += part * pace * 6 * s * (1 - s)
    change = (length - 1 - total) / bump_total
    clock[0] = 0.0
    before = rate[0]
    for i in range(1, length):
        s = i / (length - 1)
        now = rate[i] * (1 + change * 6 * s * (1 - s))
        clock[i] = clock[i - 1] + (before + now) / 2
        before = now
    i = 0
    for n in range(length):
        while i < length - 2 and clock[i + 1] < n:
            i += 1
        share = min(max((n - clock[i]) / (clock[i + 1] - clock[i]), 0.0), 1.0)
        if n == length - 1:
            share = 1.0
        set_weights(curve[i] + share * (curve[i + 1] - curve[i]), local)
        for k in range(count):
            frames[k, n] = warps[k, i] + share * (warps[k, i + 1] - warps[k, i])
            weights[k, n] = local[k]


@borrowing
def turn_on(cosine, sine, angle):
    """Cosine and sine of an angle that is farther by some: by series where that is little, which takes a quarter of the time."""
    if abs(angle) > SMALL:
        c, s = math.cos(angle), math.sin(angle)
    else:
        square = angle * angle
        c = 1 - square * (C2 - square * (C4 - square * (C6 - square * C8)))
        s = angle * (1 - square * (S3 - square * (S5 - square * (S7 - square * S9))))
    return cosine * c - sine * s, sine * c + cosine * s


@compiled
def lead_path(firsts, frames, weights, ground, facing, turn, ways, place):
    """Heading turn (N,), its cosine and sine, ways (N, 2), and ground position place (N, 2) of the weighted movement of windows that begin
    at firsts (k,).

    turn[0] and place[0] say where it begins. The sums of `align.blend.integrate_path`. From frame to frame a heading changes little.
    """
    count, length = frames.shape
    last_x, last_z, last_turn = np.empty(count), np.empty(count), np.empty(count)
    cosines, sines = np.empty(count), np.empty(count)
    ways[0, 0], ways[0, 1] = math.cos(turn[0]), math.sin(turn[0])
    for n in range(length):
        turned, along, aside = 0.0, 0.0, 0.0
        for k in range(count):
            below = min(int(frames[k, n]), length - 2)
            share, f = frames[k, n] - below, firsts[k] + below
            x = ground[f, 0] + share * (ground[f + 1, 0] - ground[f, 0])
            z = ground[f, 1] + share * (ground[f + 1, 1] - ground[f, 1])
            angle = facing[f] + share * (facing[f + 1] - facing[f])
            if n > 0:
                weight = (weights[k, n] + weights[k, n - 1]) / 2
                change = angle - last_turn[k]
                cosine, sine = turn_on(cosines[k], sines[k], change / 2)
                dx, dz = x - last_x[k], z - last_z[k]
                along += weight * (cosine * dx - sine * dz)
                aside += weight * (cosine * dz + sine * dx)
                turned += weight * change
                cosines[k], sines[k] = turn_on(cosine, sine, change / 2)
            else:
                cosines[k], sines[k] = math.cos(angle), math.sin(angle)
            last_x[k], last_z[k], last_turn[k] = x, z, angle
        if n > 0:
            turn[n] = turn[n - 1] + turned
            cosine, sine = turn_on(ways[n - 1, 0], ways[n - 1, 1], turned / 2)
            ways[n, 0], ways[n, 1] = turn_on(cosine, sine, turned / 2)
            place[n, 0] = place[n - 1, 0] + cosine * along + sine * aside
            place[n, 1] = place[n - 1, 1] + cosine * aside - sine * along


@compiled
def blend_points(firsts, frames, weights, points, ways, place, out):
    """Weighted means of points (F, P, 3), placed along the path and turned by ways (N, 2), into out (N, P, 3).

    Positions, not rotations: good for scoring only.
    """
    count, length = frames.shape
    numbers, sums = points.reshape(points.shape[0], -1), out.reshape(length, -1)  # one long loop instead of many short ones
    for n in range(length):
        sums[n] = 0.0
        for k in range(count):
            below = min(int(frames[k, n]), length - 2)
            high = weights[k, n] * (frames[k, n] - below)
            _add_numbers(numbers, firsts[k] + below, weights[k, n] - high, high, sums, n)
        cosine, sine = ways[n, 0], ways[n, 1]
        for p in range(out.shape[1]):
            x, z = out[n, p, 0], out[n, p, 2]
            out[n, p, 0] = cosine * x + sine * z + place[n, 0]
            out[n, p, 2] = cosine * z - sine * x + place[n, 1]


@borrowing
def _add_numbers(numbers, f, low, high, sums, n):
    """Add shares of rows f and f + 1 to row n of sums."""
    a, b, total = numbers[f], numbers[f + 1], sums[n]
    for m in range(total.shape[0]):
        total[m] += low * a[m] + high * b[m]


@compiled
def blend_rotations(firsts, frames, weights, rotations, calm, heights, turn, out, roots):
    """Weighted mean rotations out (N, J, 4), the root's with the path's heading put in, and the root's height roots[:, 1].

    rotations and calm (F, J, 4): as captured and smoothed. The source leaves and the target arrives as captured; all that is between,
    and all other windows, are calm: jolts of a capture are not to be seen where another motion is asked for. A single window is itself.
    """
    count, length = frames.shape
    signs = _agree_on_signs(firsts, frames, weights, calm)
    captured, smoothed = rotations.reshape(rotations.shape[0], -1), calm.reshape(calm.shape[0], -1)
    sums = out.reshape(length, -1)  # one long loop instead of many short ones
    for n in range(length):
        out[n] = 0.0
        height = 0.0
        for k in range(count):
            below = min(int(frames[k, n]), length - 2)
            high = weights[k, n] * (frames[k, n] - below)
            low = weights[k, n] - high
            f = firsts[k] + below
            height += low * heights[f] + high * heights[f + 1]
            own = fall(n / OWN) if k == 0 else (fall((length - 1 - n) / OWN) if k == count - 1 else 0.0)
            if count == 1:
                own = 1.0
            if own < 1.0:
                _add_signed(smoothed, f, (1 - own) * low, (1 - own) * high, signs, k, sums, n)
            if own > 0.0:
                _add_signed(captured, f, own * low, own * high, signs, k, sums, n)
        _finish_rotations(turn[n], out, n)
        roots[n, 1] = height


@borrowing
def _finish_rotations(turn, out, n):
    """Make the sums of row n of out (N, J, 4) rotations, and turn the first one."""
    for j in range(out.shape[1]):
        qx, qy, qz, qw = out[n, j, 0], out[n, j, 1], out[n, j, 2], out[n, j, 3]
        size = ONE / np.sqrt(qx * qx + qy * qy + qz * qz + qw * qw)
        out[n, j, 0], out[n, j, 1], out[n, j, 2], out[n, j, 3] = qx * size, qy * size, qz * size, qw * size
    w, y = math.cos(turn / 2), math.sin(turn / 2)
    qx, qy, qz, qw = out[n, 0, 0], out[n, 0, 1], out[n, 0, 2], out[n, 0, 3]
    out[n, 0, 0], out[n, 0, 1], out[n, 0, 2], out[n, 0, 3] = w * qx + y * qz, w * qy + y * qw, w * qz - y * qx, w * qw - y * qy


@borrowing
def _add_signed(numbers, f, low, high, signs, k, sums, n):
    """Add shares of rows f and f + 1 to row n of sums, with row k of signs (k, M)."""
    a, b, sign, total = numbers[f], numbers[f + 1], signs[k], sums[n]
    small, large = np.float32(low), np.float32(high)  # all of one size, so eight at a time
    for m in range(total.shape[0]):
        total[m] += sign[m] * (small * a[m] + large * b[m])


@compiled
def _agree_on_signs(firsts, frames, weights, rotations):
    """Which of its two signs each window's rotations of a joint take in a mean, for each of their four numbers (k, 4 J): the one nearer to
    the windows before it.

    One sign for the whole blend, weighed over all frames in which both count. Chosen frame by frame it would change where two windows
    are half a turn apart (a raised arm and a hanging one), and the limb would jump.
    """
    count, length = frames.shape
    joints = rotations.shape[1]
    signs = np.ones((count, joints, 4), np.float32)
    for k in range(1, count):
        alike = np.zeros(joints)
        for n in range(0, length, 2):
            q = rotations[firsts[k] + min(int(frames[k, n]), length - 1)]
            for i in range(k):
                p = rotations[firsts[i] + min(int(frames[i, n]), length - 1)]
                share = weights[k, n] * weights[i, n]
                for j in range(joints):
                    alike[j] += share * signs[i, j, 0] * (p[j, 0] * q[j, 0] + p[j, 1] * q[j, 1] + p[j, 2] * q[j, 2] + p[j, 3] * q[j, 3])
        for j in range(joints):
            signs[k, j] = 1.0 if alike[j] >= 0 else -1.0
    return signs.reshape(count, 4 * joints)
