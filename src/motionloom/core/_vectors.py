"""Vectors and quaternions inside compiled loops: plain numbers in and out, nothing allocated."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled


@compiled
def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@compiled
def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@compiled
def length(a):
    return np.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


@compiled
def add(a, b):
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@compiled
def subtract(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@compiled
def scale(a, s):
    return a[0] * s, a[1] * s, a[2] * s


@compiled
def unit(a):
    return scale(a, 1.0 / max(length(a), 1e-12))


@compiled
def multiply(a, b):
    """The rotation b, then a; xyzw."""
    return (
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    )


@compiled
def inverse(q):
    return -q[0], -q[1], -q[2], q[3]


@compiled
def rotate(q, v):
    t = scale(cross((q[0], q[1], q[2]), v), 2.0)
    return add(add(v, scale(t, q[3])), cross((q[0], q[1], q[2]), t))


@compiled
def about(axis, angle):
    """The rotation by an angle about a unit axis."""
    s = np.sin(0.5 * angle)
    return axis[0] * s, axis[1] * s, axis[2] * s, np.cos(0.5 * angle)


@compiled
def between(a, b):
    """The smallest rotation that turns the direction of a into that of b; not at all where one of them has none, or they oppose."""
    la, lb = length(a), length(b)
    if la < 1e-9 or lb < 1e-9:
        return 0.0, 0.0, 0.0, 1.0
    c = cross(a, b)
    w = la * lb + dot(a, b)
    size = np.sqrt(dot(c, c) + w * w)
    if size < 1e-9 * la * lb:
        return 0.0, 0.0, 0.0, 1.0
    return c[0] / size, c[1] / size, c[2] / size, w / size


@compiled
def vector_at(array, f, s, j):
    return array[f, s, j, 0], array[f, s, j, 1], array[f, s, j, 2]


@compiled
def quaternion_at(array, f, s, j):
    return array[f, s, j, 0], array[f, s, j, 1], array[f, s, j, 2], array[f, s, j, 3]


@compiled
def point_at(array, f, p):
    return array[f, p, 0], array[f, p, 1], array[f, p, 2]
