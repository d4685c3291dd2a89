"""Legs that reach where they have to: two bones, a knee that keeps to its plane, hips that come down where legs are too short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion

Floats = NDArray[np.float64]
STRAIGHT, LONGEST = 0.985, 0.9999  # of a leg's length: as far as any leg may reach before hips come down or it gives way; never the second
EASED = 0.05  # seconds over which hips come down
SIDEWAYS = 0.003  # of a leg's length: a knee that is less out of line bends about the hips' axis


@dataclass(frozen=True, eq=False)
class Leg:
    """Hip, knee and ankle (F, 3) metres as they are, where the ankle is wanted (F, 3), how far the performer's own leg was stretched
    (F,), 1 for straight, and the way from right to left (F, 3), seen from the thigh."""

    hip: Floats
    knee: Floats
    ankle: Floats
    wanted: Floats
    stretched: Floats
    across: Floats

    @property
    def bones(self) -> tuple[float, float]:
        """The lengths of thigh and shin, metres."""
        return float(np.linalg.norm(self.knee[0] - self.hip[0])), float(np.linalg.norm(self.ankle[0] - self.knee[0]))


def find_drop(legs: Sequence[Leg], low: NDArray[np.bool_], fps: float) -> Floats:
    """By how many metres (F,) the hips come down, so that legs are stretched as the performer's were: always, and more where needed.

    low (2, F): whether each foot is near the floor. Those in the air bear nothing, and do not say how high the hips are.
    """
    from scipy.ndimage import gaussian_filter1d, maximum_filter1d

    def over(drop: Floats | float, least: float) -> Floats:
        """How much longer (2, F) than it may be each leg would be."""
        found = []
        for leg in legs:
            way = leg.wanted - leg.hip
            way[:, 1] += drop
            found.append(np.linalg.norm(way, axis=1) - np.maximum(leg.stretched, least) * sum(leg.bones))
        return np.stack(found)

    always = float(np.median(over(0.0, 0.0)[low if low.any() else ...]))
    short = np.maximum(over(always, STRAIGHT).max(axis=0), 0.0)
    width = max(round(2 * EASED * fps), 1)
    return np.asarray(always + gaussian_filter1d(maximum_filter1d(short, 2 * width + 1), EASED * fps, mode="nearest"))


def reach(leg: Leg) -> tuple[Floats, Floats]:
    """Turns (F, 4) in the world of thigh and shin that bring the ankle to where it is wanted; none where it is there."""
    thigh, shin = leg.bones
    way = leg.wanted - leg.hip
    far = np.linalg.norm(way, axis=1)
    along = way / np.maximum(far, 1e-9)[:, None]
    length = np.clip(_soften(far / (thigh + shin), leg.stretched) * (thigh + shin), abs(thigh - shin) + 1e-3, None)
    before = _normal(leg.ankle - leg.hip, leg.knee - leg.hip, leg.across, thigh + shin)
    straight = quaternion.between(leg.ankle - leg.hip, along)
    normal = quaternion.rotate(straight, before)
    cosine = np.clip((thigh**2 + length**2 - shin**2) / (2 * thigh * length), -1.0, 1.0)
    bend = quaternion.from_axis_angle(normal, np.arccos(cosine))
    upper = thigh * quaternion.rotate(bend, along)
    lower = length[:, None] * along - upper
    return _between_frames(leg.knee - leg.hip, before, upper, normal), _between_frames(leg.ankle - leg.knee, before, lower, normal)


def _soften(share: Floats, stretched: Floats) -> Floats:
    """How far of its length a leg reaches when it is asked for this share: all of it, but nearer to straight than the performer's it
    gives way."""
    free = np.clip(stretched, STRAIGHT, LONGEST - 1e-4)
    beyond = np.maximum(share - free, 0.0)
    return np.asarray(np.minimum(share, free) + (LONGEST - free) * (1 - np.exp(-beyond / (LONGEST - free))))


def _normal(down: Floats, knee: Floats, across: Floats, length: float) -> Floats:
    """The unit axis (F, 3) that a knee bends about, at right angles to the way from hip to ankle."""
    axis = np.cross(down, knee)
    short = np.maximum(SIDEWAYS * length**2 + np.sum(axis * across, axis=1), 0.0)  # nor does a knee bend the wrong way
    axis -= short[:, None] * across
    along = down / np.maximum(np.linalg.norm(down, axis=1, keepdims=True), 1e-9)
    axis -= np.sum(axis * along, axis=1, keepdims=True) * along
    return np.asarray(axis / np.maximum(np.linalg.norm(axis, axis=1, keepdims=True), 1e-9))


def _between_frames(bone: Floats, axis: Floats, new_bone: Floats, new_axis: Floats) -> Floats:
    """The turn (F, 4) of a bone and the axis it bends about onto others."""
    first, second = (_frame(*each) for each in ((bone, axis), (new_bone, new_axis)))
    return np.asarray(quaternion.from_matrix(second @ np.swapaxes(first, 1, 2)))


def _frame(bone: Floats, axis: Floats) -> Floats:
    along = bone / np.maximum(np.linalg.norm(bone, axis=1, keepdims=True), 1e-9)
    side = axis - np.sum(axis * along, axis=1, keepdims=True) * along
    side /= np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-9)
    return np.stack([along, side, np.cross(along, side)], axis=-1)
