"""Does anything jerk? How far joints leave their own smoothed paths, seen from the hips."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.heading import headings, to_heading_frame
from motionloom.core.kinematics import differentiate
from motionloom.score.zero_moment import smooth

CUTOFF = 4.0  # Hz: people hardly move faster than this
STEADY = 0.5  # metres a second: a departure counts for less where the joint moves faster than this anyway


def jerk_distances(motion: Motion) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far each joint leaves its smoothed path (F, R) metres, and the same in seconds of its own movement.

    The first finds jumps of the whole body, the second a twitch of one joint while it and the rest move slowly.
    """
    joints = list(body_of(motion.skeleton).roles.values())
    seen = to_heading_frame(motion.positions()[:, joints].astype(np.float64), motion.root_positions, headings(motion))
    path = smooth(seen, motion.fps, CUTOFF)
    away = np.linalg.norm(seen - path, axis=-1)
    speed = np.linalg.norm(differentiate(path, motion.fps), axis=-1)
    return away, away / (STEADY + speed)
