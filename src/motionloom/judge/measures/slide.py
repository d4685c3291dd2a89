"""How fast standing feet slide: the speed over the floor of points that are low and do not rise or sink."""

from __future__ import annotations

import numpy as np

from motionloom.core.body import FOOT_POINTS
from motionloom.judge.differences import length
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take

LOW = 0.03  # leg lengths: 24 mm on a leg of 0.8 m
LEVEL = 0.125  # leg lengths a second: 0.1 m/s


def read(take: Take) -> Reading:
    """Metres a second (F, 4) over the floor, nan where a point is not low or not level."""
    moves = take.foot_velocities
    standing = (take.foot_heights < LOW * take.leg) & (np.abs(moves[..., 1]) < LEVEL * take.leg)
    return Reading(np.where(standing, length(moves[..., [0, 2]]), np.nan), FOOT_POINTS)


MEASURE = register(Measure("slide", "speed of low feet over the floor", "m/s", read, ("p50", "p75", "p90")))
