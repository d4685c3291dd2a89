"""A pelvis that tilts to let one hip down and raise the other, while the trunk stays as it is."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton, quaternion
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
    rows = np.flatnonzero(np.abs(tilts[:, :3]).max(axis=1, initial=0.0))
    if not len(rows):
        return
    pelvis, hips, above_it = _parts(skeleton)
    turns, positions, tilts = world[0][rows].astype(np.float64), world[1][rows], tilts[rows]
    middle = 0.5 * (positions[:, hips[0]].astype(np.float64) + positions[:, hips[1]])
    arm = positions[:, pelvis] - middle
    roots[rows] += (quaternion.rotate(tilts, arm) - arm).astype(np.float32)
    turned = quaternion.multiply(tilts, turns[:, pelvis])
    back = quaternion.conjugate(turns[:, skeleton.parents[pelvis]]) if pelvis else np.array([0.0, 0.0, 0.0, 1.0])
    rotations[rows, pelvis] = quaternion.multiply(back, turned)
    for child in above_it:
        rotations[rows, child] = quaternion.multiply(quaternion.conjugate(turned), turns[:, child])


@lru_cache(maxsize=64)
def _parts(skeleton: Skeleton) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """The pelvis, the hip joints, and the joints that hang on the pelvis but do not lead to a hip."""
    body = body_of(skeleton)
    pelvis, hips = body.joint("hips"), tuple(body.joint(f"{side}_hip") for side in SIDES)
    on_the_way = {joint for hip in hips for joint in path_to_root(skeleton, hip)}
    children = (int(child) for child in np.flatnonzero(skeleton.parents == pelvis))
    return pelvis, hips, tuple(child for child in children if child not in on_the_way)
