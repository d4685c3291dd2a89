"""Feet dragged over the floor: how far a foot that lies on it goes in 0.15 s."""

from __future__ import annotations

import numpy as np

from motionloom.core.body import FOOT_POINTS
from motionloom.judge.differences import length
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take

SECONDS = 0.15
FLAT = 0.03  # leg lengths above where they stand, 24 mm: toes must be as low, and for a heel its toes too, since heels come down fast


def read(take: Take) -> Reading:
    """Metres (F, 4) over the floor in the 0.15 s about each frame; nan where a point was not low, or a heel's toes not, all that time."""
    from scipy.ndimage import maximum_filter1d

    values = np.full(take.foot_heights.shape, np.nan)
    half = take.frames_in(SECONDS / 2)
    if len(take) <= 2 * half:
        return Reading(values, FOOT_POINTS)
    level = take.feet[..., [0, 2]]
    moved = length(level[2 * half :] - level[: -2 * half]) * SECONDS * take.fps / (2 * half)
    lies = maximum_filter1d(take.foot_heights, 2 * half + 1, axis=0)[half:-half] < FLAT * take.leg
    lies[:, [0, 2]] &= lies[:, [1, 3]]
    values[half:-half] = np.where(lies, moved, np.nan)
    return Reading(values, FOOT_POINTS)


MEASURE = register(Measure("drag", "way of feet that lie on the floor in 0.15 s", "m", read, ("p90", "p99", "max", "spikes")))
