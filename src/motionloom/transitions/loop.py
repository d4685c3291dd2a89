"""Any clip made to loop at its best cut: two frames of it that are alike, the end eased into what came before the beginning."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from motionloom.align import blend, distances, ease_weights, make_clouds
from motionloom.core import Motion
from motionloom.core.editing import resample
from motionloom.core.errors import MotionError
from motionloom.transitions.stock import RATE

SHORTEST = 0.5  # seconds
BLEND = 0.2  # seconds


@dataclass(frozen=True, eq=False)
class Loop:
    """A motion whose end leads into its beginning; first and last: seconds of the clip at which it was cut; distance metres there."""

    motion: Motion
    first: float
    last: float
    distance: float


def make_loop(motion: Motion, shortest: float = SHORTEST, seconds: float = BLEND) -> Loop:
    """The clip between the two frames at least `shortest` seconds apart that are most alike, its end blended over `seconds`.

    The last frame is the one before the first: play them on and on, each round where the last one ended.
    """
    clip = resample(motion, RATE)
    overlap, least = max(2, round(seconds * RATE)), round(shortest * RATE)
    if len(clip) < least + overlap + 1:
        raise MotionError(f"{motion.name!r} lasts {motion.duration:.2f} s; a loop needs {(least + overlap + 1) / RATE:.2f}")
    clouds = make_clouds(clip)
    cost = distances(clouds, clouds).astype(np.float64)
    i, j = np.indices(cost.shape)
    cost[(j - i < least) | (i < overlap)] = np.inf  # the frames before the beginning are what the end is blended into
    first, last = np.unravel_index(np.argmin(cost), cost.shape)
    start, stop = int(first), int(last)
    body = clip[start:stop]
    count = stop - start
    fading = np.concatenate([np.zeros(count - overlap), ease_weights(overlap + 1)[1][1:]])
    into = np.clip(np.arange(count) - count + start, 0, None).astype(np.float64)  # ends on the frame before the first
    made = blend(
        [body, clip], np.stack([np.arange(count, dtype=np.float64), into]), np.stack([1 - fading, fading]), name=f"{motion.name} loop"
    )
    return Loop(made, start / RATE, stop / RATE, float(np.sqrt(cost[start, stop])))
