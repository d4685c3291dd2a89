"""The floor that feet are put on: a plane, and how high above it each of the four points rests."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.feet.floor import MAX_SLOPE, Floor
from motionloom.feet.plants import Bits

Array = NDArray[np.float64]
REST_LIMIT = 0.04  # leg lengths: no point rests farther from the floor than that
SPREAD = 0.35  # leg lengths, standard deviation: how far plants must lie apart in a direction to tell a slope along it
SCATTER = 0.012  # leg lengths: plants much farther off the plane than this count for little
ROUNDS = 15


@dataclass(frozen=True)
class Ground:
    """A floor and the resting heights (4) metres of left heel, left toe, right heel and right toe above it."""

    floor: Floor
    rests: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    def under(self, point: Array, index: int) -> float:
        """How high the point of that index lies when it rests at a place (3,)."""
        return float(self.floor.under(point)) + self.rests[index]

    def heights(self, points: Array) -> Array:
        """How far points (..., 4, 3) metres are above where they rest (..., 4)."""
        return np.asarray(points[..., 1] - self.floor.under(points) - np.array(self.rests))

    @property
    def plane(self) -> tuple[float, float, float]:
        """Height, slope along x, slope along z."""
        return self.floor.height, self.floor.slope[0], self.floor.slope[1]


def level_ground(height: float) -> Ground:
    """A level floor on which soles lie exactly."""
    return Ground(Floor(height))


def find_ground(points: Array, bits: Bits, leg_length: float) -> Ground:
    """The ground of a clip from where its planted points are: points (F, 4, 3) metres, bits (F, 4).

    Plane and resting heights are found together, and without anything that pulls them towards a value of its own: a clip that was put
    on its ground has the same ground again.
    """
    frames, owners = np.nonzero(bits)
    if len(frames) == 0:
        return level_ground(float(points[..., 1].min()))
    planted = points[frames, owners]
    centre = planted[:, [0, 2]].mean(axis=0)
    axes = _told_axes(planted[:, [0, 2]] - centre, SPREAD * leg_length)
    along = (planted[:, [0, 2]] - centre) @ axes
    design = np.column_stack([np.ones(len(planted)), along])
    rests, weights, fit = np.zeros(4), np.ones(len(planted)), np.zeros(design.shape[1])
    for _ in range(ROUNDS):
        root = np.sqrt(weights)[:, None]
        fit = np.linalg.lstsq(design * root, (planted[:, 1] - rests[owners]) * root[:, 0], rcond=None)[0]
        slope = axes @ fit[1:]
        steep = float(np.linalg.norm(slope))
        fit[1:] *= min(1.0, MAX_SLOPE / max(steep, 1e-12))
        above = planted[:, 1] - design @ fit
        rests = _medians(above, owners, REST_LIMIT * leg_length)
        weights = 1 / (1 + ((above - rests[owners]) / (SCATTER * leg_length)) ** 2)
    slope = axes @ fit[1:]
    floor = Floor(float(fit[0] - centre @ slope), (float(slope[0]), float(slope[1])))
    return Ground(floor, (float(rests[0]), float(rests[1]), float(rests[2]), float(rests[3])))


def _told_axes(level: Array, spread: float) -> Array:
    """The level directions (2, K) along which places (N, 2) lie far enough apart to tell a slope."""
    variances, directions = np.linalg.eigh(level.T @ level / len(level))
    return np.asarray(directions[:, variances > spread**2])


def _medians(above: Array, owners: NDArray[np.intp], limit: float) -> Array:
    """The median height of each of the four points, around their common middle; 0 for one that is never planted."""
    found = np.array([np.median(above[owners == i]) if np.any(owners == i) else np.nan for i in range(4)])
    return np.asarray(np.clip(np.nan_to_num(found - np.nanmean(found)), -limit, limit))
