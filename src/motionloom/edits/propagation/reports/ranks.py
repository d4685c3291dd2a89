"""How well one number tells the order of another."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def rank_correlation(one: Floats, other: Floats) -> float:
    """Spearman's rank correlation of two series (N,), -1 to 1; 0 where one of them does not vary."""
    ranks = [np.argsort(np.argsort(each)).astype(np.float64) for each in (one, other)]
    if min(float(np.ptp(each)) for each in (one, other)) == 0:
        return 0.0
    return float(np.corrcoef(ranks[0], ranks[1])[0, 1])


def means_of(values: Floats, length: int) -> Floats:
    """Means (about N / length,) of stretches of values (N,) that follow each other, as even as can be."""
    return np.array([part.mean() for part in np.array_split(values, max(1, len(values) // length))])
