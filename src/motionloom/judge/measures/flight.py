"""What nothing carries must fall: in flight the centre of mass falls at 9.81 m/s2 and keeps its level speed."""

from __future__ import annotations

import numpy as np

from motionloom.core.masks import find_runs
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take

GRAVITY = 9.81
CHANNELS = ("fall", "drift")
SHORTEST = 0.1  # seconds: a shorter arc is too flat to tell its bend


def fit_flight(take: Take, start: int, stop: int) -> tuple[float, float]:
    """The fall and the level acceleration, m/s2, of the parabola through the centre of mass in frames start:stop."""
    time = (np.arange(start, stop) - (start + stop - 1) / 2) / take.fps
    bent = 2 * np.polynomial.polynomial.polyfit(time, take.centre[start:stop], 2)[2]
    return float(-bent[1]), float(np.hypot(bent[0], bent[2]))


def read(take: Take) -> Reading:
    """At the middle of each flight, how many m/s2 the fall is off 9.81, and how hard the body is pushed sideways in the air."""
    values = np.full((len(take), 2), np.nan)
    for start, stop in find_runs(take.flight):
        if stop - start >= max(4, SHORTEST * take.fps):
            fall, drift = fit_flight(take, start, stop)
            values[(start + stop) // 2] = abs(fall - GRAVITY), drift
    return Reading(values, CHANNELS)


MEASURE = register(Measure("flight", "acceleration in flight that gravity does not give", "m/s2", read, ("p50", "p90", "max")))
