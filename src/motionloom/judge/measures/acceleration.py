"""How hard joints accelerate, over steps of 1/60 s."""

from __future__ import annotations

from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take


def read(take: Take) -> Reading:
    """Metres a second squared (F, R) of every joint with a role."""
    return Reading(take.accelerations, take.roles)


MEASURE = register(Measure("acceleration", "acceleration of joints", "m/s2", read, ("p99", "p99.9", "max", "spikes")))
