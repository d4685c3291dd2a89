"""Joints that flip: how fast each turns in its parent."""

from __future__ import annotations

import numpy as np

from motionloom.judge.measure import Measure, Reading, register
from motionloom.judge.take import Take


def read(take: Take) -> Reading:
    """Radians a second (F, R) by which each joint with a role turns, over a step."""
    turns = take.motion.rotations[:, list(take.body.roles.values())].astype(np.float64)
    values = np.full(turns.shape[:2], np.nan)
    stride, count = take.stride, len(turns) - take.stride
    if count > 0:
        lead = (stride + 1) // 2
        # From the chord between the two quaternions: the arc cosine of their product is worth nothing for small angles.
        chord = np.minimum(_norm(turns[stride:] - turns[:-stride]), _norm(turns[stride:] + turns[:-stride]))
        values[lead : lead + count] = 4 * np.arcsin(np.minimum(chord / 2, 1.0)) * take.fps / stride
    return Reading(values, take.roles)


def _norm(quaternions: np.ndarray) -> np.ndarray:
    return np.asarray(np.sqrt(np.einsum("fjc,fjc->fj", quaternions, quaternions)))


MEASURE = register(Measure("flip", "how fast joints turn", "rad/s", read, ("p99.9", "max", "spikes")))
