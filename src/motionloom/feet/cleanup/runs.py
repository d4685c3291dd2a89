"""Where each plant is to be held: one place on the ground, chosen from the frames of the plant itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motionloom.feet.cleanup.ground import Ground
from motionloom.feet.plants import Bits, find_runs

SLOPE_SPAN = 2  # frames over which the speed at a plant's border is taken
STILL = 0.0005  # metres: a point that stays so near its place is still already, and left to the last bit


@dataclass
class Run:
    """One plant of one point: frames start:stop, its place (3,) metres, how far it moves at most, and whether it is held at all."""

    point: int
    start: int
    stop: int
    place: NDArray[np.float64]
    farthest: float = 0.0
    held: bool = True

    @property
    def still(self) -> bool:
        return self.farthest <= STILL


@dataclass
class RunTable:
    """The plants of a stretch of frames, as the kernels want them: one row a held plant, in order of time within each point.

    points (R,), starts (R,), stops (R,) frames; places (R, 3); still (R,) whether there is nothing to correct; first, last (R, 3) metres:
    how far the point must be moved at the plant's first and last frame; first_slope, last_slope (R, 3) metres a frame: how that
    changes there.
    """

    points: NDArray[np.int64]
    starts: NDArray[np.int64]
    stops: NDArray[np.int64]
    places: NDArray[np.float64]
    still: NDArray[np.bool_]
    first: NDArray[np.float64] = field(init=False)
    last: NDArray[np.float64] = field(init=False)
    first_slope: NDArray[np.float64] = field(init=False)
    last_slope: NDArray[np.float64] = field(init=False)

    def measure(self, points: NDArray[np.float64]) -> None:
        """Take the corrections at the plants' borders from points (F, 4, 3)."""
        count = len(points)
        start, end = np.clip(self.starts, 0, count - 1), np.clip(self.stops - 1, 0, count - 1)
        after, before = np.minimum(start + SLOPE_SPAN, end), np.maximum(end - SLOPE_SPAN, start)
        self.first = self.places - points[start, self.points]
        self.last = self.places - points[end, self.points]
        self.first_slope = (points[start, self.points] - points[after, self.points]) / np.maximum(after - start, 1)[:, None]
        self.last_slope = (points[before, self.points] - points[end, self.points]) / np.maximum(end - before, 1)[:, None]


def find(bits: Bits) -> list[tuple[int, int, int]]:
    """(start, point, stop) of every plant of bits (F, 4), in order of time."""
    return sorted((start, point, stop) for point in range(bits.shape[1]) for start, stop in find_runs(bits[:, point]))


def place_all(points: NDArray[np.float64], bits: Bits, ground: Ground, limit: float, horizon: int | None) -> list[Run]:
    """The plants of bits (F, 4) with their places, from points (F, 4, 3) metres."""
    runs: list[Run] = []
    for start, point, stop in find(bits):
        seen = slice(start, stop if horizon is None else min(stop, start + horizon))
        runs.append(place(point, start, stop, points[seen], bits[seen], ground, runs, limit))
    return runs


def place(
    point: int, start: int, stop: int, seen: NDArray[np.float64], bits: Bits, ground: Ground, earlier: list[Run], limit: float
) -> Run:
    """A plant and its place: the mean of the point over the frames seen (N, 4, 3), put on the ground.

    The two points of a foot are as far apart as the foot is long. The one that is planted first decides; the second is placed where
    the foot can reach it, nearest to its own mean.
    """
    wanted = seen[:, point].mean(axis=0)
    wanted[1] = ground.under(wanted, point)
    partner = point ^ 1
    for run in _overlapping(earlier, partner, start):
        together = np.logical_and.accumulate(bits[:, partner])
        apart = float(np.linalg.norm(seen[together, point] - seen[together, partner], axis=1).mean())
        # Twice, because on a floor that slopes the place it is moved to lies higher or lower.
        for _ in range(2):
            wanted = _at_distance(wanted, run.place, apart)
            wanted[1] = ground.under(wanted, point)
    farthest = float(np.linalg.norm(seen[:, point] - wanted, axis=1).max())
    return Run(point, start, stop, wanted, farthest, farthest <= limit)


def _overlapping(earlier: list[Run], partner: int, start: int) -> Iterator[Run]:
    """The held plant of the foot's other point that is still on at `start`, if any."""
    for run in reversed(earlier):
        if run.point == partner and run.start <= start < run.stop and run.held:
            yield run
            return


def _at_distance(wanted: NDArray[np.float64], other: NDArray[np.float64], apart: float) -> NDArray[np.float64]:
    """The place at the height of `wanted`, level with its direction, that lies `apart` metres from `other`."""
    away = wanted - other
    level = float(np.hypot(away[0], away[2]))
    needed = np.sqrt(max(apart**2 - away[1] ** 2, 0.0))
    if level < 1e-6:
        return wanted
    scaled = away * np.array([needed / level, 1.0, needed / level])
    return np.asarray(other + scaled)


def to_table(runs: list[Run], points: NDArray[np.float64], offset: int = 0) -> RunTable:
    """The held plants as a table, frames counted from `offset`."""
    held = sorted((run for run in runs if run.held), key=lambda run: (run.point, run.start))
    table = RunTable(
        np.array([run.point for run in held], np.int64),
        np.array([run.start - offset for run in held], np.int64),
        np.array([run.stop - offset for run in held], np.int64),
        np.array([run.place for run in held], np.float64).reshape(-1, 3),
        np.array([run.still for run in held], np.bool_),
    )
    table.measure(points)
    return table
