"""What is done over and over without a rest between: how long one takes, and where the next begins.

Blocks that are practised slowly have no blow that stands out. That the hands come back to where they were, again and again after the same
time, is what tells them apart.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

COARSE = 4  # frames between two that are compared
BRIEFEST, LONGEST = 0.7, 5.0  # seconds of one of them
TIMES = 3  # how often something is done at least to be told from chance
AGAIN = 0.6  # of how far two moments are apart at the median: where it comes again it is no farther from itself
LEEWAY = 0.25  # of its length by which one may last longer or shorter than the others


def find_rhythm(poses: NDArray[np.float64], rate: float) -> int:
    """After how many frames poses (F, D) come again all along, the least such time; 0 where they do not."""
    coarse = poses[::COARSE]
    lags = np.arange(round(BRIEFEST * rate / COARSE), min(round(LONGEST * rate / COARSE), len(coarse) // TIMES) + 1)
    if len(lags) < 3:
        return 0
    away = np.array([np.linalg.norm(coarse[lag:] - coarse[:-lag], axis=1).mean() for lag in lags])
    low = np.flatnonzero((away[1:-1] <= away[:-2]) & (away[1:-1] <= away[2:])) + 1
    good = [k for k in low if away[k] <= AGAIN * np.median(away) or (away[k] <= AGAIN * away.max() and away[k] == away[low].min())]
    return int(lags[good[0]]) * COARSE if good else 0


def cut_evenly(calm: NDArray[np.float64], period: int) -> list[int]:
    """Where stretches of about `period` frames begin within a stretch, each at the calmest moment; calm (F,): how much moves then."""
    phases = [float(calm[phase::period].mean()) for phase in range(period)]
    cuts, at, leeway = list[int](), int(np.argmin(phases)), max(round(LEEWAY * period), 1)
    while at < len(calm):
        first = max(at - leeway, (cuts[-1] if cuts else 0) + 1)
        near = calm[first : at + leeway + 1]
        if not len(near):
            break
        cuts.append(first + int(np.argmin(near)))
        at = cuts[-1] + period
    return cuts
