"""Arms up: held out forward as a sleepwalker holds them, a third of their swing left."""

from __future__ import annotations

import numpy as np

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.heading import headings, with_heading_in_root
from motionloom.core.kinematics import to_local
from motionloom.core.roles import SIDES
from motionloom.edits.propagation.example import Example
from motionloom.edits.propagation.known_edits.turning import clock

SHARE = 0.67  # of the way from where an arm is to where it is held
RAISED = np.radians(10.0)  # above level


def apply(motion: Motion) -> Example:
    """The motion and what holding the arms out makes of it."""
    moved = with_heading_in_root(motion)
    skeleton, body = moved.skeleton, body_of(moved.skeleton)
    world = moved.world[0].astype(np.float64).copy()
    places = moved.positions().astype(np.float64)
    around = quaternion.about_y(headings(moved))
    way = quaternion.rotate(around, np.broadcast_to([0.0, np.sin(RAISED), np.cos(RAISED)], (len(moved), 3)))
    for side in SIDES:
        for near, far in (("shoulder", "elbow"), ("elbow", "wrist")):
            joint, end = body.joint(f"{side}_{near}"), body.joint(f"{side}_{far}")
            bone = places[:, end] - places[:, joint]
            turn = quaternion.exp(SHARE * quaternion.log(quaternion.between(bone, way)))
            stop = body.joint(f"{side}_elbow") if near == "shoulder" else -1
            below = [j for j in range(len(skeleton)) if skeleton.is_below(j, joint) and not (stop >= 0 and skeleton.is_below(j, stop))]
            world[:, below] = quaternion.multiply(turn[:, None], world[:, below])
    rotations = quaternion.make_continuous(quaternion.normalise(to_local(world, skeleton.parents))).astype(np.float32)
    return Example(motion, moved.with_arrays(rotations, moved.root_positions), clock(motion))
