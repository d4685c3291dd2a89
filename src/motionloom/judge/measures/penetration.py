"""Limbs through the body: capsules of its segments, and how deep the worst pair is in each other."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core.body import SIDES, body_of
from motionloom.core.skeleton import Skeleton
from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take

# segment: its two ends as roles, radius as a share of standing height (girths of adults as circles, less the flesh that gives)
TRUNK = {
    "pelvis": ("hips", "spine", 0.060),
    "trunk": ("spine", "chest", 0.058),
    "chest": ("chest", "neck", 0.058),
    "head": ("head", "head", 0.05),
}
LIMBS = {
    "upper arm": ("shoulder", "elbow", 0.024),
    "forearm": ("elbow", "wrist", 0.019),
    "thigh": ("hip", "knee", 0.038),
    "shin": ("knee", "ankle", 0.026),
    "foot": ("ankle", "toe", 0.020),
}
STAND_INS = {"spine": "chest", "neck": "head"}
# Segments that share a joint always overlap there; so do these, which have one bone between them.
NEIGHBOURS = {
    ("pelvis", "thigh"),
    ("trunk", "thigh"),
    ("chest", "upper arm"),
    ("trunk", "upper arm"),
    ("head", "chest"),
    ("head", "upper arm"),
}


@lru_cache(maxsize=512)
def capsules(skeleton: Skeleton) -> tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.intp], tuple[str, ...]]:
    """Ends (C, 2) as joints, radii (C,) metres, pairs (P, 2) that are apart in the rest pose, and the pairs' names."""
    body = body_of(skeleton)
    parts = {name: (_joint(body.roles, a), _joint(body.roles, b), radius) for name, (a, b, radius) in TRUNK.items()}
    for side in SIDES:
        for name, (a, b, radius) in LIMBS.items():
            if f"{side}_{b}" in body.roles:
                parts[f"{side} {name}"] = (body.roles[f"{side}_{a}"], body.roles[f"{side}_{b}"], radius)
    names = tuple(parts)
    ends = np.array([parts[name][:2] for name in names], np.intp)
    radii = np.array([parts[name][2] * body.height for name in names])
    rest = skeleton.rest_positions[None]
    kept = [
        (m, n)
        for m in range(len(names))
        for n in range(m + 1, len(names))
        if not set(ends[m]) & set(ends[n]) and not _neighbours(names[m], names[n])
    ]
    apart = [pair for pair in kept if _deepest(rest, ends, radii, np.array([pair], np.intp))[0][0] == 0]
    pairs = np.array(apart, np.intp).reshape(-1, 2)
    return ends, radii, pairs, tuple(f"{names[m]} and {names[n]}" for m, n in apart) or ("none",)


def _joint(roles: dict[str, int], role: str) -> int:
    return roles[role] if role in roles else roles[STAND_INS[role]]


def _neighbours(a: str, b: str) -> bool:
    plain = tuple(name.removeprefix("left ").removeprefix("right ") for name in (a, b))
    return plain in NEIGHBOURS or plain[::-1] in NEIGHBOURS


def _deepest(
    positions: NDArray[np.float64], ends: NDArray[np.intp], radii: NDArray[np.float64], pairs: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    from motionloom.judge._kernels import deepest_overlap

    depth, which = np.zeros(len(positions)), np.zeros(len(positions), np.intp)
    starts, stops = (np.ascontiguousarray(positions[:, ends[:, n]]) for n in (0, 1))
    deepest_overlap(starts, stops, radii, pairs, depth, which)
    return depth, which


def read(take: Take) -> Reading:
    """Metres (F, 1) by which the worst pair of segments is in each other, 0 where none is."""
    ends, radii, pairs, names = capsules(take.motion.skeleton)
    depth, which = _deepest(take.motion.positions().astype(np.float64), ends, radii, pairs)
    return Reading(depth[:, None], names, which)


MEASURE = register(Measure("penetration", "depth of limbs in the body", "m", read, ("p90", "p99", "max")))
