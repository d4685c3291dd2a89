"""The way over the ground that the feet walk: legs and path are predicted apart, and planted feet tell what the path should have been."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.ground import foot_points

Floats = NDArray[np.float64]
SMOOTH = 0.1  # seconds over which the path takes on what the feet say


def follow_feet(motion: Motion, bits: NDArray[np.bool_]) -> Motion:
    """The motion with its root moved along the ground so that points of the feet that are planted, bits (F, 4), slide as little as they
    can together. Where none is planted, the path goes on as between the plants before and after."""
    points = foot_points(motion).astype(np.float64)[:, :, [0, 2]]
    held = (bits[1:] & bits[:-1]).astype(np.float64)
    count = held.sum(axis=1)
    known = np.flatnonzero(count > 0)
    if len(known) < 2:
        return motion
    slides = (np.diff(points, axis=0) * held[:, :, None]).sum(axis=1)[known] / count[known, None]
    steps = np.arange(len(held))
    drift = np.column_stack([np.interp(steps, known, slides[:, axis]) for axis in range(2)])
    width = max(1, round(SMOOTH * motion.fps))
    window = np.hanning(2 * width + 1) / np.hanning(2 * width + 1).sum() if width > 1 else np.ones(1)
    pad = len(window) // 2
    smooth = np.column_stack([np.convolve(np.pad(drift[:, axis], pad, mode="edge"), window, "valid") for axis in range(2)])
    moved = motion.root_positions.astype(np.float64)
    moved[1:, [0, 2]] -= np.cumsum(smooth, axis=0)
    return motion.with_arrays(motion.rotations, moved.astype(np.float32))
