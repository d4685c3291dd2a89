"""Which way a body faces, and motion seen from there."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.core.body import body_of
from motionloom.core.motion import Motion


def headings(motion: Motion) -> NDArray[np.float64]:
    """Where the hips face (F,) radians about +y, 0 along +z, continuous over time (no jumps of a whole turn).

    The twist about the vertical of the turn from the rest pose, so it stays smooth when the body bends or rolls.
    """
    skeleton = motion.skeleton
    body = body_of(skeleton)
    hips = body.joint("hips")
    turned = quaternion.multiply(motion.world[0][:, hips].astype(np.float64), quaternion.conjugate(skeleton.rest_world[0][hips]))
    twist = 2 * np.arctan2(turned[:, 1], turned[:, 3])
    at_rest = np.arctan2(body.facing[0], body.facing[2])
    return np.unwrap(twist + at_rest)


def with_heading_in_root(motion: Motion) -> Motion:
    """The same motion whose root faces where the hips do, for rigs that hang the hips on a root which stays as it is; others as they are.

    Whoever blends takes the heading out of the root: left in the hips, it would be averaged with the pose. The body stays where it is.
    """
    skeleton = motion.skeleton
    children = skeleton.children(0)
    if body_of(skeleton).joint("hips") == 0 or len(children) != 1:
        return motion
    body, (child,) = body_of(skeleton), children
    turn = quaternion.about_y(headings(motion) - np.arctan2(body.facing[0], body.facing[2]))
    world, places = motion.world[0].astype(np.float64), motion.positions().astype(np.float64)
    root = quaternion.multiply(turn, skeleton.rest_rotations[0])
    rotations = motion.rotations.copy()
    rotations[:, 0] = root
    rotations[:, child] = quaternion.multiply(quaternion.conjugate(root), world[:, child])
    return motion.with_arrays(rotations, places[:, child] - quaternion.rotate(root, skeleton.offsets[child]))


def to_heading_frame(points: NDArray[Any], origins: NDArray[Any], angles: NDArray[Any]) -> NDArray[Any]:
    """Points (..., N, 3) seen from level frames at origins (..., 3) that face angles (...): height is kept.

    The origin's height is not subtracted: heights stay above the world's zero.
    """
    level = origins * np.array([1.0, 0.0, 1.0])
    back = quaternion.about_y(-np.asarray(angles))[..., None, :].astype(points.dtype)
    return quaternion.rotate(back, points - level[..., None, :].astype(points.dtype))


def turn_and_move(motion: Motion, angle: float, offset: NDArray[Any] | tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Motion:
    """The motion turned by `angle` radians about the world's vertical axis, then moved by `offset` (3,) metres."""
    turn = quaternion.about_y(angle).astype(np.float32)
    rotations = motion.rotations.copy()
    rotations[:, 0] = quaternion.multiply(turn, rotations[:, 0])
    roots = quaternion.rotate(turn, motion.root_positions) + np.asarray(offset, dtype=np.float32)
    return motion.with_arrays(rotations, roots)
