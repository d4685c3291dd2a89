"""Where the weight is: body segments as shares of body mass (Winter, Biomechanics and Motor Control, table 4.1)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core.body import SIDES, body_of
from motionloom.core.motion import Motion
from motionloom.core.skeleton import Skeleton

# segment: (role at its near end, role at its far end, share of body mass, centre as a share of the way to the far end)
TRUNK_SEGMENTS = (
    ("hips", "spine", 0.142, 0.5),
    ("spine", "chest", 0.139, 0.5),
    ("chest", "neck", 0.216, 0.5),
    ("neck", "head", 0.081, 1.0),
)
LIMB_SEGMENTS = (
    ("shoulder", "elbow", 0.028, 0.436),
    ("elbow", "wrist", 0.016, 0.430),
    ("wrist", "wrist", 0.006, 0.0),
    ("hip", "knee", 0.100, 0.433),
    ("knee", "ankle", 0.0465, 0.433),
    ("ankle", "toe", 0.0145, 0.5),
)
STAND_INS = {"spine": "chest", "neck": "head", "toe": "ankle"}  # for skeletons that lack an optional role


@lru_cache(maxsize=512)
def mass_weights(skeleton: Skeleton) -> NDArray[np.float64]:
    """Share of the body's mass (J,) carried at each joint: the centre of mass is their weighted mean."""
    roles = body_of(skeleton).roles
    limbs = [(f"{side}_{a}", f"{side}_{b}", m, c) for side in SIDES for a, b, m, c in LIMB_SEGMENTS]
    weights = np.zeros(len(skeleton))
    for near, far, mass, centre in (*TRUNK_SEGMENTS, *limbs):
        weights[joint_of(roles, near)] += mass * (1 - centre)
        weights[joint_of(roles, far)] += mass * centre
    return weights / weights.sum()


def joint_of(roles: dict[str, int], role: str) -> int:
    """The joint of a role, or of the role that stands in for an optional one the skeleton lacks."""
    if role in roles:
        return roles[role]
    side, _, part = role.rpartition("_")
    stand_in = STAND_INS[part or role]
    return roles[f"{side}_{stand_in}" if side else stand_in]


def centre_of_mass(motion: Motion) -> NDArray[np.float64]:
    """World position (F, 3) metres of the centre of mass."""
    return np.einsum("j,fjc->fc", mass_weights(motion.skeleton), motion.positions(), dtype=np.float64)
