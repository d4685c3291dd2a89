"""Motion that stops dead for a moment and goes on: frames that a capture system or a join repeated."""

from __future__ import annotations

import numpy as np

from motionloom.core.masks import find_runs
from motionloom.judge.differences import length, velocity
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take

STILL = 0.005  # leg lengths a second of the fastest joint: 4 mm/s, less than a person who stands as still as they can
MOVING = 0.125  # leg lengths a second just before and just after, 0.1 m/s
RUSHING = (
    0.5  # leg lengths a second before the last frames stand still, or after the first: nobody stops or starts within a tenth of a second
)
BESIDE = 0.1  # seconds
SHORTEST = 0.04  # seconds


def read(take: Take) -> Reading:
    """Seconds (F, 1) of the freeze a frame lies in, 0 in others; a body that comes to rest does not freeze."""
    fastest = length(velocity(take.positions, take.fps, 1)).max(axis=1)
    values = np.where(np.isnan(fastest), np.nan, 0.0)
    reach = take.frames_in(BESIDE)
    for start, stop in find_runs(fastest < STILL * take.leg):
        before, after = (
            np.nan_to_num(fastest[part]).max(initial=0.0) / take.leg
            for part in (slice(max(0, start - reach), start), slice(stop, stop + reach))
        )
        at_an_end = (start <= 1 and after > RUSHING) or (stop == len(take) and before > RUSHING)
        if (min(before, after) > MOVING or at_an_end) and stop - start >= SHORTEST * take.fps:
            values[start:stop] = (stop - start) / take.fps
    return Reading(values[:, None], ("body",))


MEASURE = register(Measure("freeze", "frames in which moving stops dead", "s", read, ("share", "max")))
