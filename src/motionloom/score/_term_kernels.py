"""Compiled loops of the terms of naturalness: a second of motion is scored in a fraction of a millisecond."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled


@compiled
def carry_points(rotations, positions, joints, offsets, free, size, out):
    """Fill out (F, P, 3) with points at offsets (P, 3) of joints (P,), times size; of a free one only its turned offset."""
    for f in range(positions.shape[0]):
        for p in range(joints.shape[0]):
            j = joints[p]
            x, y, z, w = rotations[f, j, 0], rotations[f, j, 1], rotations[f, j, 2], rotations[f, j, 3]
            a, b, c = offsets[p, 0], offsets[p, 1], offsets[p, 2]
            tx, ty, tz = 2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)
            turned = (a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx)
            for k in range(3):
                base = 0.0 if free[p] else positions[f, j, k]
                out[f, p, k] = size * (base + turned[k])


@compiled
def correlate(values, kernel, out):
    """Fill out (F, N) with values (F, N) weighted by a kernel (2 r + 1,) about each frame, continued by a half turn about the ends."""
    frames, columns = values.shape
    reach = kernel.shape[0] // 2
    for f in range(frames):
        for n in range(columns):
            out[f, n] = 0.0
        for k in range(-reach, reach + 1):
            at, weight = f + k, kernel[k + reach]
            if at < 0:
                inner = min(-at, frames - 1)
                for n in range(columns):
                    out[f, n] += weight * (2 * values[0, n] - values[inner, n])
            elif at >= frames:
                inner = max(2 * (frames - 1) - at, 0)
                for n in range(columns):
                    out[f, n] += weight * (2 * values[frames - 1, n] - values[inner, n])
            else:
                for n in range(columns):
                    out[f, n] += weight * values[at, n]


@compiled
def median_places(feet, plants, places):
    """Set places (F, 4, 3) to the median of feet (F, 4, 3) over each run of plants (F, 4)."""
    frames = feet.shape[0]
    for p in range(feet.shape[1]):
        start = 0
        while start < frames:
            if not plants[start, p]:
                start += 1
                continue
            stop = start
            while stop < frames and plants[stop, p]:
                stop += 1
            for c in range(3):
                ordered = np.sort(feet[start:stop, p, c].copy())
                count = stop - start
                middle = 0.5 * (ordered[(count - 1) // 2] + ordered[count // 2])
                for f in range(start, stop):
                    places[f, p, c] = middle
            start = stop


@compiled
def bend_angles(first, joint, last, axis, out):
    """Fill out (F,) with the turn about axis (F, 3) from the bone first-joint to the bone joint-last (F, 3), radians, unwrapped."""
    for f in range(first.shape[0]):
        ux, uy, uz = joint[f, 0] - first[f, 0], joint[f, 1] - first[f, 1], joint[f, 2] - first[f, 2]
        vx, vy, vz = last[f, 0] - joint[f, 0], last[f, 1] - joint[f, 1], last[f, 2] - joint[f, 2]
        ax, ay, az = axis[f, 0], axis[f, 1], axis[f, 2]
        turn = (uy * vz - uz * vy) * ax + (uz * vx - ux * vz) * ay + (ux * vy - uy * vx) * az
        turn /= max(np.sqrt(ax * ax + ay * ay + az * az), 1e-12)
        angle = np.arctan2(turn, ux * vx + uy * vy + uz * vz)
        if f > 0:
            angle -= 2 * np.pi * np.round((angle - out[f - 1]) / (2 * np.pi))
        out[f] = angle


@compiled
def sharpest(values, near, far, out):
    """Fill out (F,) with by how much the worst of values (F, N) stands above all between near and far frames before and after it."""
    frames, columns = values.shape
    for f in range(frames):
        out[f] = 0.0
        for n in range(columns):
            around = 0.0
            for k in range(near, far + 1):
                around = max(around, values[max(f - k, 0), n], values[min(f + k, frames - 1), n])
            out[f] = max(out[f], values[f, n] - around)


@compiled
def sole_points(feet, tips, width, heel_width, out):
    """Fill out (F, 12, 2) with the corners of both soles on the ground; feet (F, 4, 3), tips (F, 2, 3)."""
    for f in range(feet.shape[0]):
        for foot in range(2):
            hx, hz = feet[f, 2 * foot, 0], feet[f, 2 * foot, 2]
            bx, bz = feet[f, 2 * foot + 1, 0], feet[f, 2 * foot + 1, 2]
            dx, dz = bx - hx, bz - hz
            length = max(np.sqrt(dx * dx + dz * dz), 1e-6)
            sx, sz = 0.5 * width * dz / length, -0.5 * width * dx / length
            for n in range(3):
                x = hx if n == 0 else bx if n == 1 else tips[f, foot, 0]
                z = hz if n == 0 else bz if n == 1 else tips[f, foot, 2]
                share = 1.0 if n == 1 else heel_width
                at = 6 * foot + 2 * n
                out[f, at, 0], out[f, at, 1] = x + share * sx, z + share * sz
                out[f, at + 1, 0], out[f, at + 1, 1] = x - share * sx, z - share * sz


@compiled
def zero_moment_points(centres, accelerations, shares, floor, gravity, least_load, out):
    """Fill out (F, 2) with the zero moment point of segments (F, S, 3) with mass shares (S,) over a floor at heights (F,).

    It is reckoned from the centre of mass: where the load is less than the least, the point must not depend on where the world begins.
    """
    for f in range(centres.shape[0]):
        mx, mz = 0.0, 0.0
        for s in range(centres.shape[1]):
            mx += shares[s] * centres[f, s, 0]
            mz += shares[s] * centres[f, s, 2]
        x, z, load = 0.0, 0.0, 0.0
        for s in range(centres.shape[1]):
            up, above = accelerations[f, s, 1] + gravity, centres[f, s, 1] - floor[f]
            load += shares[s] * up
            x += shares[s] * ((centres[f, s, 0] - mx) * up - accelerations[f, s, 0] * above)
            z += shares[s] * ((centres[f, s, 2] - mz) * up - accelerations[f, s, 2] * above)
        load = max(load, least_load * gravity)
        out[f, 0], out[f, 1] = mx + x / load, mz + z / load


@compiled
def lengths(vectors, out):
    """Fill out (F, N) with the lengths of vectors (F, N, 3)."""
    for f in range(vectors.shape[0]):
        for n in range(vectors.shape[1]):
            x, y, z = vectors[f, n, 0], vectors[f, n, 1], vectors[f, n, 2]
            out[f, n] = np.sqrt(x * x + y * y + z * z)
