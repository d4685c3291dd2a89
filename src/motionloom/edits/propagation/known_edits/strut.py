"""Strut: what the pelvis and the head do made larger, chest out."""

from __future__ import annotations

import numpy as np

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.heading import headings, with_heading_in_root
from motionloom.core.kinematics import to_local
from motionloom.edits.propagation.example import Example
from motionloom.edits.propagation.known_edits.turning import ACROSS, clock, turn_roles

LARGER = 2.0  # times their turn away from level, on top of it
CHEST = np.radians(8.0)


def apply(motion: Motion) -> Example:
    """The motion and what strutting makes of it."""
    moved = with_heading_in_root(motion)
    skeleton, body = moved.skeleton, body_of(moved.skeleton)
    around = quaternion.about_y(headings(moved) - np.arctan2(body.facing[0], body.facing[2]))
    world = moved.world[0].astype(np.float64).copy()
    fixed = world.copy()
    for role in ("hips", "head"):
        joint = body.joint(role)
        level = quaternion.multiply(around, skeleton.rest_world[0][joint])
        away = quaternion.log(quaternion.multiply(fixed[:, joint], quaternion.conjugate(level)))
        turn = quaternion.exp(LARGER * away)
        world[:, joint] = quaternion.multiply(turn, world[:, joint])
    rotations = quaternion.make_continuous(quaternion.normalise(to_local(world, skeleton.parents))).astype(np.float32)
    return Example(motion, turn_roles(moved.with_arrays(rotations, moved.root_positions), {"chest": (ACROSS, -CHEST)}), clock(motion))
