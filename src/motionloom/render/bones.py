"""Any skeleton as plain bones: what is drawn when it is not a body."""

from __future__ import annotations

import numpy as np

from motionloom.core.markers import is_markers, marker_joints
from motionloom.core.skeleton import Skeleton
from motionloom.formats.mesh import MARKER
from motionloom.render.parts import JointPoint, Paint, PartList, Parts

WIDEST = 0.12  # of a bone's length, a little way from where it starts
WIDE_AT = 0.18
THICKEST, THINNEST = 0.028, 0.006  # of the skeleton's size
LONE_JOINT = 0.1  # metres: the size of a skeleton that has none


def bone_parts(skeleton: Skeleton) -> Parts:
    """A spindle for every bone and end site, a ball for every joint; of markers only balls."""
    size = skeleton_size(skeleton)
    parts = PartList(skeleton)
    zero = np.zeros(3)
    if is_markers(skeleton):
        for marker in marker_joints(skeleton):
            parts.ball(JointPoint(int(marker), zero), MARKER, Paint.JOINT)
        return parts.freeze()
    ends = [(int(skeleton.parents[j]), skeleton.offsets[j]) for j in range(1, len(skeleton))]
    ends += [(site.parent, np.array(site.offset)) for site in skeleton.end_sites]
    for parent, offset in ends:
        length = float(np.linalg.norm(offset))
        if length < 1e-3 * size:
            continue
        wide = float(np.clip(WIDEST * length, THINNEST * size, THICKEST * size))
        waist = JointPoint(parent, WIDE_AT * offset)
        parts.cone(JointPoint(parent, zero), waist, 0.4 * wide, wide, Paint.BONE)
        parts.cone(waist, JointPoint(parent, offset), wide, 0.35 * wide, Paint.BONE)
    for joint in range(len(skeleton)):
        parts.ball(JointPoint(joint, zero), 0.013 * size, Paint.JOINT)
    return parts.freeze()


def skeleton_size(skeleton: Skeleton) -> float:
    """The longest way along the bones from the root, in metres: a size that no pose changes; of markers the height of the rest pose."""
    if is_markers(skeleton):
        return max(float(np.ptp(skeleton.rest_positions[marker_joints(skeleton), 1])), LONE_JOINT)
    reach = np.zeros(len(skeleton))
    for joint in range(1, len(skeleton)):
        reach[joint] = reach[skeleton.parents[joint]] + np.linalg.norm(skeleton.offsets[joint])
    ends = [reach[site.parent] + np.linalg.norm(site.offset) for site in skeleton.end_sites]
    longest = max([float(reach.max()), *(float(end) for end in ends)])
    return 2 * longest if longest > 1e-9 else LONE_JOINT
