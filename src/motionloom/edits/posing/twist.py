"""A joint turned about its own bone: what dragging cannot say."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton, quaternion
from motionloom.edits.posing.posing import joint_of


def bone_axis(skeleton: Skeleton, joint: int) -> NDArray[np.float64]:
    """The unit axis (3,), in a joint's frame, of the bone that it turns: to its child, or to the middle of several, or to its end site."""
    ends = [skeleton.offsets[child] for child in skeleton.children(joint)] + [
        np.array(site.offset) for site in skeleton.end_sites if site.parent == joint
    ]
    way = np.mean(ends, axis=0) if ends else np.zeros(3)
    if np.linalg.norm(way) < 1e-6 and joint > 0:  # a joint without length: as the bone that leads to it
        way = quaternion.rotate(quaternion.conjugate(skeleton.rest_rotations[joint]), skeleton.offsets[joint])
    length = float(np.linalg.norm(way))
    return np.asarray(way / length) if length > 1e-6 else np.array([0.0, 1.0, 0.0])


def twist_joint(skeleton: Skeleton, rotations: NDArray[np.floating], joint: str | int, angle: float) -> NDArray[np.float64]:
    """The pose (J, 4) with a joint turned about its bone by an angle, radians."""
    index, turned = joint_of(skeleton, joint), np.array(rotations, np.float64)
    turned[index] = quaternion.multiply(turned[index], quaternion.from_axis_angle(bone_axis(skeleton, index), angle))
    return turned
