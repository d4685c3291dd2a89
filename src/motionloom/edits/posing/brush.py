"""A brush along the skeleton: how much each joint goes along with one that is dragged."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton


def brush_weights(skeleton: Skeleton, joint: int, radius: float) -> NDArray[np.float64]:
    """Shares (J,) of a Gaussian over the way along the bones from a joint; 1 at the joint itself, radius (metres) its deviation."""
    ways = bone_ways(skeleton)[joint]
    if radius < 1e-3:
        return (np.arange(len(skeleton)) == joint).astype(np.float64)
    return np.asarray(np.exp(-0.5 * (ways / radius) ** 2))


@lru_cache(maxsize=64)
def bone_ways(skeleton: Skeleton) -> NDArray[np.float64]:
    """How far (J, J) metres it is from joint to joint along the bones."""
    lengths = np.linalg.norm(skeleton.offsets, axis=1)
    ways = np.zeros((len(skeleton), len(skeleton)))
    for joint in range(1, len(skeleton)):
        parent = int(skeleton.parents[joint])
        ways[joint, :joint] = ways[:joint, joint] = ways[parent, :joint] + lengths[joint]
    ways.flags.writeable = False
    return ways
