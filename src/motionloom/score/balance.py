"""Is it in balance? The zero moment point against the support, and free fall where nothing supports."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.gravity import GRAVITY
from motionloom.core.ground import ground_height
from motionloom.core.masks import find_runs
from motionloom.score.segments import MassModel
from motionloom.score.support import distance_to_support, sole_corners, standing_corners
from motionloom.score.zero_moment import CUTOFF, Dynamics, compute_dynamics

MARGIN = 0.05  # metres: captures themselves stray this far
ENDS = 0.1  # seconds at each end, where a filter cannot know the acceleration
CARRY = 0.05  # seconds: how long before and after its plant a foot may carry. Accelerations under 4 Hz are not known any finer in time
FLIGHT = 0.12  # seconds: shorter gaps between plants are the labels' doubt, not flight


@dataclass(frozen=True, eq=False)
class Balance:
    """error (F,) metres: how far the zero moment point is outside the support, or by how much flight departs from free fall.

    supported (F,): something stands there; judged (F,): the frame counts (ends and short gaps do not).
    """

    error: NDArray[np.float64]
    supported: NDArray[np.bool_]
    judged: NDArray[np.bool_]
    dynamics: Dynamics

    @property
    def worst(self) -> float:
        """The largest error in metres over the judged frames; 0 where none is."""
        return float(self.error[self.judged].max(initial=0.0))

    @property
    def share_inside(self) -> float:
        """Share of the judged supported frames whose point is within 5 cm of the support."""
        counted = self.judged & self.supported
        return float(np.mean(self.error[counted] < MARGIN)) if counted.any() else 1.0


def measure_balance(
    motion: Motion,
    plants: NDArray[np.bool_],
    masses: MassModel | None = None,
    ground: float | None = None,
    cutoff: float = CUTOFF,
    carry: float = CARRY,
) -> Balance:
    """The balance of a motion whose feet stand as plants (F, 4) say, and bear weight for `carry` seconds before and after."""
    dynamics = compute_dynamics(motion, ground_height(motion) if ground is None else ground, masses, cutoff)
    error = distance_to_support(dynamics.points, sole_corners(motion), standing_corners(carrying(plants, motion.fps, carry)))
    supported: NDArray[np.bool_] = np.logical_or.reduce(plants, axis=1)
    judged = supported.copy()
    for start, stop in find_runs(~supported):
        if stop - start >= FLIGHT * motion.fps:
            error[start:stop] = _flight_error(dynamics.fall[start:stop], motion.fps)
            judged[start:stop] = True
    end = min(round(ENDS * motion.fps), len(motion) // 4)
    judged[:end] = judged[len(motion) - end :] = False
    return Balance(np.nan_to_num(error), supported, judged, dynamics)


def carrying(plants: NDArray[np.bool_], fps: float, seconds: float = CARRY) -> NDArray[np.bool_]:
    """Which points (F, 4) may bear weight: those planted, and those that will be or were within some hundredths of a second.

    A heel bears weight before the foot has come to rest, and a toe while it already rolls off.
    """
    reach = round(seconds * fps)
    counts = np.cumsum(np.pad(plants, ((reach + 1, reach), (0, 0))), axis=0, dtype=np.int64)
    return (counts[2 * reach + 1 :] - counts[: len(plants)]) > 0


def _flight_error(fall: NDArray[np.float64], fps: float) -> NDArray[np.float64]:
    """Metres by which a flight of n frames with accelerations (n, 3) departs from a parabola of its length, at each frame.

    An acceleration that is wrong by e bends a flight of T seconds by e T^2 / 8: a figure in metres, like the other term.
    """
    wrong = np.linalg.norm(fall + [0.0, GRAVITY, 0.0], axis=1)
    return wrong * (len(fall) / fps) ** 2 / 8
