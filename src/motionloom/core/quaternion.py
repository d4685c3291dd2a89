"""Quaternion maths on trailing axes: xyzw, unit length, leading axes batch.

The order of components is that of SciPy, glTF and three.js, so nothing is shuffled on hot paths.
Every function keeps float32 as float32.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[Any]  # float32 or float64: what comes in goes out

IDENTITY = np.array([0.0, 0.0, 0.0, 1.0])
AXES = {"x": 0, "y": 1, "z": 2}


def multiply(a: Array, b: Array) -> Array:
    """The product a*b (..., 4): b first, then a."""
    ax, ay, az, aw = a[..., 0], a[..., 1], a[..., 2], a[..., 3]
    bx, by, bz, bw = b[..., 0], b[..., 1], b[..., 2], b[..., 3]
    return np.stack(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ],
        axis=-1,
    )


def conjugate(q: Array) -> Array:
    """The inverse rotation of a unit quaternion (..., 4)."""
    return q * np.array([-1, -1, -1, 1], dtype=q.dtype)


def rotate(q: Array, v: Array) -> Array:
    """Vectors v (..., 3) turned by q (..., 4)."""
    x, y, z, w = q[..., 0], q[..., 1], q[..., 2], q[..., 3]
    vx, vy, vz = v[..., 0], v[..., 1], v[..., 2]
    # Written out: np.cross spends three times the sums' own time on moving axes, and skeletons turn one vector at a time.
    tx, ty, tz = 2 * (y * vz - z * vy), 2 * (z * vx - x * vz), 2 * (x * vy - y * vx)
    return np.stack([vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx], axis=-1)


def normalise(q: Array) -> Array:
    """Unit quaternions (..., 4); a zero quaternion becomes the identity."""
    length = np.linalg.norm(q, axis=-1, keepdims=True)
    safe = np.where(length > 1e-12, length, 1)
    return np.where(length > 1e-12, q / safe, IDENTITY.astype(q.dtype)).astype(q.dtype)


def from_axis_angle(axis: ArrayLike, angle: ArrayLike) -> Array:
    """Rotation (..., 4) by angle (...) radians about the unit axis (..., 3)."""
    half = np.asarray(angle, dtype=np.float64)[..., None] / 2
    xyz = np.asarray(axis, dtype=np.float64) * np.sin(half)
    return np.concatenate([xyz, np.broadcast_to(np.cos(half), (*xyz.shape[:-1], 1))], axis=-1)


def about_y(angle: ArrayLike) -> Array:
    """Rotation (..., 4) by angle (...) radians about the vertical."""
    half = np.asarray(angle, dtype=np.float64) / 2
    zero = np.zeros_like(half)
    return np.stack([zero, np.sin(half), zero, np.cos(half)], axis=-1)


def exp(v: Array) -> Array:
    """Rotation (..., 4) of a rotation vector (..., 3) radians (the exponential map)."""
    angle = np.linalg.norm(v, axis=-1, keepdims=True)
    scale = np.where(angle > 1e-8, np.sin(angle / 2) / np.where(angle > 1e-8, angle, 1), 0.5)
    return np.concatenate([v * scale, np.cos(angle / 2)], axis=-1)


def log(q: Array) -> Array:
    """Rotation vector (..., 3) radians, at most pi long: the inverse of `exp`."""
    q = np.where(q[..., 3:] < 0, -q, q)
    sine = np.linalg.norm(q[..., :3], axis=-1, keepdims=True)
    angle = 2 * np.arctan2(sine, q[..., 3:])
    return q[..., :3] * np.where(sine > 1e-8, angle / np.where(sine > 1e-8, sine, 1), 2)


def angle_between(a: Array, b: Array) -> Array:
    """Angle (...) in radians, 0..pi, of the rotation that takes a to b."""
    difference = multiply(conjugate(a), b)
    return 2 * np.arctan2(np.linalg.norm(difference[..., :3], axis=-1), np.abs(difference[..., 3]))


def slerp(a: Array, b: Array, t: ArrayLike) -> Array:
    """The rotation (..., 4) a fraction t (...) of the shortest way from a to b."""
    t = np.asarray(t, dtype=a.dtype)[..., None]
    dot = np.sum(a * b, axis=-1, keepdims=True)
    b = np.where(dot < 0, -b, b)
    dot = np.clip(np.abs(dot), 0, 1)
    angle = np.arccos(dot)
    sine = np.sin(angle)
    near = sine < 1e-5
    safe = np.where(near, 1, sine)
    wa = np.where(near, 1 - t, np.sin((1 - t) * angle) / safe)
    wb = np.where(near, t, np.sin(t * angle) / safe)
    return normalise((wa * a + wb * b).astype(a.dtype))


def mean(q: Array, weights: ArrayLike, axis: int = 0) -> Array:
    """Weighted mean rotation (..., 4) along `axis`, signs made consistent with the heaviest one.

    weights broadcast against q without its last axis. The normalised sum: for rotations within
    90 degrees of each other it is within a degree of the exact mean, and never flips.
    """
    q = np.moveaxis(q, axis, 0)
    w = np.moveaxis(np.broadcast_to(np.asarray(weights, dtype=q.dtype), q.shape[:-1]), 0, 0)
    heaviest = np.argmax(w, axis=0)
    reference = np.take_along_axis(q, heaviest[None, ..., None], axis=0)
    sign = np.where(np.sum(q * reference, axis=-1, keepdims=True) < 0, -1, 1).astype(q.dtype)
    return normalise(np.sum(q * sign * w[..., None], axis=0))


def make_continuous(q: Array) -> Array:
    """The same rotations (F, ..., 4) with signs chosen so that neighbours in time are nearest."""
    if len(q) < 2:
        return q.copy()
    flips = np.sum(q[1:] * q[:-1], axis=-1) < 0
    sign = np.where(np.cumsum(flips, axis=0) % 2 == 1, -1, 1).astype(q.dtype)
    out = q.copy()
    out[1:] *= sign[..., None]
    return out


def between(a: Array, b: Array) -> Array:
    """The smallest rotation (..., 4) that turns the direction of a (..., 3) into that of b."""
    a = a / np.maximum(np.linalg.norm(a, axis=-1, keepdims=True), 1e-12)
    b = b / np.maximum(np.linalg.norm(b, axis=-1, keepdims=True), 1e-12)
    w = 1 + np.sum(a * b, axis=-1, keepdims=True)
    opposite = w < 1e-6
    other = np.where(np.abs(a[..., :1]) < 0.9, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
    xyz = np.where(opposite, np.cross(a, other), np.cross(a, b))
    q = np.concatenate([xyz, np.where(opposite, 0, w)], axis=-1)
    return normalise(q.astype(a.dtype))


def split_twist(q: Array, axis: ArrayLike) -> tuple[Array, Array]:
    """(swing, twist), each (..., 4), with q = swing * twist and twist about the unit axis (3,)."""
    axis = np.asarray(axis, dtype=q.dtype)
    along = np.sum(q[..., :3] * axis, axis=-1, keepdims=True)
    twist = normalise(np.concatenate([along * axis, q[..., 3:]], axis=-1))
    return multiply(q, conjugate(twist)), twist


def from_euler(angles: Array, order: str) -> Array:
    """Rotation (..., 4) of angles (..., 3) radians about moving axes in `order`, as BVH means it.

    "zyx" is Rz * Ry * Rx: the last named turns first in the parent's frame.
    """
    q: Array | None = None
    for column, letter in enumerate(order.lower()):
        half = angles[..., column] / 2
        step = np.zeros((*half.shape, 4), dtype=angles.dtype)
        step[..., AXES[letter]] = np.sin(half)
        step[..., 3] = np.cos(half)
        q = step if q is None else multiply(q, step)
    assert q is not None
    return q


def to_euler(q: Array, order: str) -> Array:
    """Angles (..., 3) radians about moving axes in `order` (three different letters)."""
    i, j, k = (AXES[letter] for letter in order.lower())
    sign = 1.0 if (j - i) % 3 == 1 else -1.0
    # One component after the other in its own row: of the matrix only five entries are needed, and strided views of it are slow.
    parts = np.ascontiguousarray(np.moveaxis(q.astype(np.float64), -1, 0))
    a, b, c, w = parts[i], parts[j], parts[k], parts[3]
    squares, sine = b * b, 2 * (a * c + sign * (w * b))
    out = np.empty((*q.shape[:-1], 3))
    out[..., 0] = np.arctan2(-sign * (2 * (b * c - sign * (w * a))), 1 - 2 * (a * a + squares))
    out[..., 1] = np.arcsin(np.clip(sign * sine, -1, 1))
    out[..., 2] = np.arctan2(-sign * (2 * (a * b - sign * (w * c))), 1 - 2 * (squares + c * c))
    locked = np.abs(sine) > 1 - 1e-9
    if np.any(locked):  # the two outer axes are one: all of the turn goes to the first
        turned = np.arctan2(sign * (2 * (b * c + sign * (w * a))), 1 - 2 * (a * a + c * c))
        out[..., 0] = np.where(locked, turned, out[..., 0])
        out[..., 2] = np.where(locked, 0.0, out[..., 2])
    return out


def to_matrix(q: Array) -> Array:
    """Rotation matrices (..., 3, 3), columns are the turned axes."""
    x, y, z, w = q[..., 0], q[..., 1], q[..., 2], q[..., 3]
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def to_6d(q: Array) -> Array:
    """The first two columns (..., 6) of the rotations' matrices: what networks are taught with, for it has no jumps (Zhou et al. 2019)."""
    matrices = to_matrix(q)
    return np.concatenate([matrices[..., 0], matrices[..., 1]], axis=-1)


