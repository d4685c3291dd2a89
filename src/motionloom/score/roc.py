"""How well scores tell natural from unnatural: the receiver operating characteristic and its area."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motionloom.core.errors import MotionError

GRID = np.linspace(0, 1, 101)  # shares of false alarms at which curves are kept


@dataclass(frozen=True, eq=False)
class Roc:
    """found (101,): share of the unnatural found at each share of false alarms in `GRID`; area under it, ties counting half."""

    found: NDArray[np.float64]
    area: float

    def share_found(self, false_alarms: float) -> float:
        """Share of the unnatural found where that share of the natural is rejected too."""
        return float(np.interp(false_alarms, GRID, self.found))


def measure_roc(natural: ArrayLike, unnatural: ArrayLike) -> Roc:
    """The curve of scores (N,) of natural and (M,) of unnatural motions, higher meaning less natural."""
    good, bad = np.sort(np.asarray(natural, np.float64)), np.sort(np.asarray(unnatural, np.float64))
    if not len(good) or not len(bad):
        raise MotionError(f"a ROC needs both sides; there are {len(good)} natural and {len(bad)} unnatural scores")
    limits = np.unique(np.concatenate([good, bad]))[::-1]
    false = np.concatenate([[0.0], 1 - np.searchsorted(good, limits) / len(good)])
    found = np.concatenate([[0.0], 1 - np.searchsorted(bad, limits) / len(bad)])
    # Where several limits give one share of false alarms the best of them counts.
    best = np.array([found[false <= share + 1e-12].max() for share in GRID])
    beaten = np.searchsorted(good, bad, "left").sum() + np.searchsorted(good, bad, "right").sum()
    return Roc(best, float(beaten / (2 * len(good) * len(bad))))


def join(curves: list[Roc]) -> Roc:
    """The curve over several equally large groups together, from those of each against the same naturals.

    For one scorer that is the pooled curve; where each group had a scorer of its own it is their mean.
    """
    if not curves:
        raise MotionError("no curve to join")
    return Roc(np.mean([curve.found for curve in curves], axis=0), float(np.mean([curve.area for curve in curves])))
