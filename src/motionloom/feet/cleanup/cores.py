"""The part of a plant in which its point stands: where that is still already, its moving ends are a step, not a slide."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core.masks import find_runs
from motionloom.feet.plants import Bits

EXACT = 0.0002  # metres: hardly anybody who was captured stands so still, whoever was cleaned or made up does
SHARE = 0.5  # of a plant that must be so still for its ends to be given up


def keep_cores(points: NDArray[np.float64], bits: Bits) -> Bits:
    """bits (F, 4) without the ends that move of plants whose middle does not; points (F, 4, 3) metres.

    Whoever finds the plants of a clean clip anew takes some frames of a step for planted too. Holding those would move the clip again.
    """
    kept = bits
    for point in range(bits.shape[1]):
        for start, stop in find_runs(bits[:, point]):
            track = points[start:stop, point]
            stands = np.abs(track - np.median(track, axis=0)).max(axis=1) <= EXACT
            if stands.all() or stands.mean() < SHARE:
                continue
            first, last = max(find_runs(stands), key=lambda run: run[1] - run[0])
            if last - first >= SHARE * (stop - start):
                kept = kept.copy() if kept is bits else kept
                kept[start : start + first, point] = kept[start + last : stop, point] = False
    return kept
