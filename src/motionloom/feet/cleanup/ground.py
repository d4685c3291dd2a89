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
CUT = 0.033  # leg lengths: and such as are left where they are, being off the floor, for nothing, so that they cannot tilt it
OFF, UNEVEN = 0.1, 0.2  # a floor is no plane if more than this share of what is planted lies so many leg lengths off it
ROUNDS = 15


@dataclass(frozen=True)
class Ground:
    """A floor and the resting heights (4) metres of left heel, left toe, right heel and right toe above it.

    uneven: whether this is but the plane nearest to a floor that is none (stairs, a slope, boxes): feet then rest wherever they stand.
    """

    floor: Floor
    rests: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    uneven: bool = False

    def under(self, point: Array, index: int) -> float:
        """How high the point of that index lies when it rests at a place (3,)."""
        return float(point[1]) if self.uneven else float(self.floor.under(point)) + self.rests[index]

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
    planted = np.asarray(points, np.float64)[frames, owners]
    centre = planted[:, [0, 2]].mean(axis=0)
    axes = _told_axes(planted[:, [0, 2]], owners, SPREAD * leg_length)
    along = (planted[:, [0, 2]] - centre) @ axes
    # A level of its own for each point: sought together with the slope, or the two would creep towards each other for ever.
    design = np.column_stack([owners[:, None] == np.unique(owners), along])
    told = len(axes.T)
    weights, slope, levels = np.ones(len(planted)), np.zeros(2), np.zeros(4)
    own = [np.flatnonzero(owners == i) for i in range(4)]
    for _ in range(ROUNDS):
        root = np.sqrt(weights)[:, None]
        fit = np.linalg.lstsq(design * root, planted[:, 1] * root[:, 0], rcond=None)[0]
        slope = axes @ fit[len(fit) - told :]
        slope *= min(1.0, MAX_SLOPE / max(float(np.linalg.norm(slope)), 1e-12))
        above = planted[:, 1] - (planted[:, [0, 2]] - centre) @ slope
        levels = _medians(above, own)
        apart = (above - levels[owners]) / leg_length
        weights = np.maximum(1 - (apart / CUT) ** 2, 0.0) ** 2 / (1 + (apart / SCATTER) ** 2)
    limit = REST_LIMIT * leg_length
    # Points that rest far above the lowest are no reason to lift that one off the floor.
    height = min(float(np.nanmean(levels)), float(np.nanmin(levels)) + limit)
    rests = np.clip(np.nan_to_num(levels - height), -limit, limit)
    floor = Floor(float(height - centre @ slope), (float(slope[0]), float(slope[1])))
    off = planted[:, 1] - floor.under(planted) - rests[owners]
    uneven = bool(np.mean(np.abs(off) > OFF * leg_length) > UNEVEN)
    return Ground(floor, (float(rests[0]), float(rests[1]), float(rests[2]), float(rests[3])), uneven)


def _told_axes(level: Array, owners: NDArray[np.intp], spread: float) -> Array:
    """The level directions (2, K) along which one and the same point stands, at places (N, 2), far enough apart to tell a slope.

    That the left foot stands elsewhere and higher than the right one says nothing: their points may rest at different heights.
    """
    apart = level.copy()
    for i in np.unique(owners):
        apart[owners == i] -= level[owners == i].mean(axis=0)
    variances, directions = np.linalg.eigh(apart.T @ apart / len(apart))
    return np.asarray(directions[:, variances > spread**2])


def _medians(above: Array, own: list[NDArray[np.intp]]) -> Array:
    """The median height (4,) of each of the four points, own: its rows; not a number for one that is never planted."""
    return np.array([_median(above[rows]) if len(rows) else np.nan for rows in own])


def _median(values: Array) -> float:
    """The median of values (N,), N > 0; as `np.median` finds it, without its overhead for short arrays."""
    half = len(values) // 2
    if len(values) % 2:
        return float(np.partition(values, half)[half])
    return float(np.partition(values, (half - 1, half))[half - 1 : half + 1].mean())
