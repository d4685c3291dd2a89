"""A pelvis that tilts to let one hip down and raise the other, while the trunk stays as it is."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton
from motionloom.core.body import body_of
from motionloom.core.roles import SIDES, path_to_root


def tilt_pelvis(
    skeleton: Skeleton,
    world: tuple[NDArray[np.float32], NDArray[np.float32]],
    tilts: NDArray[np.float64],
    rotations: NDArray[np.float32],
    roots: NDArray[np.float32],
) -> None:
    """Turn the pelvis by tilts (F, 4) about the middle between the hips, and nothing above it: rotations (F, J, 4) and roots (F, 3)
    change in place. world: rotations (F, J, 4) and positions (F, J, 3) of the joints before that."""
    from motionloom.feet.cleanup._tilting import tilt

    tilt(*world, tilts, *pelvis_of(skeleton), rotations, roots)


@lru_cache(maxsize=64)
def pelvis_of(skeleton: Skeleton) -> tuple[int, int, NDArray[np.intp], NDArray[np.intp]]:
    """The pelvis and its parent (-1 if it is the root), the hip joints (2,), and what else hangs on the pelvis but leads to no hip (n,)."""
    body = body_of(skeleton)
    pelvis, hips = body.joint("hips"), [body.joint(f"{side}_hip") for side in SIDES]
    on_the_way = {joint for hip in hips for joint in path_to_root(skeleton, hip)}
    others = [int(child) for child in np.flatnonzero(skeleton.parents == pelvis) if int(child) not in on_the_way]
    return pelvis, int(skeleton.parents[pelvis]), np.array(hips, np.intp), np.array(others, np.intp)
