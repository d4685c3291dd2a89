"""Rule 3 of paper 004: two motions that are alike, aligned in time where that needs hardly any warping."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.align.point_cloud import distances, make_clouds, shared_roles
from motionloom.align.time_warp import Warp, find_path, warp_from_path
from motionloom.core.parts import LIMB_CUTS
from motionloom.enrich.transplants.pairing import both_ways
from motionloom.enrich.transplants.rule import Candidate, Rule, Settings, register, whole_span
from motionloom.making.recipe import Recipe

NAME = "similar_motion"
RATE = 30.0  # of the alignment
STEEPEST = 1.5  # the pace of one against the other, and its inverse, over any half second
OVER = 0.5  # seconds


def apply(one: Candidate, two: Candidate, rng: np.random.Generator, settings: Settings) -> list[Recipe]:
    """Twelve results, none where the alignment is not near one second a second everywhere."""
    roles = shared_roles((one.motion, two.motion))
    clouds = [make_clouds(each.motion, rate=RATE, roles=roles) for each in (one, two)]
    least = round(settings.shortest * RATE)
    if min(map(len, clouds)) <= least:
        return []
    cost = np.sqrt(distances(clouds[0], clouds[1]))
    first, second = _choose_start(cost, least, rng, settings)
    found = find_path(cost[first:, second:], open_end=True)
    if found is None or min(found[0][-1] - found[0][0]) < least:
        return []
    warp = warp_from_path(found[0], RATE)
    if not is_near_identity(warp):
        return []
    spans = tuple(
        whole_span(each.motion, at / RATE, at / RATE + float(ends[-1]))
        for each, at, ends in ((one, first, warp.times), (two, second, warp.values))
    )
    return both_ways(one, two, spans[0], spans[1], LIMB_CUTS, NAME, settings, warp)


def _choose_start(cost: NDArray[np.float32], least: int, rng: np.random.Generator, settings: Settings) -> tuple[int, int]:
    """Where the alignment begins: anywhere that leaves room, as in the paper, or where the two are alike."""
    rows, columns = (count - least for count in cost.shape)
    if settings.start == "random":
        return int(rng.integers(rows)), int(rng.integers(columns))
    chances = similarity(cost[:rows, :columns])
    return tuple(int(n) for n in np.unravel_index(rng.choice(chances.size, p=chances.ravel() / chances.sum()), chances.shape))  # type: ignore[return-value]


def similarity(cost: NDArray[np.float32], level: float | None = None) -> NDArray[np.float64]:
    """exp(-d / 2 sigma^2) of distances d in metres; 2 sigma^2 is `level`, or a tenth of the way up from the least to the largest."""
    if level is None:
        level = max(0.1 * float(np.ptp(cost)), 1e-3)
    return np.asarray(np.exp(-(cost - cost.min()) / level), dtype=np.float64)


def is_near_identity(warp: Warp) -> bool:
    """Whether the pace stays near one second a second over every half second of the warp."""
    length = float(warp.times[-1] - warp.times[0])
    at = np.linspace(0, max(length - OVER, 0), max(2, round(length * RATE))) + warp.times[0]
    paces = (warp(at + min(OVER, length)) - warp(at)) / min(OVER, length)
    return bool(paces.max() <= STEEPEST and paces.min() >= 1 / STEEPEST)


SIMILAR_MOTION = register(Rule(NAME, 3, "similar motion", 12, apply, alike=True))
