"""Where each plant is to be held: one place on the ground, chosen from the frames of the plant itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.masks import find_runs
from motionloom.feet.cleanup.ground import Ground
from motionloom.feet.plants import Bits

STILL = 0.0005  # metres: a point that stays so near its place is still already, and left to the last bit
NEAR = 0.05  # metres: a point that comes down again so near where it stood, and soon, stands there still
HIGH, FAR, SHAKES = "high", "far", "shakes"  # why a plant is left as it is
IN_PASSING = 1 / 3  # of the height at which others are left, at which a plant is that is over in no time


@dataclass(frozen=True)
class Bounds:
    """What may be held, in frames and metres.

    limit: how far a plant may move; rise: how far above or below the ground it may lie; shortest: frames from which it may lie so far;
    pause: frames from which a foot that was lifted is put elsewhere; horizon: frames of a plant that are looked at, None for all.
    """

    limit: float = 0.3
    rise: float = np.inf
    shortest: int = 1
    pause: int = 1
    horizon: int | None = None

    def rise_of(self, frames: int) -> float:
        """How far off the ground a plant of so many frames may lie; what goes on beyond the horizon counts as long."""
        shortest = self.shortest if self.horizon is None else min(self.shortest, self.horizon)
        return self.rise if frames >= shortest else IN_PASSING * self.rise


@dataclass
class Run:
    """One plant of one point: frames start:stop, its place (3,) metres, how far it moves at most and how high it is above the ground, both
    of the frames that were looked at; complete: whether those are all; left: why it is not held, if it is not."""

    point: int
    start: int
    stop: int
    place: NDArray[np.float64]
    farthest: float = 0.0
    height: float = 0.0
    complete: bool = True
    left: str = ""

    @property
    def held(self) -> bool:
        """Whether it is held at all."""
        return not self.left

    @property
    def still(self) -> bool:
        """Whether there is nothing to correct. Of a plant that goes on beyond what was seen nobody can say so."""
        return self.complete and self.farthest <= STILL


@dataclass
class RunTable:
    """The plants of a stretch of frames, as the kernels want them: one row a plant, in order of time within each point.

    points (R,), starts (R,), stops (R,) frames; places (R, 3); still (R,) whether there is nothing to correct; held (R,), or else left as
    it is, with nothing to correct either.
    """

    points: NDArray[np.int64]
    starts: NDArray[np.int64]
    stops: NDArray[np.int64]
    places: NDArray[np.float64]
    still: NDArray[np.bool_]
    held: NDArray[np.bool_]


def find(bits: Bits) -> list[tuple[int, int, int]]:
    """(start, point, stop) of every plant of bits (F, 4), in order of time."""
    return sorted((start, point, stop) for point in range(bits.shape[1]) for start, stop in find_runs(bits[:, point]))


def place_all(points: NDArray[np.float64], bits: Bits, ground: Ground, bounds: Bounds) -> list[Run]:
    """The plants of bits (F, 4) with their places, from points (F, 4, 3) metres."""
    runs: list[Run] = []
    found = find(bits)
    ends = _ends(found, bounds.pause)
    for start, point, stop in found:
        seen = slice(start, ends[start, point] if bounds.horizon is None else start + bounds.horizon)
        runs.append(place(point, start, stop, points[seen], bits[seen], ground, runs, bounds))
    return runs


def place(
    point: int, start: int, stop: int, seen: NDArray[np.float64], bits: Bits, ground: Ground, earlier: list[Run], bounds: Bounds
) -> Run:
    """A plant and its place: the mean of the point over its frames among those seen (N, 4, 3), put on the ground.

    A foot that was lifted for a moment only keeps its place, and what it does afterwards counts for that place too. The two points of a
    foot are as far apart as the foot is long: the one that is planted first decides; the second is placed where the foot can reach it,
    nearest to its own mean.
    """
    own = seen[: stop - start, point]
    before = _just_before(earlier, point, start, own, bounds.pause)
    if before is not None:
        wanted = before.place.copy()
    else:
        wanted = seen[_together(seen[:, point], bits[:, point], bounds.pause), point].mean(axis=0)
        wanted[1] = ground.under(wanted, point)
    for run in _overlapping(earlier, point ^ 1, start):
        wanted = _in_reach(wanted, run.place, point, seen[: stop - start], bits[: stop - start], ground)
    farthest = float(np.linalg.norm(own - wanted, axis=1).max())
    height = float(own[:, 1].mean()) - ground.under(own.mean(axis=0), point)
    left = HIGH if abs(height) > bounds.rise_of(stop - start) else FAR if farthest > bounds.limit else ""
    return Run(point, start, stop, wanted, farthest, height, bounds.horizon is None or stop - start < bounds.horizon, left)


def _ends(found: list[tuple[int, int, int]], pause: int) -> dict[tuple[int, int], int]:
    """For every plant (start, point) the frame after the last of those that follow it, each after less than a pause."""
    ends: dict[tuple[int, int], int] = {}
    following: dict[int, tuple[int, int]] = {}
    for start, point, stop in reversed(found):
        begun, ended = following.get(point, (1 << 60, 0))
        ends[start, point] = ended if begun - stop < pause else stop
        following[point] = start, ends[start, point]
    return ends


def _together(track: NDArray[np.float64], planted: Bits, pause: int) -> Bits:
    """The planted frames (N,) of a point's track (N, 3) that share the place of the first: those that go on after less than a pause."""
    shared = np.zeros(len(planted), bool)
    (begins, last), *others = find_runs(planted)
    shared[begins:last] = True
    place = track[begins:last].mean(axis=0)
    for start, stop in others:
        if start - last >= pause or not (_is_near(track[start], track[last - 1]) or _is_near(track[start:stop].mean(axis=0), place)):
            break
        shared[start:stop] = True
        last = stop
    return shared


