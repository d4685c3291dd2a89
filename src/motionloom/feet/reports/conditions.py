"""Captures as others would have them: fewer frames a second, markers that shake, a floor that tilts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from motionloom.core import quaternion
from motionloom.core.editing import resample
from motionloom.feet.hand_labels import Example
from motionloom.sample.capture import add_noise

SLOW_RATE = 30.0
TILT = 2.0  # degrees


def at_30_hz(example: Example) -> Example:
    """The example at 30 frames a second, labels of the nearest frame."""
    if example.motion.fps <= SLOW_RATE:
        return example
    motion = resample(example.motion, SLOW_RATE)
    return replace(example, motion=motion, plants=example.plants.resampled(SLOW_RATE, len(motion)))


def noisy(level: float) -> Callable[[Example], Example]:
    """Examples with a capture's noise put in, on top of what they have; 1 is a fair optical capture's."""

    def change(example: Example) -> Example:
        return replace(example, motion=add_noise(example.motion, np.random.default_rng([20122, int(10 * level)]), level))

    return change


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
    "noise 1": noisy(1.0),
    "noise 3": noisy(3.0),
    "floor tilted": tilted,
}
