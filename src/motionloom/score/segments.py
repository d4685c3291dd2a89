"""A body as segments with mass, whose shares can be fitted on captured motion.

Shares start from Winter's table (Biomechanics and Motor Control, table 4.1); left and right are alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import SIDES, body_of
from motionloom.core.mass import LIMB_SEGMENTS, TRUNK_SEGMENTS, joint_of
from motionloom.core.skeleton import Skeleton

SEGMENTS = tuple(near for near, *_ in (*TRUNK_SEGMENTS, *LIMB_SEGMENTS))  # named by their near ends
TABLE = np.array([mass * (1 if n < len(TRUNK_SEGMENTS) else 2) for n, (*_, mass, _) in enumerate((*TRUNK_SEGMENTS, *LIMB_SEGMENTS))])


@dataclass(frozen=True)
class MassModel:
    """Share of body mass of each segment (S,), both sides of a limb together; 1 in all. source: where they come from."""

    shares: tuple[float, ...] = tuple(float(share) for share in TABLE / TABLE.sum())
    source: str = "Winter's table"


@lru_cache(maxsize=512)
def segment_weights(skeleton: Skeleton) -> NDArray[np.float64]:
    """Weights (S, J): the centre of each segment (a limb's two sides together) as a weighted mean of joints."""
    roles = body_of(skeleton).roles
    weights = np.zeros((len(SEGMENTS), len(skeleton)))
    for n, (near, far, _, centre) in enumerate((*TRUNK_SEGMENTS, *LIMB_SEGMENTS)):
        prefixes = ("",) if n < len(TRUNK_SEGMENTS) else tuple(f"{side}_" for side in SIDES)
        for prefix in prefixes:
            weights[n, joint_of(roles, prefix + near)] += (1 - centre) / len(prefixes)
            weights[n, joint_of(roles, prefix + far)] += centre / len(prefixes)
    return weights


def segment_centres(motion: Motion) -> NDArray[np.float64]:
    """World positions (F, S, 3) metres of the segments' centres."""
    return np.einsum("sj,fjc->fsc", segment_weights(motion.skeleton), motion.positions(), dtype=np.float64, optimize=True)
