"""The channels of a body: where its root goes, its feet as an animator's foot controls, and every joint's axes.

A joint turns from its rest about three axes that are the same for all joints: x to the body's left, y up, z forward, as the body stands at
rest. So `left_hip.x` swings the leg and `left_knee.x` bends the knee on any rig.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton, quaternion
from motionloom.core.body import Body, body_of
from motionloom.core.roles import SIDES

Floats = NDArray[np.float64]
AXES = ("x", "y", "z")
ROOT = ("root.x", "root.y", "root.z", "root.turn")
FOOT_PARTS = ("x", "y", "z", "turn", "roll", "bank")
LEG_PARTS = ("hip", "knee", "ankle", "toe")


@dataclass(frozen=True, eq=False)
class FootRig:
    """One foot at rest, seen from the point of its sole under the ankle: ankle, heel, ball (3,) metres in the world's axes; the ball is
    where the foot turns when its heel is lifted: the toe joint, or a point of the sole where there is none.

    joints: hip, knee, ankle, toe (the ankle again where there is none).
    """

    side: str
    joints: tuple[int, int, int, int]
    ankle: Floats
    heel: Floats
    ball: Floats


@dataclass(frozen=True, eq=False)
class Rig:
    """A body as channels. labels: a name a joint; basis (3, 3): its rows are left, up, forward at rest, world; heading radians of the
    rest pose; above (J, 4): rest rotations in the world of each joint's parent; feet: left, right."""

    body: Body
    labels: tuple[str, ...]
    basis: Floats
    heading: float
    above: Floats
    feet: tuple[FootRig, FootRig]

    @property
    def skeleton(self) -> Skeleton:
        """The skeleton."""
        return self.body.skeleton

    def joint(self, label: str) -> int:
        """The joint of a label."""
        return self.labels.index(label)


@lru_cache(maxsize=64)
def rig_of(skeleton: Skeleton) -> Rig:
    """The channels' rig of a skeleton; an error where it is not a body."""
    body = body_of(skeleton)
    rotations, positions = skeleton.rest_world
    forward, up = body.facing, np.array([0.0, 1.0, 0.0])
    above = np.where((skeleton.parents >= 0)[:, None], rotations[skeleton.parents], quaternion.IDENTITY)
    feet = []
    for n, side in enumerate(SIDES):
        hip, knee, ankle = (body.joint(f"{side}_{part}") for part in LEG_PARTS[:3])
        points = [positions[j] + quaternion.rotate(rotations[j], body.foot_offsets[2 * n + k]) for k, j in _foot_joints(body, n)]
        sole = np.array([positions[ankle][0], points[0][1], positions[ankle][2]])
        joints = (hip, knee, ankle, body.roles.get(f"{side}_toe", ankle))
        # Toes that lie flat while the heel goes up turn the foot about their joint, which stays where it is.
        ball = points[1] if joints[3] == ankle else positions[joints[3]]
        feet.append(FootRig(side, joints, positions[ankle] - sole, points[0] - sole, ball - sole))
    basis = np.stack([np.cross(up, forward), up, forward])
    heading = float(np.arctan2(forward[0], forward[2]))
    return Rig(body, _labels(skeleton, body), basis, heading, above, (feet[0], feet[1]))


def _foot_joints(body: Body, foot: int) -> list[tuple[int, int]]:
    return [(k, int(body.foot_joints[2 * foot + k])) for k in range(2)]


def _labels(skeleton: Skeleton, body: Body) -> tuple[str, ...]:
    """A joint's role, or its own name; the root is `hips`."""
    by_joint = {joint: role for role, joint in body.roles.items()}
    taken = {*body.roles, "root", *(f"{side}_foot" for side in SIDES)}
    labels = [by_joint.get(j, f"joint {name}" if name in taken else name) for j, name in enumerate(skeleton.names)]
    labels[0] = "hips" if body.joint("hips") == 0 else labels[0]
    return tuple(labels)


@lru_cache(maxsize=64)
def channel_names(skeleton: Skeleton) -> tuple[str, ...]:
    """All channels of a body, in order: the root's, the feet's, and three of each joint."""
    rig = rig_of(skeleton)
    feet = (f"{side}_foot.{part}" for side in SIDES for part in FOOT_PARTS)
    return (*ROOT, *feet, *(f"{label}.{axis}" for label in rig.labels for axis in AXES))
