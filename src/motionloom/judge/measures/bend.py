"""Knees and ankles that pop: sharp peaks of how hard their bend accelerates."""

from __future__ import annotations

import numpy as np

from motionloom.judge.bends import LEG_JOINTS, sharp_part
from motionloom.judge.differences import acceleration
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take


def read(take: Take) -> Reading:
    """By how many rad/s2 (F, 4) each bend accelerates more than it does 0.05 to 0.15 s before and after."""
    return Reading(sharp_part(np.abs(acceleration(take.bends, take.fps, take.stride)), take), LEG_JOINTS)


MEASURE = register(Measure("bend", "sharp peaks of knee and ankle bend", "rad/s2", read, ("p99.9", "max", "spikes")))
