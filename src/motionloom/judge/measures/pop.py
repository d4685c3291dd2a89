"""Knees that pop: how far a knee leaves its way for a moment of about 30 ms and comes back."""

from __future__ import annotations

import numpy as np

from motionloom.judge.bends import LEG_JOINTS, sharp_part
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take

APART = 1 / 30  # seconds between the moments that a cubic is put through


def read(take: Take) -> Reading:
    """Radians (F, 2) between a knee's bend and the cubic through it 1/30 and 2/30 s before and after, where that stands alone in time."""
    knees, k = take.bends[:, [0, 2]], take.frames_in(APART)
    values = np.full(knees.shape, np.nan)
    if len(knees) > 4 * k:
        near, far = knees[k : -3 * k] + knees[3 * k : -k], knees[: -4 * k] + knees[4 * k :]
        values[2 * k : -2 * k] = np.abs(knees[2 * k : -2 * k] - (4 * near - far) / 6)
    return Reading(sharp_part(values, take), (LEG_JOINTS[0], LEG_JOINTS[2]))


MEASURE = register(Measure("pop", "knees that leave their way for 30 ms", "rad", read, ("p99.9", "max", "spikes")))
