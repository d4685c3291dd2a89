"""Braking without support: how far outside the feet the ground would have to push."""

from __future__ import annotations

import numpy as np

from motionloom.judge.differences import length
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.measures.flight import GRAVITY
from motionloom.judge.take import Take

TOUCHING = 0.06  # leg lengths above where it stands up to which a point may carry
LIGHT = 3.0  # m/s2 of weight felt below which the point of pressure means nothing


def read(take: Take) -> Reading:
    """Metres (F, 1) by which the point of pressure lies beyond the feet on the side to which the body is braked.

    The point of pressure of a body that does not turn lies h a / (g + a_up) from below its centre of mass, against its acceleration.
    nan where nothing stands, or where the body weighs next to nothing.
    """
    pushed = take.push
    level = pushed[:, [0, 2]]
    hard = length(level)
    away = -level / np.maximum(hard, 1e-9)[:, None]
    standing = take.foot_heights < TOUCHING * take.leg
    beyond = np.einsum("fpc,fc->fp", take.feet[..., [0, 2]] - take.centre[:, None, [0, 2]], away)
    reach = np.where(standing, beyond, -np.inf).max(axis=1)
    weight = GRAVITY + pushed[:, 1]
    height = take.centre[:, 1] - take.floor.min(axis=1)
    carried = standing.any(axis=1) & (weight > LIGHT)
    needed = np.where(carried, height * hard / np.maximum(weight, LIGHT), np.nan)
    excess = np.maximum(needed - np.where(carried, reach, 0.0), 0.0)
    return Reading(np.where(hard > 1e-6, excess, np.where(np.isnan(hard), np.nan, 0.0))[:, None], ("centre of mass",))


MEASURE = register(Measure("unsupported", "point of pressure outside the feet", "m", read, ("p90", "p99", "max")))
