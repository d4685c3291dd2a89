"""Distance between frames by joint angles and velocities (Lee et al. 2002), weights after Wang and Bodenheimer 2003.

Like all that does not look at positions it cannot see where hands and feet end up, but it needs no window and no alignment.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.editing import split_root
from motionloom.core.kinematics import differentiate

# Wang and Bodenheimer's least-squares weights; joints they left out count nothing.
WEIGHTS = {"hip": 1.0, "knee": 0.0901, "shoulder": 0.7884, "elbow": 0.0247}
BLOCK = 4_000_000  # distances worked out at a time
VELOCITY_WEIGHT = 0.1  # metres a second against radians, for hips and feet and hands


@dataclass(frozen=True, eq=False)
class Angles:
    """rotations (F, K, 4) of the weighted joints, weights (K,), velocities (F, V) metres a second, heading taken out."""

    rotations: NDArray[np.float32]
    weights: NDArray[np.float32]
    velocities: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.rotations)

    def __getitem__(self, frames: slice) -> Angles:
        return Angles(self.rotations[frames], self.weights, self.velocities[frames])


def make_angles(motion: Motion) -> Angles:
    """A motion made ready for comparison by joint angles."""
    roles = body_of(motion.skeleton).roles
    chosen = [(roles[f"{side}_{part}"], weight) for side in ("left", "right") for part, weight in WEIGHTS.items()]
    in_place, path = split_root(motion)
    speed = differentiate(path.positions, motion.fps)
    facing = quaternion.rotate(quaternion.about_y(-path.headings), speed)
    moving = [roles[role] for role in ("left_ankle", "right_ankle", "left_wrist", "right_wrist")]
    local = differentiate(in_place.positions()[:, moving].astype(np.float64), motion.fps).reshape(len(motion), -1)
    velocities = VELOCITY_WEIGHT * np.concatenate([facing, local], axis=1)
    return Angles(
        np.ascontiguousarray(motion.rotations[:, [joint for joint, _ in chosen]]),
        np.array([weight for _, weight in chosen], dtype=np.float32),
        velocities.astype(np.float32),
    )


def angle_distances(a: Angles, b: Angles) -> NDArray[np.float32]:
    """Distances (Fa, Fb): weighted angles between rotations in radians plus the difference of velocities."""
    out = _velocity_distances(a.velocities, b.velocities)
    for k, weight in enumerate(a.weights):
        cosine = np.abs(a.rotations[:, k] @ b.rotations[:, k].T)
        np.minimum(cosine, 1, out=cosine)
        out += 2 * weight * np.arccos(cosine, out=cosine)
    return out


def nearest_angles(a: Angles, b: Angles) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """For each frame of a the nearest frame (Fa,) of b and its distance (Fa,), in blocks: the matrix is never there as a whole."""
    index, least = np.empty(len(a), dtype=np.intp), np.empty(len(a), dtype=np.float32)
    rows = max(1, BLOCK // max(1, len(b)))
    for first in range(0, len(a), rows):
        block = angle_distances(a[first : first + rows], b)
        index[first : first + rows] = np.argmin(block, axis=1)
        least[first : first + rows] = block.min(axis=1)
    return index, least


def _velocity_distances(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    squared = np.sum(a * a, axis=1)[:, None] + np.sum(b * b, axis=1) - 2 * (a @ b.T)
    return np.sqrt(np.maximum(squared, 0), out=squared)
