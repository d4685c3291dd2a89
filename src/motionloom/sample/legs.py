"""Legs between hips and ankles: two bones and a hinge that bends forwards."""

from __future__ import annotations

import numpy as np

from motionloom.core import quaternion
from motionloom.sample.curves import Array

FREE_REACH = 0.9965  # of the leg's length: a knee this side of straight does not pop, and planted feet stay within it
FULL_REACH = 0.9995  # a foot that is farther away is drawn in smoothly to this
EASY_REACH, EASY_LIMIT = 0.93, 0.985  # the same for a foot in mid swing: people do not swing with straight knees
DOWN = np.array([0.0, -1.0, 0.0])


def unit(v: Array) -> Array:
    """Vectors (..., 3) made one long."""
    return v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-12)


def bend_leg(hip: Array, ankle: Array, upper: Array, lower: Array, forward: Array, ease: Array) -> tuple[Array, Array, Array]:
    """Turns from the T-pose of thigh and shank (F, 4), and how far the leg falls short of the ankle (F,) metres.

    hip, ankle (F, 3) metres world; upper, lower (3,) the bones in the T-pose; forward (F, 3) where the knee should point with the
    leg hanging; it tips with the leg, so high kicks keep their knee; ease (F,) 0..1 is 0 where the foot must be met and 1 in mid swing.
    """
    a, b = float(np.linalg.norm(upper)), float(np.linalg.norm(lower))
    to_ankle = ankle - hip
    wanted = np.linalg.norm(to_ankle, axis=-1)
    reach = _draw_in(wanted / (a + b), FREE_REACH, FULL_REACH)
    reach = (reach + ease * (_draw_in(reach, EASY_REACH, EASY_LIMIT) - reach)) * (a + b)
    axis = to_ankle / np.maximum(wanted, 1e-9)[:, None]
    knee_side = quaternion.rotate(quaternion.between(np.broadcast_to(DOWN, axis.shape), axis), forward)
    hinge = unit(np.cross(knee_side, axis))
    across = np.cross(axis, hinge)
    along = (a * a + reach**2 - b * b) / (2 * reach)
    out = np.sqrt(np.maximum(a * a - along**2, 0.0))
    thigh = axis * along[:, None] + across * out[:, None]
    shank = axis * reach[:, None] - thigh
    return _aim(upper, thigh, hinge), _aim(lower, shank, hinge), wanted - reach


def _draw_in(reach: Array, free: float, limit: float) -> Array:
    """Reach (F,) unchanged up to `free`, and from there smoothly towards `limit`."""
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
    return np.stack([x, y, np.cross(x, y)], axis=-1)
