"""Frames as points: where the joints of a part of the body are and how they move, seen from the body, in leg lengths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import MotionError, list_names
from motionloom.enrich.annotation.body_signals import RATE, ROLES, SIDES, box_mean, rate_of_change, read_signals

MOVES = 0.1  # seconds: a joint that is a leg length a second quicker is as unlike as one that is 0.1 leg lengths away
SMOOTH = 0.1  # seconds over which speeds are taken

_LEGS = tuple(f"{side}_{joint}" for joint in ("hip", "knee", "ankle") for side in SIDES)
_ARMS = tuple(f"{side}_{joint}" for joint in ("shoulder", "elbow", "wrist") for side in SIDES)
# Which joints speak for a part: the graphs of paper 003, section 4.
PARTS: dict[str, tuple[str, ...]] = {
    "whole": ROLES,
    "lower": ("hips", *_LEGS),
    "upper": ("chest", "head", *_ARMS),
    "torso": ("hips", "chest", "left_shoulder", "right_shoulder"),
}


def describe_poses(motion: Motion, part: str = "whole") -> NDArray[np.float32]:
    """Points (F, D) of a motion at `RATE`: distances between them are root mean squares over joints, leg lengths.

    The lower body is seen from above the floor below the hips; upper body and torso from the hips themselves, so that a squat beneath
    them does not count.
    """
    if part not in PARTS:
        raise MotionError(f"no graph of the part {part!r}; there are {list_names(tuple(PARTS))}")
    signals = read_signals(motion)
    seen = signals.seen_from_body()
    if part in ("upper", "torso"):
        seen = seen - signals.joint("hips")[:, None] * np.array([0.0, 1.0, 0.0])
    joints = seen[:, [ROLES.index(role) for role in PARTS[part]]]
    speeds = box_mean(rate_of_change(joints), SMOOTH)
    parts = [joints, MOVES * speeds]
    if part in ("whole", "lower"):  # a body in place and one that travels are not alike
        parts.append(MOVES * _travel(signals.joint("hips"), signals.heading)[:, None])
    points = np.concatenate(parts, axis=1).reshape(len(joints), -1)
    return np.asarray(points / np.sqrt(joints.shape[1]), np.float32)


def _travel(hips: NDArray[np.float64], heading: NDArray[np.float64]) -> NDArray[np.float64]:
    """How the hips go along the floor (F, 3), seen from the body, counted as often as there are joints would be too much: twice."""
    from motionloom.enrich.annotation.body_signals import turn_back

    going = box_mean(rate_of_change(hips), SMOOTH) * np.array([1.0, 0.0, 1.0])
    return 2 * turn_back(going[:, None], heading)[:, 0]


def frames_at(seconds: float) -> int:
    """Frames at `RATE`."""
    return round(seconds * RATE)
