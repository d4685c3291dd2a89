"""Feet that skim the floor: within 12 mm of it and faster than half a metre a second."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core.body import FOOT_POINTS
from motionloom.judge.differences import length
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take

FAST = 0.625  # leg lengths a second: 0.5 m/s on a leg of 0.8 m


def skimming_speeds(take: Take) -> NDArray[np.float64]:
    """Metres a second (F, 4) over the floor of points that are low and fast, 0 for others, nan at the ends."""
    speeds = length(take.foot_velocities[..., [0, 2]])
    return np.where(np.isnan(speeds), np.nan, np.where(take.low & (speeds > FAST * take.leg), speeds, 0.0))


def read(take: Take) -> Reading:
    """The speed of the fastest point that skims, 0 in frames in which none does."""
    return Reading.worst_of(skimming_speeds(take), FOOT_POINTS)


MEASURE = register(Measure("scuff", "frames in which a foot skims the floor", "m/s", read, ("share",)))