def _is_near(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    """Whether two places (3,) are one, seen from above."""
    return bool(np.hypot(one[0] - other[0], one[2] - other[2]) <= NEAR)


def _just_before(earlier: list[Run], point: int, start: int, own: NDArray[np.float64], pause: int) -> Run | None:
    """The held plant of the same point that ended less than a pause before `start`, if the point, own (N, 3), begins or stays near it.

    Where neither is so it will not be so either once both plants are held: cleaning again comes to the same places.
    """
    for run in reversed(earlier):
        if run.point == point and run.held:
            near = _is_near(own[0], run.place) or _is_near(own.mean(axis=0), run.place)
            return run if start - run.stop < pause and near else None
    return None


def _overlapping(earlier: list[Run], partner: int, start: int) -> Iterator[Run]:
    """The held plant of the foot's other point that is still on at `start`, if any."""
    for run in reversed(earlier):
        if run.point == partner and run.start <= start < run.stop and run.held:
            yield run
            return


def _in_reach(
    wanted: NDArray[np.float64], other: NDArray[np.float64], point: int, seen: NDArray[np.float64], bits: Bits, ground: Ground
) -> NDArray[np.float64]:
    """The place nearest to `wanted` as far from the place of the foot's other point as the two are, (N, 4, 3), while both are planted."""
    together = np.logical_and.accumulate(bits[:, point ^ 1])
    apart = float(np.linalg.norm(seen[together, point] - seen[together, point ^ 1], axis=1).mean())
    # Twice, because on a floor that slopes the place it is moved to lies higher or lower.
    for _ in range(2):
        wanted = _at_distance(wanted, other, apart)
        wanted[1] = ground.under(wanted, point)
    return wanted


def _at_distance(wanted: NDArray[np.float64], other: NDArray[np.float64], apart: float) -> NDArray[np.float64]:
    """The place at the height of `wanted`, level with its direction, that lies `apart` metres from `other`."""
    away = wanted - other
    level = float(np.hypot(away[0], away[2]))
    needed = np.sqrt(max(apart**2 - away[1] ** 2, 0.0))
    if level < 1e-6:
        return wanted
    scaled = away * np.array([needed / level, 1.0, needed / level])
    return np.asarray(other + scaled)


def to_table(runs: list[Run], offset: int = 0) -> RunTable:
    """The plants as a table, frames counted from `offset`."""
    ordered = sorted(runs, key=lambda run: (run.point, run.start))
    return RunTable(
        np.array([run.point for run in ordered], np.int64),
        np.array([run.start - offset for run in ordered], np.int64),
        np.array([run.stop - offset for run in ordered], np.int64),
        np.array([run.place for run in ordered], np.float64).reshape(-1, 3),
        np.array([run.still or not run.held for run in ordered], np.bool_),
        np.array([run.held for run in ordered], np.bool_),
    )


def moved_bits(table: RunTable, count: int) -> Bits:
    """Which points (F, 4) are planted in a table but do not stand still yet, of `count` frames."""
    bits = np.zeros((count, 4), bool)
    for point, start, stop in zip(table.points[~table.still], table.starts[~table.still], table.stops[~table.still], strict=True):
        bits[max(start, 0) : max(min(stop, count), 0), point] = True
    return bits
