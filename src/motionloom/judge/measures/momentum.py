"""How hard the whole body is braked, sped up or turned while something carries it: its centre of mass, level, low-passed at 6 Hz."""

from __future__ import annotations

import numpy as np

from motionloom.judge.differences import length
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take


def read(take: Take) -> Reading:
    """Level acceleration (F, 1) of the centre of mass, m/s2; nan in flight."""
    level = length(take.push[:, [0, 2]])
    return Reading(np.where(take.flight, np.nan, level)[:, None], ("centre of mass",))


MEASURE = register(Measure("momentum", "level acceleration of the centre of mass in support", "m/s2", read, ("p90", "p99", "max")))
