"""A motion on another body: exactly where the bones are the same, in proportion where the joints are, by roles where they are not."""

from __future__ import annotations

import numpy as np

from motionloom.align.retarget import POINTED, retarget
from motionloom.core import Motion, Skeleton
from motionloom.core.body import body_of
from motionloom.core.rest_poses import with_skeleton
from motionloom.core.roles import SIDES

SAME_REST = 1e-3  # how far the rest rotations of two bodies may differ
ALIKE = np.cos(np.radians(30.0))  # between limbs at rest: performers of one capture system differ by up to 22 degrees (CMU)


def put_on(motion: Motion, skeleton: Skeleton) -> Motion:
    """The motion on another body.

    The same bones under another rest pose: nothing moves. The same joints, resting alike, as performers of one capture system have:
    rotations as they are, the root's way scaled by the legs' length, so that feet which stood do not slide. Others: by roles (`retarget`).
    """
    own = motion.skeleton
    if own.hash == skeleton.hash:
        return motion
    same = with_skeleton(motion, skeleton)
    if same is not None:
        return same
    if not _rests_alike(own, skeleton):
        return retarget(motion, skeleton)
    scale = body_of(skeleton).leg_length / body_of(own).leg_length
    return Motion(skeleton, motion.rotations, motion.root_positions * np.float32(scale), motion.fps, motion.name, motion.recipe)


def _rests_alike(one: Skeleton, other: Skeleton) -> bool:
    """Whether rotations of one mean the same on the other: the same joints, axes and limbs that point alike at rest."""
    if one.names != other.names or not np.array_equal(one.parents, other.parents):
        return False
    if np.abs(one.rest_rotations - other.rest_rotations).max() > SAME_REST:
        return False
    ways = []
    for body in (body_of(one), body_of(other)):
        ends = [(body.joint(f"{side}_{near}"), body.joint(f"{side}_{far}")) for side in SIDES for near, far in POINTED.items()]
        bones = np.array([body.skeleton.rest_positions[far] - body.skeleton.rest_positions[near] for near, far in ends])
        ways.append(bones / np.linalg.norm(bones, axis=1, keepdims=True))
    return bool(np.all(np.sum(ways[0] * ways[1], axis=1) > ALIKE))
