"""The solids a character is made of, hung on its joints: what stays the same from frame to frame."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motionloom.core import quaternion
from motionloom.core.skeleton import Skeleton

Vector = NDArray[np.float64]
NO_STRETCH = (1.0, 1.0, 1.0)


class Paint(IntEnum):
    """Which of a figure's colours a part wears."""

    BODY = 0
    LEFT = 1
    RIGHT = 2
    BONE = 3
    JOINT = 4
    FACE = 5


@dataclass(frozen=True)
class JointPoint:
    """A point fixed to a joint: offset (3,) metres in the joint's frame."""

    joint: int
    offset: Vector


@dataclass(frozen=True, eq=False)
class Parts:
    """Round cones between points of a skeleton.

    start_joint, end_joint (P,); start_offset, end_offset (P, 3) metres in those joints' frames; radii (P, 2) metres;
    frame_joint (P,), frame (P, 4) xyzw: axes, fixed to a joint, along which stretch (P, 3) widens the part; paint (P,).
    """

    start_joint: NDArray[np.intp]
    start_offset: Vector
    end_joint: NDArray[np.intp]
    end_offset: Vector
    radii: Vector
    frame_joint: NDArray[np.intp]
    frame: Vector
    stretch: Vector
    paint: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.paint)


@dataclass
class PartList:
    """Collects parts one by one; `freeze` makes the arrays."""

    skeleton: Skeleton
    rows: list[tuple[JointPoint, JointPoint, float, float, int, Vector, Vector, Paint]] = field(default_factory=list)

    def cone(
        self,
        start: JointPoint,
        end: JointPoint,
        start_radius: float,
        end_radius: float,
        paint: Paint,
        frame: tuple[int, Vector] | None = None,
        stretch: tuple[float, float, float] = NO_STRETCH,
    ) -> None:
        """Add a round cone; frame (joint, (4,) xyzw in that joint) with stretch (3,) squashes it."""
        joint, axes = (start.joint, quaternion.IDENTITY) if frame is None else frame
        self.rows.append((start, end, start_radius, end_radius, joint, axes, np.array(stretch), paint))

    def ball(
        self,
        place: JointPoint,
        radius: float,
        paint: Paint,
        frame: tuple[int, Vector] | None = None,
        stretch: tuple[float, float, float] = NO_STRETCH,
    ) -> None:
        """Add a ball, or an ellipsoid when stretched."""
        self.cone(place, place, radius, radius, paint, frame, stretch)

    def freeze(self) -> Parts:
        """The collected parts as arrays."""
        starts, ends, start_radii, end_radii, frame_joints, frames, stretches, paints = zip(*self.rows, strict=True)
        return Parts(
            np.array([place.joint for place in starts], dtype=np.intp),
            np.array([place.offset for place in starts], dtype=np.float64),
            np.array([place.joint for place in ends], dtype=np.intp),
            np.array([place.offset for place in ends], dtype=np.float64),
            np.stack([start_radii, end_radii], axis=1),
            np.array(frame_joints, dtype=np.intp),
            np.array(frames, dtype=np.float64),
            np.array(stretches, dtype=np.float64),
            np.array(paints, dtype=np.intp),
        )


def axes_of(lateral: ArrayLike, up: ArrayLike) -> Vector:
    """The rotation (4,) xyzw of axes left, up, forward with `up` kept and `lateral` made square to it; identity if they agree."""
    y = np.asarray(up, dtype=np.float64)
    y = y / max(float(np.linalg.norm(y)), 1e-12)
    x = np.asarray(lateral, dtype=np.float64)
    x = x - np.dot(x, y) * y
    length = float(np.linalg.norm(x))
    if length < 1e-9 or abs(float(np.dot(y, y)) - 1) > 1e-6:
        return quaternion.IDENTITY
    x = x / length
    return quaternion.from_matrix(np.stack([x, y, np.cross(x, y)], axis=1))


def seen_from(skeleton: Skeleton, joint: int, other: int) -> Vector:
    """Where `other` lies at rest, (3,) metres in the frame of `joint`."""
    rotations, positions = skeleton.rest_world
    return quaternion.rotate(quaternion.conjugate(rotations[joint]), positions[other] - positions[joint])


def direction_in(skeleton: Skeleton, joint: int, direction: ArrayLike) -> Vector:
    """A world direction (3,) of the rest pose, in the frame of `joint`."""
    return quaternion.rotate(quaternion.conjugate(skeleton.rest_world[0][joint]), np.asarray(direction, dtype=np.float64))
