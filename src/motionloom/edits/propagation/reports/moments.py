"""What a body does from frame to frame, as far as propagation is measured apart by it: standing, walking, turning, running."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.heading import headings

MOMENTS = ("walking", "turning", "standing", "running")
STANDING, RUNNING = 0.25, 2.4  # leg lengths a second of the hips over the ground: below the one, above the other
TURNING = np.radians(35.0)  # a second
SMOOTH = 0.5  # seconds


def find_moments(motion: Motion) -> NDArray[np.intp]:
    """For each frame (F,) which of `MOMENTS` it is."""
    width = max(1, round(SMOOTH * motion.fps))
    leg = body_of(motion.skeleton).leg_length
    hips = motion.positions()[:, body_of(motion.skeleton).joint("hips")].astype(np.float64)
    angles = headings(motion)
    before = np.maximum(np.arange(len(motion)) - width // 2, 0)
    after = np.minimum(np.arange(len(motion)) + width // 2 + 1, len(motion) - 1)
    seconds = np.maximum(after - before, 1) / motion.fps
    speed = np.linalg.norm((hips[after] - hips[before])[:, [0, 2]], axis=1) / seconds / leg
    turning = np.abs(angles[after] - angles[before]) / seconds
    found = np.where(turning > TURNING, 1, 0)
    found = np.where(speed < STANDING, 2, found)
    return np.where(speed > RUNNING, 3, found).astype(np.intp)
