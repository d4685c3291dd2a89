"""New frames between captured ones: any number of motions, weights that change over time, one path along the ground.

Positions of roots must not be averaged: two walks that face away from each other would collapse onto the point between
them. Each motion's MOVEMENT in its own heading frame is averaged instead, and the result integrated (paper 001 section 5.5,
paper 000 section 5.7). Joints are averaged as rotations, so bones keep their lengths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.editing import sample_at
from motionloom.core.errors import MotionError
from motionloom.core.heading import headings


@dataclass(frozen=True)
class GroundPlace:
    """Where a blend begins: position (x, z) metres on the ground and heading in radians."""

    x: float = 0.0
    z: float = 0.0
    heading: float = 0.0


def bezier_weights(count: int, frames: int) -> NDArray[np.float64]:
    """Weights (k, N) over time that begin on the first motion and end on the last: Bernstein polynomials of degree k - 1."""
    s = np.linspace(0, 1, frames) if frames > 1 else np.zeros(1)
    return np.stack([comb(count - 1, i) * s**i * (1 - s) ** (count - 1 - i) for i in range(count)])


def ease_weights(frames: int) -> NDArray[np.float64]:
    """Weights (2, N) that leave the first motion and reach the second without a jump in speed."""
    s = np.linspace(0, 1, frames) if frames > 1 else np.zeros(1)
    second = s * s * (3 - 2 * s)
    return np.stack([1 - second, second])


def blend(
    motions: Sequence[Motion],
    frames: NDArray[Any],
    weights: NDArray[Any],
    fps: float | None = None,
    start: GroundPlace | None = None,
    name: str = "blend",
    beyond: bool = False,
) -> Motion:
    """The blend of k motions of one skeleton.

    frames (k, N): which fractional frame of each motion plays at each output frame; weights (k, N), 1 in all at each frame.
    start: where it begins; the first motion's own place if not given. beyond: weights may be negative, so that what two motions differ by
    is put on a third; small ones, since rotations are averaged near the first motion's.
    """
    _check(motions, frames, weights, beyond)
    weights = np.asarray(weights, dtype=np.float64)
    weights = weights / weights.sum(axis=0)
    parts = [sample_at(motion, at, motion.fps) for motion, at in zip(motions, frames, strict=True)]
    angles = np.stack([headings(part) for part in parts])  # (k, N)
    roots = np.stack([part.root_positions for part in parts]).astype(np.float64)
    heading, path = integrate_path(roots, angles, weights, start)
    return motions[0].with_arrays(
        _average_rotations(parts, angles, weights, heading),
        np.stack([path[:, 0], np.sum(weights * roots[..., 1], axis=0), path[:, 1]], axis=-1),
        fps=fps or motions[0].fps,
        name=name,
        recipe={},
    )


def integrate_path(
    roots: NDArray[np.float64], angles: NDArray[np.float64], weights: NDArray[np.float64], start: GroundPlace | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Heading (N,) and ground position (N, 2) of the weighted movement of roots (k, N, 3) that face angles (k, N)."""
    between = (weights[:, 1:] + weights[:, :-1]) / 2
    turn = np.sum(between * np.diff(angles, axis=1), axis=0)
    move = np.diff(roots[..., [0, 2]], axis=1)
    facing = (angles[:, 1:] + angles[:, :-1]) / 2  # a step belongs to the heading half-way through it
    local = np.sum(between[..., None] * _turn(move, -facing), axis=0)
    place = start or GroundPlace(float(roots[0, 0, 0]), float(roots[0, 0, 2]), float(angles[0, 0]))
    heading = place.heading + np.concatenate([[0.0], np.cumsum(turn)])
    steps = _turn(local, (heading[1:] + heading[:-1]) / 2)
    return heading, np.array([place.x, place.z]) + np.concatenate([np.zeros((1, 2)), np.cumsum(steps, axis=0)])


def _turn(vectors: NDArray[np.float64], angles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ground vectors (..., 2) as (x, z), turned by angles (...) about +y."""
    cosine, sine = np.cos(angles), np.sin(angles)
    x, z = vectors[..., 0], vectors[..., 1]
    return np.stack([cosine * x + sine * z, cosine * z - sine * x], axis=-1)


def _average_rotations(
    parts: Sequence[Motion], angles: NDArray[np.float64], weights: NDArray[np.float64], heading: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Weighted mean (N, J, 4) of joints, as `quaternion.mean` has it, the root with its heading taken out and the blend's put in.

    Of many motions that follow each other few count at a moment: the others are not looked at.
    """
    heaviest = np.argmax(weights, axis=0)
    reference = np.empty(parts[0].rotations.shape)
    for k, (part, angle) in enumerate(zip(parts, angles, strict=True)):
        rows = np.flatnonzero(heaviest == k)
        reference[rows] = _facing_away(part, -angle, rows)
    total = np.zeros_like(reference)
    for part, angle, weight in zip(parts, angles, weights, strict=True):
        rows = np.flatnonzero(weight)
        own = _facing_away(part, -angle, rows)
        sign = np.where(np.sum(own * reference[rows], axis=-1, keepdims=True) < 0, -1.0, 1.0)
        total[rows] += own * sign * weight[rows, None, None]
    mean = quaternion.normalise(total)
    mean[:, 0] = quaternion.multiply(quaternion.about_y(heading), mean[:, 0])
    return mean


def _facing_away(part: Motion, angles: NDArray[np.float64], rows: NDArray[np.intp]) -> NDArray[np.float64]:
    """Rotations (R, J, 4) of some frames of a motion, the root's turned by angles (N,) about +y."""
    rotations = part.rotations[rows].astype(np.float64)
    rotations[:, 0] = quaternion.multiply(quaternion.about_y(angles[rows]), rotations[:, 0])
    return rotations


def _check(motions: Sequence[Motion], frames: NDArray[Any], weights: NDArray[Any], beyond: bool) -> None:
    if not motions or np.ndim(frames) != 2 or np.shape(frames) != np.shape(weights) or len(frames) != len(motions):
        raise MotionError(f"a blend of {len(motions)} motions needs frames and weights of shape ({len(motions)}, N)")
    if (not beyond and np.any(np.asarray(weights) < -1e-9)) or np.any(np.sum(weights, axis=0) <= 0):
        raise MotionError("weights of a blend must not be negative, and not all zero at any frame")
    for other in motions[1:]:
        if not other.skeleton.fits(motions[0].skeleton):
            raise MotionError(
                f"{other.name!r} has another skeleton than {motions[0].name!r}; blend motions of one body, or put them on one (--one-body)"
            )
