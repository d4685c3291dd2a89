"""Joins: how hard the worst joint accelerates where pieces were put together, against any frame of captures."""

from __future__ import annotations

import numpy as np

from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take

ABOUT = 0.1  # seconds before and after a join


def read(take: Take) -> Reading:
    """The worst joint's m/s2 within 0.1 s of a join, nan elsewhere."""
    everywhere = read_everywhere(take)
    near = np.zeros(len(take), bool)
    reach = take.frames_in(ABOUT)
    for join in take.joins:
        near[max(0, join - reach) : join + reach + 1] = True
    return Reading(np.where(near[:, None], everywhere.values, np.nan), everywhere.channels, everywhere.which)


def read_everywhere(take: Take) -> Reading:
    """The worst joint's m/s2 in every frame."""
    return Reading.worst_of(take.accelerations, take.roles)


MEASURE = register(Measure("seams", "acceleration at joins", "m/s2", read, ("p99", "max", "spikes"), captured=read_everywhere))
