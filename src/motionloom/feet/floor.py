"""The floor of a clip as a plane: captures stand centimetres off zero, and some floors tilt by a degree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SLOW = 0.35  # leg lengths a second: slower points may be standing on the floor
BAND = 0.06  # leg lengths above the low percentile in which floor is looked for, before the plane is known
SPREAD = 0.012  # leg lengths: residuals much larger than this count for nothing in the fit
MAX_SLOPE = np.tan(np.radians(2.5))  # a steeper plane is a staircase or a mistake
PRIOR = 0.28  # leg lengths: how far apart plants must lie before they say much about slope
ROUNDS = 12
ENOUGH = 3000  # slow points say as much about a plane as all of them
LOW_PERCENTILE = 10.0


@dataclass(frozen=True)
class Floor:
    """height + slope . (x, z) metres, world."""

    height: float
    slope: tuple[float, float] = (0.0, 0.0)

    def under(self, points: NDArray[np.floating]) -> NDArray[np.float64]:
        """The floor's height (...) metres under points (..., 3)."""
        return np.asarray(self.height + points[..., 0] * self.slope[0] + points[..., 2] * self.slope[1], np.float64)


def find_floor(points: NDArray[np.floating], speeds: NDArray[np.floating], leg_length: float) -> Floor:
    """The plane on which the slow points stand.

    points (F, 4, 3) metres, world: heels and toes; speeds (F, 4) leg lengths a second. A robust fit to the lower point of
    each foot where it is slow: high residuals lose their say round by round, and slope must be earned by distance walked.
    """
    lower = np.argmin(points[..., 1].reshape(len(points), 2, 2), axis=2) + [0, 2]
    low_points = np.take_along_axis(points, lower[..., None], axis=1).reshape(-1, 3).astype(np.float64)
    slow = np.take_along_axis(speeds, lower, axis=1).ravel() < SLOW
    if slow.sum() < 4:  # never at rest: a leap, a handstand, a few frames
        return Floor(float(np.percentile(low_points[:, 1], LOW_PERCENTILE)))
    stood = low_points[slow]
    stood = stood[:: max(1, len(stood) // ENOUGH)]
    centre = stood[:, [0, 2]].mean(axis=0)
    level = np.column_stack([np.ones(len(stood)), stood[:, [0, 2]] - centre])
    start = np.percentile(stood[:, 1], LOW_PERCENTILE)
    plane = np.array([start, 0.0, 0.0])
    stiffness = np.diag([0.0, 1.0, 1.0]) * (PRIOR * leg_length) ** 2
    for spread in np.geomspace(BAND, SPREAD, ROUNDS) * leg_length:
        residuals = stood[:, 1] - level @ plane
        weights = 1 / (1 + (residuals / spread) ** 2) ** 2
        weights /= max(weights.sum(), 1e-9)
        normal = level.T @ (level * weights[:, None]) + stiffness
        plane = np.linalg.solve(normal, level.T @ (weights * stood[:, 1]))
        steep = float(np.hypot(plane[1], plane[2]))
        plane[1:] *= min(1.0, MAX_SLOPE / max(steep, 1e-9))
    return Floor(float(plane[0] - centre @ plane[1:]), (float(plane[1]), float(plane[2])))
