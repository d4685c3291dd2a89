"""Knees and ankles that jump: sharp peaks of how hard they accelerate through space."""

from __future__ import annotations

from motionloom.judge.bends import LEG_JOINTS, sharp_part
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take


def read(take: Take) -> Reading:
    """By how many m/s2 (F, 4) each knee and ankle accelerates more than it does 0.05 to 0.15 s before and after."""
    columns = [take.roles.index(name.replace(" ", "_")) for name in LEG_JOINTS]
    return Reading(sharp_part(take.accelerations[:, columns], take), LEG_JOINTS)


MEASURE = register(Measure("jolt", "sharp peaks of knees and ankles in space", "m/s2", read, ("p99.9", "max", "spikes")))
