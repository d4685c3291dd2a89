"""How deep feet are in the floor."""

from __future__ import annotations

import numpy as np

from motionloom.core.body import FOOT_POINTS
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take


def read(take: Take) -> Reading:
    """Metres (F, 4) of each point below where it stands in this clip."""
    return Reading(np.maximum(-take.foot_heights, 0.0), FOOT_POINTS)


MEASURE = register(Measure("depth", "depth of feet below the floor", "m", read, ("p99", "max")))
