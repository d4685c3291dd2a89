"""Legs between hips and ankles: two bones and a hinge that bends forwards."""

from __future__ import annotations

import numpy as np

from motionloom.core import quaternion
from motionloom.sample.curves import Array


def unit(v: Array) -> Array:
    """Vectors (..., 3) made one long."""
    return v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-12)


def cross(a: Array, b: Array) -> Array:
    """Cross products (..., 3); a good deal quicker than numpy's on many small vectors."""
    ax, ay, az = a[..., 0], a[..., 1], a[..., 2]
    bx, by, bz = b[..., 0], b[..., 1], b[..., 2]
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=-1)


def reach_ankle(hip: Array, ankle: Array, upper: Array, lower: Array, forward: Array, limits: Array) -> tuple[Array, Array, Array]:
    """From hip to knee (F, 3), from knee to ankle (F, 3) metres, and the knee's hinge (F, 3).

    hip, ankle (F, 3) metres world; upper, lower (3,) the bones in the T-pose; forward (F, 3) where the knee should point with the
    leg hanging; it tips with the leg, so high kicks keep their knee; limits (F, 2) in leg lengths: where a far ankle begins to be drawn
    in, and how far it can get.
    """
    a, b = float(np.linalg.norm(upper)), float(np.linalg.norm(lower))
    to_ankle = ankle - hip
    wanted = np.linalg.norm(to_ankle, axis=-1)
    reach = _draw_in(wanted / (a + b), limits[:, 0], limits[:, 1]) * (a + b)
    axis = to_ankle / np.maximum(wanted, 1e-9)[:, None]
    hinge = unit(cross(_tipped(forward, axis), axis))
    along = (a * a + reach**2 - b * b) / (2 * reach)
    out = np.sqrt(np.maximum(a * a - along**2, 0.0))
    thigh = axis * along[:, None] + cross(axis, hinge) * out[:, None]
    return thigh, axis * reach[:, None] - thigh, hinge


def _tipped(forward: Array, axis: Array) -> Array:
    """Level vectors (F, 3), turned as the straight down is turned to axis (F, 3) by the shortest way."""
    share = np.sum(forward * axis, axis=-1)
    tipped = forward - axis * (share / np.maximum(1 - axis[:, 1], 1e-6))[:, None]
    tipped[:, 1] = share
    return tipped


def bend_leg(hip: Array, ankle: Array, upper: Array, lower: Array, forward: Array, limits: Array) -> tuple[Array, Array]:
    """Turns from the T-pose of thigh and shank (F, 4); arguments as of `reach_ankle`."""
    thigh, shank, hinge = reach_ankle(hip, ankle, upper, lower, forward, limits)
    return _aim(upper, thigh, hinge), _aim(lower, shank, hinge)


def _draw_in(reach: Array, free: Array, limit: Array) -> Array:
    """Reach (F,) unchanged up to free (F,), and from there smoothly towards limit (F,)."""
    slack = limit - free
    return np.where(reach <= free, reach, free + slack * np.tanh((reach - free) / slack))


def _aim(bone: Array, direction: Array, hinge: Array) -> Array:
    """Turns (F, 4) that take a T-pose bone (3,), hinged about +x, to direction (F, 3) with its hinge along hinge (F, 3)."""
    rest = _frame(bone[None], np.array([[1.0, 0.0, 0.0]]))
    return quaternion.from_matrix(_frame(direction, hinge) @ np.swapaxes(rest, -1, -2))


def _frame(along: Array, hinge: Array) -> Array:
    """Orthonormal axes (F, 3, 3), columns: hinge, along, their cross product."""
    y = unit(along)
    x = unit(hinge - y * np.sum(hinge * y, axis=-1, keepdims=True))
    return np.stack([x, y, cross(x, y)], axis=-1)
