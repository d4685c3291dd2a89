"""Captures as others would have them: fewer frames a second, markers that shake, a floor that tilts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from motionloom.core import quaternion
from motionloom.core.editing import resample
from motionloom.feet.hand_labels import Example
from motionloom.feet.signals import smooth

SLOW_RATE = 30.0
SHAKE = (0.003, 0.6)  # metres of the root and degrees of every joint, standard deviation
SHAKE_SPAN = 0.004  # seconds over which shaking is alike
TILT = 2.0  # degrees


def at_30_hz(example: Example) -> Example:
    """The example at 30 frames a second, labels of the nearest frame."""
    if example.motion.fps <= SLOW_RATE:
        return example
    motion = resample(example.motion, SLOW_RATE)
    return replace(example, motion=motion, plants=example.plants.resampled(SLOW_RATE, len(motion)))


def shaken(example: Example) -> Example:
    """The example with noise on its root and all joints, the same each time."""
    motion, rng = example.motion, np.random.default_rng(20122)
    frames, joints = motion.rotations.shape[:2]
    turns = smooth(rng.standard_normal((frames, joints, 3)), motion.fps, SHAKE_SPAN)
    moves = smooth(rng.standard_normal((frames, 3)), motion.fps, SHAKE_SPAN)
    turns, moves = turns / turns.std() * np.radians(SHAKE[1]), moves / moves.std() * SHAKE[0]
    noise = np.concatenate([turns / 2, np.ones((frames, joints, 1))], axis=2)
    noise /= np.linalg.norm(noise, axis=2, keepdims=True)
    rotations = quaternion.multiply(motion.rotations, noise.astype(motion.rotations.dtype))
    return replace(example, motion=motion.with_arrays(rotations, (motion.root_positions + moves).astype(motion.root_positions.dtype)))


def tilted(example: Example) -> Example:
    """The example on a floor that tilts by two degrees: everything turned about the world's x axis."""
    motion, angle = example.motion, np.radians(TILT)
    turn = quaternion.from_axis_angle((1.0, 0.0, 0.0), angle).astype(motion.rotations.dtype)
    rotations = motion.rotations.copy()
    rotations[:, 0] = quaternion.multiply(turn, rotations[:, 0])
    return replace(example, motion=motion.with_arrays(rotations, quaternion.rotate(turn, motion.root_positions)))


CONDITIONS: Mapping[str, Callable[[Example], Example] | None] = {
    "as captured": None,
    "at 30 Hz": at_30_hz,
    "shaken": shaken,
    "floor tilted": tilted,
}