def from_6d(six: Array) -> Array:
    """Rotations (..., 4) of two columns (..., 6), which need be neither square to each other nor of length 1."""
    x = six[..., :3] / np.linalg.norm(six[..., :3], axis=-1, keepdims=True)
    y = six[..., 3:] - np.sum(x * six[..., 3:], axis=-1, keepdims=True) * x
    y = y / np.linalg.norm(y, axis=-1, keepdims=True)
    return from_matrix(np.stack([x, y, np.cross(x, y)], axis=-1))


def from_matrix(m: Array) -> Array:
    """Rotation (..., 4) of proper rotation matrices (..., 3, 3)."""
    d = np.stack([m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]], axis=-1)
    trace = d.sum(axis=-1)
    candidates = np.concatenate([2 * d - trace[..., None], trace[..., None]], axis=-1)
    best = np.argmax(candidates, axis=-1)
    # Row c of the 4x4 outer product 4*q*q^T, built once; picking its largest diagonal is stable.
    outer = np.empty((*m.shape[:-2], 4, 4), dtype=m.dtype)
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        outer[..., i, i] = 1 + 2 * d[..., i] - trace
        outer[..., i, j] = outer[..., j, i] = m[..., i, j] + m[..., j, i]
        outer[..., i, 3] = outer[..., 3, i] = m[..., k, j] - m[..., j, k]
    outer[..., 3, 3] = 1 + trace
    row = np.take_along_axis(outer, best[..., None, None], axis=-2)[..., 0, :]
    return normalise(row)
