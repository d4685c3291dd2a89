"""Everything the score looks at, frame by frame, for any motion: what the studio draws."""

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
class Traces:
    """A motion's score frame by frame, world space, metres.

    ground: height of the floor; plants (F, 4) and stray (F, 4): left heel, left toe, right heel, right toe, and how far each is from
    where it stands (nan where it does not); zero_moment (F, 2): x and z of the zero moment point; outside (F,): how far it is from the
    support, or in flight how far the fall departs from free fall; supported (F,), judged (F,): something stands, the frame counts;
    load (F,): ground force over body weight; support: for each frame the polygon (n, 2) of x and z that carries, n = 0 where none does.
    """

    ground: float
    plants: NDArray[np.bool_]
    stray: NDArray[np.float64]
    zero_moment: NDArray[np.float64]
    outside: NDArray[np.float64]
    supported: NDArray[np.bool_]
    judged: NDArray[np.bool_]
    load: NDArray[np.float64]
    support: tuple[NDArray[np.float64], ...]

    @property
    def foot_error(self) -> NDArray[np.float64]:
        """Metres (F, 2) that the left and the right foot stray, the worse of heel and toe; 0 where neither stands."""
        return np.nan_to_num(self.stray).reshape(-1, 2, 2).max(axis=2)


def trace_score(
    motion: Motion,
    plants: NDArray[np.bool_] | None = None,
    targets: NDArray[np.float64] | None = None,
    masses: MassModel | None = None,
    ground: float | None = None,
) -> Traces:
    """The traces of a motion over a floor at height `ground` metres.

    Where they are not given plants (F, 4) are detected, targets (F, 4, 3) are where the feet themselves mostly are, and the floor is found.
    """
    stood = plants_of(motion, plants)
    ground = ground_height(motion) if ground is None else ground
    balance = measure_balance(motion, stood, masses, ground)
    polygons = support_polygons(sole_corners(motion), standing_corners(carrying(stood, motion.fps)))
    return Traces(
        ground,
        stood,
        stray_distances(motion, stood, targets),
        balance.dynamics.points,
        balance.error,
        balance.supported,
        balance.judged,
        balance.dynamics.load,
        polygons,
    )
