"""A motion's score frame by frame, with what it is measured from: where the zero moment point is and what stands under it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.score.balance import carrying, measure_balance
from motionloom.score.plant_error import stray_distances
from motionloom.score.segments import MassModel
from motionloom.score.support import sole_corners, standing_corners


@dataclass(frozen=True, eq=False)
class Trace:
    """feet and balance (F,) metres: the largest stray of a planted point, and how far the zero moment point leaves the support
    (in flight: the departure from free fall), both 0 where they do not count; plant and worst: the score's two terms.

    points (F, 2) metres, x and z: the zero moment point; corners (F, 12, 2): both soles; standing (F, 12): those that carry.
    """

    feet: NDArray[np.float64]
    balance: NDArray[np.float64]
    points: NDArray[np.float64]
    corners: NDArray[np.float64]
    standing: NDArray[np.bool_]
    plant: float
    worst: float

    @property
    def score(self) -> float:
        """Metres: the paper's sum of both terms. The lower, the more natural."""
        return self.plant + self.worst


def trace_score(
    motion: Motion, plants: NDArray[np.bool_], targets: NDArray[np.float64] | None = None, masses: MassModel | None = None
) -> Trace:
    """The trace of a motion whose feet stand as plants (F, 4) say."""
    stray = stray_distances(motion, plants, targets)
    balance = measure_balance(motion, plants, masses)
    return Trace(
        feet=np.nan_to_num(stray).max(axis=1),
        balance=balance.error * balance.judged,
        points=balance.dynamics.points,
        corners=sole_corners(motion),
        standing=standing_corners(carrying(plants, motion.fps)),
        plant=float(np.mean(stray[plants])) if plants.any() else 0.0,
        worst=balance.worst,
    )
