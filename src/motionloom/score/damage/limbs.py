"""Damage to limbs: moved out of phase with the body, twitching, or passing through it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.body import SIDES, body_of
from motionloom.score.captures import Capture
from motionloom.score.damage.base import Damaged, choose_span, ramp, register

SWAPS = (("left_arm", "right_arm"), ("left_leg",), ("right_leg",), ("left_arm", "right_arm", "spine", "head"))
SWAP_SECONDS = 0.15  # how long a limb takes to change over
LEAST_CHANGE = 0.25  # radians that a swapped limb's joints must differ by on average, or nobody would see it
TWITCHING = ("shoulder", "elbow", "hip", "knee")
TWITCH_SECONDS, TWITCH_DEGREES, TWITCHES = (0.1, 0.2), (20.0, 60.0), (1, 4)
PASS_SECONDS = (0.5, 1.0)


@register("limb swap")
def swap_limbs(capture: Capture, other: Capture, rng: np.random.Generator) -> Damaged | None:
    """Limbs that move as they did at another time: an arm that swings with the wrong leg, a leg out of step."""
    motion, frames = capture.motion, len(capture.motion)
    limbs = SWAPS[int(rng.integers(len(SWAPS)))]
    chains = body_of(motion.skeleton).chains
    joints = np.array([joint for limb in limbs for joint in chains[limb] if motion.skeleton.parents[joint] >= 0])
    start, stop = choose_span(frames, round(0.7 * frames), rng)
    change = quaternion.angle_between(motion.rotations[start:stop, joints], other.motion.rotations[start:stop, joints])
    if change.mean() < LEAST_CHANGE:
        return None
    share = ramp(frames, start, stop, SWAP_SECONDS * motion.fps)
    rotations = motion.rotations.copy()
    rotations[:, joints] = quaternion.slerp(motion.rotations[:, joints], other.motion.rotations[:, joints], share[:, None])
    return Damaged(motion.with_arrays(rotations, motion.root_positions), capture.plants, share > 0)


@register("twitch")
def twitch(capture: Capture, other: Capture, rng: np.random.Generator) -> Damaged:
    """Joints that jerk for a tenth of a second or two and come back, as badly solved captures do."""
    motion, frames = capture.motion, len(capture.motion)
    body = body_of(motion.skeleton)
    rotations = motion.rotations.astype(np.float64)
    touched = np.zeros(frames, dtype=bool)
    for _ in range(int(rng.integers(*TWITCHES))):
        joint = body.joint(f"{rng.choice(SIDES)}_{rng.choice(TWITCHING)}")
        start, stop = choose_span(frames, max(round(rng.uniform(*TWITCH_SECONDS) * motion.fps), 3), rng)
        angle = np.radians(rng.uniform(*TWITCH_DEGREES)) * ramp(frames, start, stop, (stop - start) / 2)
        axis = rng.normal(size=3)
        turn = quaternion.from_axis_angle(np.tile(axis / np.linalg.norm(axis), (frames, 1)), angle)
        rotations[:, joint] = quaternion.multiply(rotations[:, joint], turn)
        touched |= angle > 0
    return Damaged(motion.with_arrays(rotations, motion.root_positions), capture.plants, touched)


@register("interpenetration")
def pass_through(capture: Capture, other: Capture, rng: np.random.Generator) -> Damaged:
    """An arm that goes into the trunk, or a leg into the other leg, and comes out again."""
    motion, frames = capture.motion, len(capture.motion)
    start, stop = choose_span(frames, round(rng.uniform(*PASS_SECONDS) * motion.fps), rng)
    share = ramp(frames, start, stop, (stop - start) / 3)
    side, far = rng.permutation(SIDES)
    if rng.random() < 0.7:
        rotations = _aim(motion, f"{side}_shoulder", f"{side}_wrist", _between(motion, "chest", "hips", rng.uniform(0.2, 0.9)), share)
    else:
        place = rng.uniform(0.1, 0.9)
        rotations = _aim(motion, f"{side}_hip", f"{side}_ankle", _between(motion, f"{far}_knee", f"{far}_ankle", place), share)
    return Damaged(motion.with_arrays(rotations, motion.root_positions), capture.plants, share > 0)


def _between(motion: Motion, near: str, far: str, share: float) -> NDArray[np.float64]:
    body, positions = body_of(motion.skeleton), motion.positions().astype(np.float64)
    return (1 - share) * positions[:, body.joint(near)] + share * positions[:, body.joint(far)]


def _aim(motion: Motion, joint: str, end: str, target: NDArray[np.float64], share: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rotations (F, J, 4) with one joint turned so that the limb's end points at target (F, 3), by share (F,) of the way."""
    body = body_of(motion.skeleton)
    at = body.joint(joint)
    world, positions = motion.world[0].astype(np.float64), motion.positions().astype(np.float64)
    turn = quaternion.between(positions[:, body.joint(end)] - positions[:, at], target - positions[:, at])
    whole = np.zeros_like(turn)
    whole[:, 3] = 1
    part = quaternion.slerp(whole, turn, share)
    parent = world[:, motion.skeleton.parents[at]]
    local = quaternion.multiply(quaternion.conjugate(parent), quaternion.multiply(part, world[:, at]))
    rotations = motion.rotations.astype(np.float64)
    rotations[:, at] = quaternion.normalise(local)
    return rotations
