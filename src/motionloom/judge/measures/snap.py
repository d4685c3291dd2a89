"""Knees that straighten and snap back: a sharp least bend of a nearly straight leg, as when a foot is held beyond its reach."""

from __future__ import annotations

import numpy as np

from motionloom.judge.bends import LEG_JOINTS, sharp_part
from motionloom.judge.differences import acceleration
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take

NEARLY_STRAIGHT = np.radians(15.0)


def read(take: Take) -> Reading:
    """How sharply (F, 2) rad/s2 each knee turns back while its leg is within 15 degrees of straight, 0 elsewhere."""
    knees = take.bends[:, [0, 2]]
    turning = acceleration(knees, take.fps, take.stride)
    back = np.where(np.isnan(turning), np.nan, np.where(knees < NEARLY_STRAIGHT, np.maximum(turning, 0.0), 0.0))
    return Reading(sharp_part(back, take), (LEG_JOINTS[0], LEG_JOINTS[2]))


MEASURE = register(Measure("snap", "nearly straight knees that snap back", "rad/s2", read, ("p99.9", "max", "spikes")))
