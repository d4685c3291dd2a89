"""How far feet skim within a second: more than 20 cm is seen by everybody.

A heel that comes down with its toes raised, as in every step, is low and fast for a tenth of a second. Nobody sees that as skimming, so
it does not count here.
"""

from __future__ import annotations

import numpy as np

from motionloom.core.body import FOOT_POINTS
from motionloom.judge.differences import mean_over
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.measures.scuff import skimming_speeds
from motionloom.judge.take import Take

WINDOW = 1.0  # seconds
FAR = 0.25  # leg lengths: 20 cm on a leg of 0.8 m
FLAT = 0.04  # leg lengths above where they stand that the toes of a foot that skims on its heel may be: 32 mm


def read(take: Take) -> Reading:
    """Metres skimmed in the second about each frame by the worst point, 0 where less than 20 cm."""
    speeds = skimming_speeds(take)
    for heel, toe in ((0, 1), (2, 3)):
        speeds[take.foot_heights[:, toe] > FLAT * take.leg, heel] = 0.0
    span = min(take.frames_in(WINDOW), len(take))
    skimmed = mean_over(speeds, span) * span / take.fps
    return Reading.worst_of(np.where(skimmed > FAR * take.leg, skimmed, 0.0), FOOT_POINTS)


MEASURE = register(Measure("skim", "seconds with over 20 cm of skimming", "m", read, ("share", "max")))
