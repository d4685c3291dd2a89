"""Many performances of one action on one clock: warps from a reference to each (Kovar and Gleicher 2003)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from motionloom.align.point_cloud import RATE, WINDOW, distances, make_clouds, shared_roles
from motionloom.align.time_warp import MAX_SLOPE, Warp, find_warp
from motionloom.core import Motion
from motionloom.core.errors import MotionError


@dataclass(frozen=True)
class Registration:
    """Warps from the reference's seconds to each motion's, in the motions' order; the reference's own is the identity."""

    reference: int
    warps: tuple[Warp, ...]

    @property
    def legal(self) -> bool:
        """Whether every warp keeps within the slope limits; where one does not, its diagonal stands in."""
        return all(warp.legal for warp in self.warps)


def warp_between(
    a: Motion, b: Motion, window: float = WINDOW, rate: float = RATE, open_end: bool = False, max_slope: float | None = MAX_SLOPE
) -> Warp:
    """The warp from seconds of a to seconds of b by their point-cloud distances; `find_path` says what may be asked of it."""
    roles = shared_roles((a, b))
    cost = np.sqrt(distances(make_clouds(a, window, rate, roles), make_clouds(b, window, rate, roles)))
    return find_warp(cost, rate, open_end, max_slope)


def register(motions: Sequence[Motion], reference: int | None = None) -> Registration:
    """Warps from a reference to every motion; the reference is the one with the smallest mean cost to the others."""
    if not motions:
        raise MotionError("nothing to register")
    roles = shared_roles(motions)
    clouds = [make_clouds(motion, roles=roles) for motion in motions]
    count = len(motions)
    if reference is None:
        costs = np.zeros((count, count))
        for i in range(count):
            for j in range(i + 1, count):
                warp = find_warp(np.sqrt(distances(clouds[i], clouds[j])), RATE)
                costs[i, j] = costs[j, i] = warp.cost if warp.legal else np.inf
        finite = np.where(np.isfinite(costs), costs, 10 * np.max(costs[np.isfinite(costs)], initial=1.0))
        reference = int(np.argmin(finite.mean(axis=1)))
    warps = []
    for i in range(count):
        if i == reference:
            end = (len(clouds[i]) - 1) / RATE
            warps.append(Warp(np.array([0.0, max(end, 1e-3)]), np.array([0.0, max(end, 1e-3)])))
        else:
            warps.append(find_warp(np.sqrt(distances(clouds[reference], clouds[i])), RATE))
    return Registration(reference, tuple(warps))
