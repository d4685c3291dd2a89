"""Does the body pass through itself? A capsule a bone, and how deep two that should not touch are in each other."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import SIDES, body_of
from motionloom.core.skeleton import Skeleton

# part: role at one end, role at the other, radius as a share of standing height
CAPSULES = {
    "trunk": ("hips", "chest", 0.06),
    "chest": ("chest", "neck", 0.06),
    "head": ("head", "head", 0.055),
    **{f"{side} forearm": (f"{side}_elbow", f"{side}_wrist", 0.022) for side in SIDES},
    **{f"{side} thigh": (f"{side}_hip", f"{side}_knee", 0.04) for side in SIDES},
    **{f"{side} shin": (f"{side}_knee", f"{side}_ankle", 0.028) for side in SIDES},
}
# Neighbours along the body always touch and are left out; so are upper arms, which lie against the chest.
PAIRS = (
    *((f"{side} forearm", part) for side in SIDES for part in ("trunk", "chest", "head", "left thigh", "right thigh")),
    ("left forearm", "right forearm"),
    ("left shin", "right shin"),
    ("left shin", "right thigh"),
    ("right shin", "left thigh"),
)


@lru_cache(maxsize=512)
def _capsules(skeleton: Skeleton) -> tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.intp]]:
    """Ends (C, 2) as places among the joints with roles, radii (C,) in leg lengths, pairs (P, 2) of capsules that this body has."""
    body = body_of(skeleton)
    places = {role: n for n, role in enumerate(body.roles)}
    there = {part: n for n, part in enumerate(part for part, (a, b, _) in CAPSULES.items() if a in places and b in places)}
    ends = np.array([[places[CAPSULES[part][0]], places[CAPSULES[part][1]]] for part in there], dtype=np.intp)
    radii = np.array([CAPSULES[part][2] * body.height / body.leg_length for part in there])
    pairs = np.array([[there[a], there[b]] for a, b in PAIRS if a in there and b in there], dtype=np.intp)
    return ends, radii, pairs


def penetration_depths(motion: Motion) -> NDArray[np.float64]:
    """Metres (F, P) by which the capsules of each pair overlap; negative where they are apart."""
    body = body_of(motion.skeleton)
    joints = motion.positions()[:, list(body.roles.values())].astype(np.float64)
    return overlap_of_capsules(motion.skeleton, joints, body.leg_length)


def overlap_of_capsules(skeleton: Skeleton, joints: NDArray[np.float64], leg_length: float) -> NDArray[np.float64]:
    """Metres (F, P) by which the capsules of each pair overlap; joints (F, R, 3) metres: those with roles, of a body with such legs."""
    from motionloom.score._kernels import segment_distances

    ends, radii, pairs = _capsules(skeleton)
    out = np.empty((len(joints), len(pairs)))
    segment_distances(joints, ends, pairs, out)
    return radii[pairs].sum(axis=1) * leg_length - out
