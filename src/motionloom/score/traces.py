"""A motion's score frame by frame, with what it is measured from: where the zero moment point is and what stands under it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.ground import ground_height
from motionloom.score.balance import carrying, measure_balance
from motionloom.score.plant_error import stray_distances
from motionloom.score.scorers.base import plants_of
from motionloom.score.segments import MassModel
from motionloom.score.support import sole_corners, standing_corners, support_polygons


@dataclass(frozen=True, eq=False)
class Trace:
    """feet and balance (F,) metres: the largest stray of a planted point, and how far the zero moment point leaves the support
    (in flight: the departure from free fall), both 0 where they do not count; plant and worst: the score's two terms.

    points (F, 2) metres, x and z: the zero moment point; corners (F, 12, 2): both soles; standing (F, 12): those that carry; stray (F, 4)
    metres: left heel, left toe, right heel, right toe, each from where it stands, nan where it does not; load (F,): what the ground
    bears, over body weight; ground: height of the floor, metres.
    """

    feet: NDArray[np.float64]
    balance: NDArray[np.float64]
    points: NDArray[np.float64]
    corners: NDArray[np.float64]
    standing: NDArray[np.bool_]
    plant: float
    worst: float
    stray: NDArray[np.float64]
    load: NDArray[np.float64]
    ground: float

    @property
    def score(self) -> float:
        """Metres: the paper's sum of both terms. The lower, the more natural."""
        return self.plant + self.worst

    @property
    def foot_error(self) -> NDArray[np.float64]:
        """Metres (F, 2) that the left and the right foot stray, the worse of heel and toe; 0 where neither stands."""
        return np.nan_to_num(self.stray).reshape(-1, 2, 2).max(axis=2)

    def polygons(self) -> tuple[NDArray[np.float64], ...]:
        """For each frame the support (n, 2) metres, x and z, counter-clockwise; n = 0 where nothing carries."""
        return support_polygons(self.corners, self.standing)


def trace_score(
    motion: Motion,
    plants: NDArray[np.bool_] | None = None,
    targets: NDArray[np.float64] | None = None,
    masses: MassModel | None = None,
    ground: float | None = None,
) -> Trace:
    """The trace of a motion whose feet stand as plants (F, 4) say, at targets (F, 4, 3) metres, over a floor at height `ground`.

    What is not given is found: plants are detected, places are where the feet mostly are, the floor is where they rest.
    """
    plants = plants_of(motion, plants)
    stray = stray_distances(motion, plants, targets)
    ground = ground_height(motion) if ground is None else ground
    balance = measure_balance(motion, plants, masses, ground)
    return Trace(
        feet=np.nan_to_num(stray).max(axis=1),
        balance=balance.error * balance.judged,
        points=balance.dynamics.points,
        corners=sole_corners(motion),
        standing=standing_corners(carrying(plants, motion.fps)),
        plant=float(np.mean(stray[plants])) if plants.any() else 0.0,
        worst=balance.worst,
        stray=stray,
        load=balance.dynamics.load,
        ground=ground,
    )
