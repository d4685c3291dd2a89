"""The legs of a motion as arrays: what clean-up reads and writes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.body import body_of

SIDES = ("left", "right")
HIP, ANKLE = 0, 2  # among the joints of a leg


@dataclass(frozen=True, eq=False)
class Rig:
    """Which joints make the legs; sides are rows.

    joints (2, 4): hip, knee, ankle, toe (the ankle again where there is no toe joint); parents (2, 4) of the same, as joints;
    thigh, shin (2,) metres; points (4, 3) heels and toes in the frames of their joints; hinges (2, 3): the axis, in the hip joint's
    frame, about which the knee bends when the leg is too straight to tell; downs (2, 3): the way down at rest, in the frames of the hip
    joints' parents.
    """

    joints: NDArray[np.intp]
    parents: NDArray[np.intp]
    thigh: NDArray[np.float64]
    shin: NDArray[np.float64]
    point_joints: NDArray[np.intp]
    points: NDArray[np.float64]
    hinges: NDArray[np.float64]
    downs: NDArray[np.float64]


def rig_of(skeleton: Skeleton) -> Rig:
    """The legs of a skeleton."""
    body = body_of(skeleton)
    roles = [[body.roles.get(f"{side}_{part}", body.joint(f"{side}_ankle")) for part in ("hip", "knee", "ankle", "toe")] for side in SIDES]
    joints = np.array(roles, dtype=np.intp)
    rotations, positions = skeleton.rest_world
    spans = np.linalg.norm(np.diff(positions[joints[:, :3]], axis=1), axis=-1)
    # A straight leg seen from its left bends clockwise about the knee, hip before ankle: about the axis to the body's right.
    right = np.cross(body.facing, [0.0, 1.0, 0.0])
    hinges = quaternion.rotate(quaternion.conjugate(rotations[joints[:, 0]]), np.broadcast_to(right, (2, 3)))
    parents = skeleton.parents[joints].astype(np.intp)
    downs = quaternion.rotate(quaternion.conjugate(rotations[parents[:, 0]]), np.broadcast_to([0.0, -1.0, 0.0], (2, 3)))
    points = body.foot_offsets.astype(np.float64)
    return Rig(
        joints, parents, spans[:, 0], spans[:, 1], body.foot_joints, points, *(np.asarray(way, np.float64) for way in (hinges, downs))
    )


@dataclass(frozen=True, eq=False)
class Legs:
    """The legs of some frames, float64, world.

    rotations (F, 2, 4, 4) and positions (F, 2, 4, 3) of hip, knee, ankle and toe; parents (F, 2, 4, 4) rotations of their parents;
    points (F, 4, 3) heels and toes.
    """

    rotations: NDArray[np.float64]
    positions: NDArray[np.float64]
    parents: NDArray[np.float64]
    points: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.rotations)


def legs_of(motion: Motion, rig: Rig) -> Legs:
    """The legs of a motion."""
    rotations, positions = motion.world
    points = motion.points(rig.point_joints, rig.points)
    parts = (rotations[:, rig.joints], positions[:, rig.joints], rotations[:, rig.parents], points)
    return Legs(*(np.ascontiguousarray(part, np.float64) for part in parts))
