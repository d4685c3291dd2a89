"""A motion on another body of the same kind."""

from __future__ import annotations

import numpy as np

from motionloom.core import Motion, Skeleton
from motionloom.core.body import body_of
from motionloom.core.errors import MotionError

SAME_REST = 1e-3  # how far the rest rotations of two bodies may differ


def put_on(motion: Motion, skeleton: Skeleton) -> Motion:
    """The motion on another body with the same joints, resting alike: rotations as they are, the root's way scaled by the legs' length.

    Good between performers of one capture system, whose skeletons differ by some per cent in bone lengths. Feet that stood do not
    slide: legs and steps scale alike.
    """
    own = motion.skeleton
    if own.hash == skeleton.hash:
        return motion
    alike = own.names == skeleton.names and np.array_equal(own.parents, skeleton.parents)
    if not alike or np.abs(own.rest_rotations - skeleton.rest_rotations).max() > SAME_REST:
        raise MotionError(f"{motion.name!r} has other joints, or rests otherwise, than the first clip; leave it out")
    scale = body_of(skeleton).leg_length / body_of(own).leg_length
    return Motion(skeleton, motion.rotations, motion.root_positions * np.float32(scale), motion.fps, motion.name, motion.recipe)
