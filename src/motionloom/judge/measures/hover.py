"""Bodies that hover: in flight for a tenth of a second or more, and not falling by half of what gravity asks for."""

from __future__ import annotations

import numpy as np

from motionloom.core.masks import find_runs
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.measures.flight import GRAVITY, SHORTEST, fit_flight
from motionloom.judge.take import Take

FALLS = 0.5  # of gravity: a flight that bends down less than this is none


def read(take: Take) -> Reading:
    """In every frame of a flight that does not fall, how many m/s2 of its fall are missing; 0 in all other frames."""
    values = np.zeros((len(take), 1))
    for start, stop in find_runs(take.flight):
        if stop - start >= max(4, SHORTEST * take.fps):
            fall, _ = fit_flight(take, start, stop)
            if fall < FALLS * GRAVITY:
                values[start:stop] = GRAVITY - fall
    return Reading(values, ("centre of mass",))


MEASURE = register(Measure("hover", "frames in flight in which the body does not fall", "m/s2", read, ("share",)))
