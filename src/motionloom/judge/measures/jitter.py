"""Trembling: how far joints go to and fro from step to step."""

from __future__ import annotations

import numpy as np

from motionloom.judge.differences import length, mean_over
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take

WINDOW = 0.25  # seconds over which it is averaged: one jolt is no trembling


def read(take: Take) -> Reading:
    """Metres (F, R): a joint that alternates between two places from step to step reads half their distance.

    The fourth difference over steps of 1/60 s, which is 16 times such an amplitude and next to nothing for what a person means.
    """
    places, s = take.positions, take.stride
    values = np.full(places.shape[:2], np.nan)
    if len(places) > 4 * s:
        fourth = places[: -4 * s] - 4 * places[s : -3 * s] + 6 * places[2 * s : -2 * s] - 4 * places[3 * s : -s] + places[4 * s :]
        values[2 * s : -2 * s] = mean_over(length(fourth) / 16, take.frames_in(WINDOW))
    return Reading(values, take.roles)


MEASURE = register(Measure("jitter", "trembling of joints", "m", read, ("p90", "p99")))
