"""What capture does to a performance: jittering markers, small pops where they were lost, and feet that slide."""

from __future__ import annotations

import numpy as np

from motionloom.core import Motion, quaternion
from motionloom.sample.curves import Array, smooth_step, wander

JITTER = 0.004  # radians of joint noise, standard deviation, at noise = 1
ROOT_JITTER = 0.0009  # metres
JITTER_CUTOFF = 12.0  # Hz: what is left of marker noise after a capture system's own filter
POPS_PER_SECOND = 0.6
POP_SIZE = 0.055  # radians
SKATE_SHARE = 0.07  # of the distance travelled, by which feet slide at skate = 1
SKATE_WANDER = 0.02  # metres


def add_noise(motion: Motion, rng: np.random.Generator, noise: float) -> Motion:
    """The motion with jitter in every joint and pops where markers drop out; noise 1 is a fair optical capture."""
    shape = motion.rotations.shape[:2]
    turns = _low_passed(rng, (*shape, 3), motion.fps) * JITTER * noise
    for _ in range(rng.poisson(POPS_PER_SECOND * motion.duration)):
        joint, start = int(rng.integers(1, shape[1])), int(rng.integers(shape[0]))
        length = int(rng.uniform(0.03, 0.12) * motion.fps) + 1
        turns[start : start + length, joint] += rng.normal(0, POP_SIZE * noise, 3)
    rotations = quaternion.multiply(motion.rotations.astype(np.float64), quaternion.exp(turns))
    roots = motion.root_positions + _low_passed(rng, (shape[0], 3), motion.fps) * ROOT_JITTER * noise
    return motion.with_arrays(quaternion.normalise(rotations), roots)


def add_skate(motion: Motion, rng: np.random.Generator, skate: float) -> Motion:
    """The motion with its root carried a little too far or not far enough, so that planted feet slide."""
    times = np.arange(len(motion)) / motion.fps
    share = SKATE_SHARE * skate * rng.choice([-1.0, 1.0]) * rng.uniform(0.5, 1.0)
    roots = motion.root_positions.astype(np.float64)
    drift = (roots - roots[0]) * share
    drift[:, 1] = 0.0
    for axis in (0, 2):
        drift[:, axis] += wander(rng, times, SKATE_WANDER * skate, 3.0, 0.9) * smooth_step(times / 0.3)
    return motion.with_arrays(motion.rotations, roots + drift)


def _low_passed(rng: np.random.Generator, shape: tuple[int, ...], fps: float) -> Array:
    """Noise of unit deviation along axis 0 with little above `JITTER_CUTOFF`."""
    from scipy.ndimage import gaussian_filter1d

    width = fps / (2 * np.pi * JITTER_CUTOFF)
    smooth = gaussian_filter1d(rng.standard_normal(shape), width, axis=0, mode="nearest")
    return smooth * np.sqrt(2 * np.sqrt(np.pi) * max(width, 0.282))
