"""A walk of a sample performer at 120 Hz, and what captures suffer, done to it: each gives the motion and the frames it spoilt."""

from functools import cache

import numpy as np

from motionloom.core import quaternion
from motionloom.core.editing import resample
from motionloom.sample import make


@cache
def walk(behaviour="walk"):
    return resample(make("ada", behaviour).motion, 120)


def turn(motion, joint, frames, angle, axis=(0.0, 0.0, 1.0)):
    """One joint turned in some frames."""
    rotations, number = motion.rotations.copy(), motion.skeleton.names.index(joint)
    aside = quaternion.from_axis_angle(np.array(axis), np.asarray(angle, float)).astype(np.float32)
    rotations[frames, number] = quaternion.multiply(rotations[frames, number], aside)
    return motion.with_arrays(rotations, motion.root_positions)


def pop(motion):
    return turn(motion, "LeftUpLeg", slice(90, 91), 0.055), slice(90, 91)


def jump_and_back(motion):
    return turn(motion, "LeftUpLeg", slice(90, 92), 0.6), slice(90, 92)


def begin_elsewhere(motion):
    """The first frames in a T-pose."""
    rotations = motion.rotations.copy()
    rotations[:2] = motion.skeleton.rest_rotations
    return motion.with_arrays(rotations, motion.root_positions), slice(0, 2)


def jump(motion):
    """From frame 100 on the upper arm is held otherwise."""
    return turn(motion, "RightArm", slice(100, None), 0.35), slice(99, 101)


def freeze(motion):
    rotations, roots = motion.rotations.copy(), motion.root_positions.copy()
    rotations[100:112], roots[100:112] = rotations[100], roots[100]
    return motion.with_arrays(rotations, roots), slice(101, 112)


def repeat(motion):
    """One frame twelve times over."""
    frames = np.insert(np.arange(len(motion)), 100, [100] * 12)
    return motion.with_arrays(motion.rotations[frames], motion.root_positions[frames]), slice(101, 113)


def end_frozen(motion):
    rotations, roots = motion.rotations.copy(), motion.root_positions.copy()
    rotations[-20:], roots[-20:] = rotations[-20], roots[-20]
    return motion.with_arrays(rotations, roots), slice(len(motion) - 19, len(motion))


def flip(motion):
    """The forearm twists by half a turn about its bone for a second."""
    number = motion.skeleton.names.index("LeftForeArm")
    bone = motion.skeleton.offsets[motion.skeleton.names.index("LeftHand")]
    assert motion.skeleton.parents[motion.skeleton.names.index("LeftHand")] == number
    return turn(motion, "LeftForeArm", slice(60, 150), 3.0, bone / np.linalg.norm(bone)), slice(60, 150)


def tremble(motion):
    rng = np.random.default_rng(3)
    moved = motion
    for joint in ("RightArm", "RightForeArm"):
        moved = turn(moved, joint, slice(60, 140), 0.03 * rng.standard_normal(80))
    return moved, slice(60, 140)


# kind of glitch, what does it
DAMAGE = {
    "pop": ("pop", pop),
    "a T-pose first": ("jump", begin_elsewhere),
    "jump": ("jump", jump),
    "jump and back": ("jump", jump_and_back),
    "freeze": ("freeze", freeze),
    "frames repeated": ("freeze", repeat),
    "frozen end": ("freeze", end_frozen),
    "flip": ("flip", flip),
    "tremble": ("jitter", tremble),
}
