"""Turns of joints, as an artist turns them: about an axis of the body's heading, whatever the pose."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.heading import headings, with_heading_in_root
from motionloom.core.kinematics import to_local
from motionloom.core.roles import SIDES

Floats = NDArray[np.float64]
ACROSS, ALONG = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])  # to the left of a body that faces +z, and forward


def turn_roles(motion: Motion, turns: dict[str, tuple[Floats, Any]]) -> Motion:
    """The motion with joints of roles turned about axes (3,) of the heading's frame by angles () or (F,) radians, with all that hangs on
    them; roles that the body lacks are left out."""
    motion = with_heading_in_root(motion)
    body, skeleton = body_of(motion.skeleton), motion.skeleton
    around = quaternion.about_y(headings(motion))
    world = motion.world[0].astype(np.float64).copy()
    for role, (axis, angle) in turns.items():
        if role not in body.roles:
            continue
        turn = quaternion.from_axis_angle(quaternion.rotate(around, np.broadcast_to(axis, (len(motion), 3))), np.asarray(angle, np.float64))
        below = [j for j in range(len(skeleton)) if skeleton.is_below(j, body.joint(role))]
        world[:, below] = quaternion.multiply(turn[:, None], world[:, below])
    return motion.with_arrays(_local(world, motion), motion.root_positions)


def _local(world: Floats, motion: Motion) -> NDArray[np.float32]:
    return quaternion.make_continuous(quaternion.normalise(to_local(world, motion.skeleton.parents))).astype(np.float32)


def clock(motion: Motion) -> Floats:
    """Seconds (F,) at which the frames of a motion show."""
    return np.arange(len(motion)) / motion.fps


def right_lift(motion: Motion) -> Floats:
    """How far the right ankle is above the left (F,), leg lengths: negative while the left foot swings."""
    body, places = body_of(motion.skeleton), motion.positions().astype(np.float64)
    left, right = (places[:, body.joint(f"{side}_ankle"), 1] for side in SIDES)
    return np.asarray((right - left) / body.leg_length)
