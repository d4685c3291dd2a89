"""Where an order should be at each moment: its start, its end, and a way between them paced by what is asked for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.demands.demand import RATE, Demand, DemandError
from motionloom.demands.pool import Pool

EVERY = 0.25  # seconds between places on the way that are held against it
ON_PATH = 0.35  # metres off a drawn path that cost as much as `PATH_COST`
OFF_LINE = 1.5  # metres off the straight way where only the ends are given
PATH_COST, LINE_COST, END_COST = 1.0, 0.25, 12.0  # in words missed for a frame
END_SHARE, END_LEAST = 0.06, 0.10  # of the way's length, and metres: what a way can be bent by without being seen
HEADING_SLACK = 0.25  # radians
FASTEST = 98  # percentile of the speeds of frames with the words asked for: somebody goes so fast for a while
LONGER = 1.2  # times as far as that: what steps can be lengthened by


@dataclass(frozen=True, eq=False)
class Guide:
    """targets (F, 5): x, z metres and heading radians to have at each frame, and the weights of place and heading; pose (3,): the first.

    way (F, 2): the same places without weights, for whoever bends the result onto them; None where nothing says where to go.
    free_heading: nobody said how to face at the start.
    """

    targets: NDArray[np.float64]
    pose: NDArray[np.float64]
    way: NDArray[np.float64] | None
    free_heading: bool


def make_guide(demand: Demand, pool: Pool, must: NDArray[np.uint64], must_not: NDArray[np.uint64]) -> Guide:
    """The guide of a demand whose words at each frame are bits of must and must_not (F,)."""
    count, points = demand.frames, np.array(demand.way, dtype=np.float64).reshape(-1, 2)
    targets, start = np.zeros((count, 5)), demand.start
    pose = np.array([*(points[0] if len(points) else (0.0, 0.0)), 0.0 if start is None or start.heading is None else start.heading])
    free = start is None or start.heading is None
    way = None
    leads = len(points) > 1 and (demand.end is not None or demand.path)
    if leads:
        usual, fastest = _expected_speeds(pool, must, must_not)
        _check_in_reach(points, fastest)
        way = _pace(points, usual)
        first = np.flatnonzero(np.linalg.norm(points - points[0], axis=1) > 1e-6)
        if free and len(first):
            pose[2] = np.arctan2(*(points[first[0]] - points[0]))
        every = max(1, round(EVERY * RATE))
        slack, cost = (ON_PATH, PATH_COST) if demand.path else (OFF_LINE, LINE_COST)
        targets[:, :2] = way
        targets[every - 1 :: every, 3] = cost / slack**2
    if demand.end is not None:
        length = float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
        targets[-1, :2] = demand.end.x, demand.end.z
        targets[-1, 3] = END_COST / max(END_LEAST, END_SHARE * length) ** 2
        if demand.end.heading is not None:
            targets[-1, 2], targets[-1, 4] = demand.end.heading, END_COST / HEADING_SLACK**2 / 2
    return Guide(targets, pose, way, free)


def _expected_speeds(pool: Pool, must: NDArray[np.uint64], must_not: NDArray[np.uint64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Metres a second (F,) that the pool's frames go which have the words asked for at each moment, in the mean and the fastest of them;
    the pool's own where none has."""
    keys, which = np.unique(np.stack([must, must_not]), axis=1, return_inverse=True)
    speeds = np.empty((2, keys.shape[1]))
    for n in range(keys.shape[1]):
        fits = ((pool.bits & keys[0, n]) == keys[0, n]) & ((pool.bits & keys[1, n]) == 0)
        here = pool.speeds[fits] if fits.any() else pool.speeds
        mean = np.mean(here) if fits.any() else np.median(here)
        speeds[:, n] = mean, np.percentile(here, FASTEST)
    usual, fastest = speeds[:, which.reshape(-1)] + 0.02
    return usual, fastest


def _check_in_reach(points: NDArray[np.float64], fastest: NDArray[np.float64]) -> None:
    """Refuse a way (n, 2) that is much longer than speeds (F,) lead in their time: it would be made of steps that nobody takes."""
    length, most = float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum()), LONGER * float(fastest.sum()) / RATE
    if length <= most:
        return
    seconds = len(fastest) / RATE
    raise DemandError(
        f"the way to ({points[-1, 0]:g}, {points[-1, 1]:g}) is {length:.1f} m long, {length / seconds:.1f} m/s for {seconds:g} s; "
        f"what is asked for here goes {most / seconds:.1f} m/s at most: give it {np.ceil(seconds * length / most):.0f} s, "
        f"end within {most:.1f} m, or ask for something faster"
    )


def _pace(points: NDArray[np.float64], speeds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Places (F, 2) along a broken line, begun and ended with it, faster where more speed is expected."""
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    along = np.cumsum(speeds)
    along = (along - along[0]) / max(along[-1] - along[0], 1e-9) * lengths[-1]
    return np.stack([np.interp(along, lengths, points[:, axis]) for axis in (0, 1)], axis=1)
