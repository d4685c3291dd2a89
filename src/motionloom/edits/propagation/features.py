"""What a predictor sees of the source: body points now, a moment before and after, in the frame of now (paper 000, section 6.4).

Points are found by roles and scaled by the legs, so that examples of one performer teach about another.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.body import body_of
from motionloom.core.heading import headings, to_heading_frame

Floats = NDArray[np.float64]
MOMENT = 0.125  # seconds before and after, and over which second derivatives are smoothed
FORWARD, UP = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])
ARM = 0.15  # leg lengths: how far from its joint a point is that shows how the joint turns
# Joints whose turn no other joint shows, and the way, in the rest pose, in which a point is put to show it.
SHOWN = {
    "head": (FORWARD, UP),
    "chest": (FORWARD,),
    "hips": (FORWARD, UP),
    "left_wrist": (FORWARD, UP),
    "right_wrist": (FORWARD, UP),
    "left_ankle": (FORWARD,),
    "right_ankle": (FORWARD,),
    "left_toe": (FORWARD,),
    "right_toe": (FORWARD,),
}
# The parts of the body whose points are told apart: which of them an edit depends on is learned.
PARTS: dict[str, tuple[str, ...]] = {
    "trunk": ("hips", "chest", "neck", "head"),
    **{f"{side} arm": tuple(f"{side}_{part}" for part in ("shoulder", "elbow", "wrist")) for side in ("left", "right")},
    **{f"{side} leg": tuple(f"{side}_{part}" for part in ("hip", "knee", "ankle", "toe")) for side in ("left", "right")},
}
INSTEAD = {"neck": "head", "chest": "hips", "left_toe": "left_ankle", "right_toe": "right_ankle"}  # of roles that a body may lack


@lru_cache(maxsize=256)
def _points(skeleton: Skeleton) -> tuple[NDArray[np.intp], Floats, NDArray[np.intp]]:
    """Joints (N,) and offsets (N, 3) metres in their frames of the points that are looked at, and the part (N,) each belongs to."""
    body = body_of(skeleton)
    around = quaternion.about_y(np.arctan2(body.facing[0], body.facing[2]))
    joints, offsets, parts = [], [], []
    for number, roles in enumerate(PARTS.values()):
        for role in roles:
            joint = body.joint(role if role in body.roles else INSTEAD.get(role, role))
            back = quaternion.conjugate(skeleton.rest_world[0][joint])
            for way in (np.zeros(3), *(ARM * body.leg_length * way for way in SHOWN.get(role, ()))):
                joints.append(joint)
                offsets.append(quaternion.rotate(back, quaternion.rotate(around, way)))
                parts.append(number)
    return np.array(joints, np.intp), np.array(offsets), np.array(parts, np.intp)


def body_points(motion: Motion) -> Floats:
    """World positions (F, N, 3) in leg lengths of the points that predictors look at; the first is the hips."""
    joints, offsets, _ = _points(motion.skeleton)
    return np.asarray(motion.points(joints, offsets), np.float64) / body_of(motion.skeleton).leg_length


@dataclass(frozen=True, eq=False)
class Features:
    """values (F, D) of frames; groups (D,): which numbers belong together, as the pose of an arm, or how it moves."""

    values: Floats
    groups: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.values)


def kinematic_features(motion: Motion) -> Features:
    """Points now, `MOMENT` before and after (9 N numbers), all moved so that now is above the origin and faces zero. Leg lengths.

    Before and after are given as what they say of now: half their difference and how far now is from their middle.
    """
    points = body_points(motion)
    hips, angles = points[:, 0], headings(motion)
    step = MOMENT * motion.fps
    now, before, after = (to_heading_frame(_at(points, shift), hips, angles) for shift in (0.0, -step, step))
    parts = np.repeat(_points(motion.skeleton)[2], 3)
    seen = [each.reshape(len(points), -1) for each in (now, (after - before) / 2, (after + before) / 2 - now)]
    return Features(np.concatenate(seen, axis=1), np.concatenate([parts, parts + len(PARTS), parts + len(PARTS)]))


def dynamic_features(motion: Motion) -> Features:
    """The second derivative of the points in the frame of now (3 N numbers), smoothed; leg lengths per `MOMENT` squared."""
    points = body_points(motion)
    local = to_heading_frame(points, points[:, 0], headings(motion)).reshape(len(points), -1)
    return Features(second_derivative(local, motion.fps), np.repeat(_points(motion.skeleton)[2], 3))


def second_derivative(values: Floats, fps: float) -> Floats:
    """The second derivative (F, D) of values (F, D) a `MOMENT` squared, averaged over a `MOMENT`: by three samples a moment apart.

    The mean of a second derivative over a window is a difference of slopes at its ends, so noise of single frames does not enter it.
    """
    step = MOMENT * fps
    return _at(values, -step) - 2 * values + _at(values, step)


def _at(values: Floats, shift: float) -> Floats:
    """values (F, ...) `shift` frames later, between frames linearly; beyond the ends as if the motion went on as it came."""
    frames = np.arange(len(values)) + shift
    last = len(values) - 1
    if last == 0:
        return values
    low, high = frames < 0, frames > last
    inside = np.where(low, -frames, np.where(high, 2 * last - frames, frames))
    inside = np.clip(inside, 0, last)
    below = np.minimum(inside.astype(np.intp), last - 1)
    part = (inside - below).reshape(-1, *[1] * (values.ndim - 1))
    found = values[below] + part * (values[below + 1] - values[below])
    found[low] = 2 * values[0] - found[low]
    found[high] = 2 * values[-1] - found[high]
    return found
