"""An animator's foot control: a point of the sole, a turn, a roll over heel or ball; what stands there does not slide whatever the roll.

The point is that of the sole under the ankle while the foot is flat. A positive roll lifts the heel about the ball of the foot, a negative
one the toes about the heel; a bank tips the foot sideways.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.masks import find_runs
from motionloom.keyframes.rig import Floats, FootRig, Rig

STANDS, LOW = 0.04, 0.04  # metres a second and metres above the floor: a foot control that moves less and is lower stands
CAPTURED = 0.3  # metres a second: so much a foot moves that stands in joint keys, or in a capture
SHORTEST = 0.06  # seconds for which a foot stands at least


@dataclass(frozen=True, eq=False)
class FootCurves:
    """point (F, 3) metres, world; turn, roll, bank (F,) radians."""

    point: Floats
    turn: Floats
    roll: Floats
    bank: Floats


def place_ankle(rig: Rig, foot: FootRig, curves: FootCurves) -> tuple[Floats, Floats]:
    """Where the ankle is (F, 3) metres and how the foot is turned from rest (F, 4), world, under a foot control."""
    about = quaternion.about_y(curves.turn - rig.heading)
    tip = _tip(rig, curves.roll, curves.bank)
    pivot = _pivot(foot, curves.roll)
    ankle = curves.point + quaternion.rotate(about, pivot + quaternion.rotate(tip, foot.ankle - pivot))
    return ankle, np.asarray(quaternion.multiply(about, tip))


def read_foot(rig: Rig, foot: FootRig, motion: Motion) -> FootCurves:
    """The foot control of a motion: the inverse of `place_ankle`."""
    joint = foot.joints[2]
    world, places = (array[:, joint].astype(np.float64) for array in motion.world)
    turned = quaternion.multiply(world, quaternion.conjugate(rig.skeleton.rest_world[0][joint]))
    twist = quaternion.normalise(turned * np.array([0.0, 1.0, 0.0, 1.0]))
    tip = quaternion.log(quaternion.multiply(quaternion.conjugate(twist), turned)) @ rig.basis.T
    roll, bank = tip[:, 0], tip[:, 2]
    pivot = _pivot(foot, roll)
    arm = pivot + quaternion.rotate(_tip(rig, roll, bank), foot.ankle - pivot)
    turn = np.unwrap(2 * np.arctan2(twist[:, 1], twist[:, 3])) + rig.heading
    return FootCurves(places - quaternion.rotate(twist, arm), turn, roll, bank)


def _tip(rig: Rig, roll: Floats, bank: Floats) -> Floats:
    return np.asarray(quaternion.exp(roll[:, None] * rig.basis[0] + bank[:, None] * rig.basis[2]))


def _pivot(foot: FootRig, roll: Floats) -> Floats:
    return np.where(roll[:, None] > 0, foot.ball, foot.heel)


def find_stands(point: Floats, fps: float, slow: float) -> NDArray[np.bool_]:
    """Whether a foot control (F, 3) stands: it is low and slower than `slow` metres a second."""
    if len(point) < 2:
        return np.ones(len(point), bool)
    steps = np.linalg.norm(np.diff(point, axis=0), axis=1) * fps
    still = np.concatenate([steps[:1], steps]) < slow
    still |= np.concatenate([steps, steps[-1:]]) < slow
    low = point[:, 1] < np.percentile(point[:, 1], 5.0) + LOW
    stands = still & low
    for start, stop in find_runs(stands):
        if stop - start < SHORTEST * fps:
            stands[start:stop] = False
    return stands
