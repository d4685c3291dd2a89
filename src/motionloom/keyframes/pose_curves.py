"""A motion as curves without jumps, and back: the root's way, its smooth heading, and a rotation vector of every joint."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.heading import headings
from motionloom.keyframes.rig import Floats, Rig

TURNING = 0.5  # seconds: what the hips turn faster than this is the pelvis', slower is the way's


@dataclass(frozen=True, eq=False)
class PoseCurves:
    """root (F, 3) metres; turn (F,) radians, where the way goes; joints (F, J, 3) radians: each joint's turn from a reference, about
    the body's left, up and forward; joint 0 is seen from the turn."""

    root: Floats
    turn: Floats
    joints: Floats

    def __len__(self) -> int:
        return len(self.turn)


def smooth_heading(motion: Motion) -> Floats:
    """Where the way of a motion goes (F,) radians: the hips' heading without the swing of each step."""
    from scipy.ndimage import gaussian_filter1d

    found = headings(motion)
    width = TURNING * motion.fps
    pad = min(round(3 * width), len(found) - 1)
    if pad < 1:
        return found
    # Mirrored through its ends, so that a turn that goes on there keeps going.
    long = np.pad(found, pad, mode="reflect", reflect_type="odd")
    return np.asarray(gaussian_filter1d(long, width)[pad : pad + len(found)])


def turns_from_rest(rig: Rig, rotations: Floats, turn: Floats) -> Floats:
    """How each joint is turned from its rest (F, J, 4), in the world's axes at rest; joint 0 seen from the heading `turn` (F,)."""
    offsets = quaternion.multiply(rotations, quaternion.conjugate(rig.skeleton.rest_rotations))
    found = quaternion.multiply(quaternion.multiply(rig.above, offsets), quaternion.conjugate(rig.above))
    found[:, 0] = quaternion.multiply(quaternion.about_y(rig.heading - turn), offsets[:, 0])
    return np.asarray(found)


def from_turns(rig: Rig, turns: Floats, turn: Floats) -> Floats:
    """Local rotations (F, J, 4): the inverse of `turns_from_rest`."""
    offsets = quaternion.multiply(quaternion.multiply(quaternion.conjugate(rig.above), turns), rig.above)
    offsets[:, 0] = quaternion.multiply(quaternion.about_y(turn - rig.heading), turns[:, 0])
    return np.asarray(quaternion.multiply(offsets, rig.skeleton.rest_rotations))


def to_vectors(rig: Rig, turns: Floats, reference: Floats | None = None) -> Floats:
    """Rotation vectors (F, ..., 3) of turns (F, ..., 4) from a reference (..., 4), rest where there is none; continuous over time."""
    offset = turns if reference is None else quaternion.multiply(turns, quaternion.conjugate(reference))
    return unwrap_vectors(quaternion.log(offset)) @ rig.basis.T


def from_vectors(rig: Rig, vectors: Floats, reference: Floats | None = None) -> Floats:
    """Turns (F, ..., 4) of rotation vectors: the inverse of `to_vectors`."""
    offset = quaternion.exp(vectors @ rig.basis)
    return np.asarray(offset if reference is None else quaternion.multiply(offset, reference))


def unwrap_vectors(vectors: Floats) -> Floats:
    """The same rotations as rotation vectors (F, ..., 3) of which each is the one nearest to the one before."""
    found = np.array(vectors, np.float64)
    far = np.flatnonzero((np.linalg.norm(np.diff(found, axis=0), axis=-1) > np.pi).reshape(len(found) - 1, -1).any(axis=1))
    if not len(far):
        return found
    for frame in range(int(far[0]) + 1, len(found)):
        angle = np.linalg.norm(found[frame], axis=-1, keepdims=True)
        axis = found[frame] / np.maximum(angle, 1e-12)
        rounds = np.round((np.sum(axis * found[frame - 1], axis=-1, keepdims=True) - angle) / (2 * np.pi))
        found[frame] = np.where(angle > 1e-9, axis * (angle + 2 * np.pi * rounds), found[frame])
    return found


def to_curves(rig: Rig, motion: Motion, reference: Floats | None = None, turn: Floats | None = None) -> PoseCurves:
    """The curves of a motion on the rig's body. turn (F,): the way's heading, found where it is not given."""
    heading = smooth_heading(motion) if turn is None else turn
    turns = turns_from_rest(rig, motion.rotations.astype(np.float64), heading)
    return PoseCurves(motion.root_positions.astype(np.float64), heading, to_vectors(rig, turns, reference))


def from_curves(rig: Rig, curves: PoseCurves, fps: float, reference: Floats | None = None) -> Motion:
    """The motion of curves."""
    rotations = from_turns(rig, from_vectors(rig, curves.joints, reference), curves.turn)
    return Motion(rig.skeleton, quaternion.make_continuous(quaternion.normalise(rotations)), curves.root.astype(np.float32), fps)


def mean_turns(turns: NDArray[np.float64]) -> Floats:
    """The mean turn (J, 4) of each joint over frames (F, J, 4): the largest eigenvector of their outer products."""
    outer = np.einsum("fja,fjb->jab", turns, turns)
    return np.asarray(np.linalg.eigh(outer)[1][..., -1])
