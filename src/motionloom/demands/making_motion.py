"""The motion of an order: woven, bent to its places, its feet held and its weight over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.demands.balancing import hold_balanced
from motionloom.demands.demand import RATE, Demand
from motionloom.demands.guide import ON_PATH
from motionloom.demands.pool import Pool
from motionloom.demands.reaching import Reached, Target, reach
from motionloom.demands.weaving import Woven, course_of, pose_motion, weave, woven_plants

PATH_EVERY = 0.5  # seconds between places on a drawn path that the way is bent towards
PATH_SLACK = 0.5  # of `ON_PATH`
LEAST_PLANT = 0.05  # seconds: what a join leaves of a plant is none if it is shorter


@dataclass(frozen=True, eq=False)
class Order:
    """A motion made to order: its plants (F, 4), what each frame shows, how far the way was bent, the motion before feet were held."""

    motion: Motion
    plants: NDArray[np.bool_]
    woven: Woven
    reached: Reached
    bare: Motion


@dataclass(frozen=True, eq=False)
class Places:
    """Where an order goes: its first pose (3,), x, z, heading, and what it is to meet on its way."""

    pose: NDArray[np.float64]
    targets: tuple[Target, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain data, to a tenth of a millimetre, of which `from_json` makes the same."""
        told = [[t.frame, *(None if v is None else round(v, 5) for v in (t.x, t.z, t.heading)), t.slack] for t in self.targets]
        return {"pose": [round(float(value), 5) for value in self.pose], "targets": told}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Places:
        """Places of plain data."""
        return Places(np.array(data["pose"], dtype=np.float64), tuple(Target(*each) for each in data["targets"]))


def plan_places(
    pool: Pool, frames: NDArray[np.int64], demand: Demand, way: NDArray[np.float64] | None, slack: float = PATH_SLACK
) -> Places:
    """Where frames (F,) of a pool are to go. way (F, 2): places that a drawn path wants to be passed, by `slack` x 0.35 m or so."""
    if demand.start is not None and demand.start.heading is not None:
        return Places(first_pose(demand, np.zeros((1, 3)), None), tuple(_targets(demand, way, slack)))
    places = course_of(pool, weave(pool, frames)).places(np.zeros(3))
    return Places(first_pose(demand, places, way), tuple(_targets(demand, way, slack)))


def make_motion(pool: Pool, frames: NDArray[np.int64], places: Places, name: str = "") -> Order:
    """The motion that frames (F,) of a pool become."""
    woven = weave(pool, frames)
    reached = reach(course_of(pool, woven), places.pose, list(places.targets))
    bare = pose_motion(pool, woven, reached.places, name)
    bits = _without_stubs(woven_plants(pool, woven))
    cleaned = hold_balanced(bare, bits, woven.joins)
    return Order(cleaned.motion, cleaned.held.bits, woven, reached, bare)


def first_pose(demand: Demand, places: NDArray[np.float64], way: NDArray[np.float64] | None) -> NDArray[np.float64]:
    """Where an order begins: as asked; faced so that places (F, 3), as they would be from the origin, go the way that is asked."""
    start = demand.start
    x, z = (start.x, start.z) if start is not None else tuple(demand.way[0]) if demand.way else (0.0, 0.0)
    if start is not None and start.heading is not None:
        return np.array([x, z, start.heading])
    if way is None or len(way) < 2:
        return np.array([x, z, 0.0])
    wanted, gone = way - way[0], places[:, :2] - places[0, :2]
    # The turn about +y that brings one set of ground vectors best onto the other.
    cosine = float(np.sum(wanted * gone))
    sine = float(np.sum(wanted[:, 0] * gone[:, 1] - wanted[:, 1] * gone[:, 0]))
    return np.array([x, z, np.arctan2(sine, cosine)])


def _targets(demand: Demand, way: NDArray[np.float64] | None, slack: float) -> list[Target]:
    targets = list[Target]()
    if demand.path and way is not None:
        every = max(1, round(PATH_EVERY * RATE))
        targets += [
            Target(frame, float(way[frame, 0]), float(way[frame, 1]), slack=slack * ON_PATH) for frame in range(every, len(way) - 1, every)
        ]
    if demand.end is not None:
        targets.append(Target(demand.frames - 1, demand.end.x, demand.end.z, demand.end.heading))
    return targets


def _without_stubs(bits: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Plants without those that a join cut down to nearly nothing, and without gaps as short."""
    from motionloom.core.masks import find_runs

    least, out = max(1, round(LEAST_PLANT * RATE)), bits.copy()
    for point in range(bits.shape[1]):
        for value in (False, True):
            for start, stop in find_runs(out[:, point] == value):
                if stop - start < least and start > 0 and stop < len(out):
                    out[start:stop, point] = not value
    return out
