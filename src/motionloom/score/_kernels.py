"""Compiled loops of the score room."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numba
import numpy as np

# No fastmath here: nan is an answer (nothing stands), and fastmath may forget about it.
exact = numba.njit(cache=True, nogil=True, error_model="numpy")


@exact
def _hull(corners, standing, f, points, hull):
    """Convex hull of the standing corners of frame f, counter-clockwise, into hull (2 n + 1, 2); returns how many (Andrew's monotone
    chain). points (n, 2): to work in."""
    count = 0
    for n in range(corners.shape[1]):
        if standing[f, n]:
            x, z = corners[f, n, 0], corners[f, n, 1]
            place = count
            while place > 0 and (points[place - 1, 0] > x or (points[place - 1, 0] == x and points[place - 1, 1] > z)):
                points[place, 0], points[place, 1] = points[place - 1, 0], points[place - 1, 1]
                place -= 1
            points[place, 0], points[place, 1] = x, z
            count += 1
    if count < 3:
        hull[:count] = points[:count]
        return count
    size = 0
    for sweep in range(2):
        floor = size + 1 if sweep else 2
        for m in range(count):
            at = count - 1 - m if sweep else m
            px, pz = points[at, 0], points[at, 1]
            if sweep and m == 0:
                continue
            while size >= floor:
                ax, az, bx, bz = hull[size - 2, 0], hull[size - 2, 1], hull[size - 1, 0], hull[size - 1, 1]
                if (bx - ax) * (pz - az) - (bz - az) * (px - ax) > 0:
                    break
                size -= 1
            hull[size, 0], hull[size, 1] = px, pz
            size += 1
    return size - 1


@exact
def _distance(x, z, hull, size):
    """From a point to a hull: 0 inside."""
    best, inside = np.inf, size > 2
    for n in range(size):
        ax, az = hull[n, 0], hull[n, 1]
        bx, bz = hull[(n + 1) % size, 0], hull[(n + 1) % size, 1]
        dx, dz = bx - ax, bz - az
        length = dx * dx + dz * dz
        t = 0.0 if length < 1e-18 else min(1.0, max(0.0, ((x - ax) * dx + (z - az) * dz) / length))
        ex, ez = x - ax - t * dx, z - az - t * dz
        best = min(best, ex * ex + ez * ez)
        if dx * (z - az) - dz * (x - ax) < 0:
            inside = False
    return 0.0 if inside else np.sqrt(best)


@exact
def hull_distances(points, corners, standing, out):
    """Fill out (F,) with the distance of each point (F, 2) to the hull of its standing corners (F, n, 2); nan where none stands."""
    hull, sorted_corners = np.empty((2 * corners.shape[1] + 1, 2)), np.empty((corners.shape[1], 2))
    for f in range(points.shape[0]):
        size = _hull(corners, standing, f, sorted_corners, hull)
        out[f] = np.nan if size == 0 else _distance(points[f, 0], points[f, 1], hull, size)


@exact
def hull_polygons(corners, standing, polygons, sizes):
    """Fill polygons (F, n, 2) with the hulls of standing corners (F, n, 2), and sizes (F,) with how many points each has."""
    hull, sorted_corners = np.empty((2 * corners.shape[1] + 1, 2)), np.empty((corners.shape[1], 2))
    for f in range(corners.shape[0]):
        sizes[f] = _hull(corners, standing, f, sorted_corners, hull)
        polygons[f, : sizes[f]] = hull[: sizes[f]]


@exact
def _clamp(value):
    return min(1.0, max(0.0, value))


@exact
def _segments_apart(p, p2, q, q2):
    """Distance of the segments p-p2 and q-q2 (Ericson, Real-Time Collision Detection, 5.1.9); in scalars, which needs no memory."""
    ax, ay, az = p2[0] - p[0], p2[1] - p[1], p2[2] - p[2]
    bx, by, bz = q2[0] - q[0], q2[1] - q[1], q2[2] - q[2]
    rx, ry, rz = p[0] - q[0], p[1] - q[1], p[2] - q[2]
    a, e, f = ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz, bx * rx + by * ry + bz * rz
    tiny = 1e-12
    if a <= tiny and e <= tiny:
        s, t = 0.0, 0.0
    elif a <= tiny:
        s, t = 0.0, _clamp(f / e)
    else:
        c = ax * rx + ay * ry + az * rz
        if e <= tiny:
            s, t = _clamp(-c / a), 0.0
        else:
            b = ax * bx + ay * by + az * bz
            denominator = a * e - b * b
            s = _clamp((b * f - c * e) / denominator) if denominator > tiny else 0.0
            t = (b * s + f) / e
            if t < 0.0:
                s, t = _clamp(-c / a), 0.0
            elif t > 1.0:
                s, t = _clamp((b - c) / a), 1.0
    x, y, z = rx + s * ax - t * bx, ry + s * ay - t * by, rz + s * az - t * bz
    return np.sqrt(x * x + y * y + z * z)


@exact
def segment_distances(joints, ends, pairs, out):
    """Fill out (F, P) with the distances between the segments that pairs (P, 2) name; ends (C, 2): their joints (F, J, 3)."""
    for f in range(joints.shape[0]):
        for n in range(pairs.shape[0]):
            one, other = ends[pairs[n, 0]], ends[pairs[n, 1]]
            out[f, n] = _segments_apart(joints[f, one[0]], joints[f, one[1]], joints[f, other[0]], joints[f, other[1]])
