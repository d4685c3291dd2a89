"""Joints that jump, twitch or tremble: how far they leave their own smoothed paths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.score.filters import cubic_residuals, differences, mean_over
from motionloom.score.terms.base import register
from motionloom.score.tracks import RATE, Tracks
from motionloom.score.twitch import STEADY

TREMBLED_OVER = 0.25  # seconds


@register("jolt", "joints that leave their paths", "m", lively=True)
def jolt(tracks: Tracks) -> NDArray[np.float64]:
    """Metres (F,) that the worst joint, seen from the hips, leaves its path below 4 Hz."""
    return np.asarray(_away(tracks)[0].max(axis=1))


@register("twitch", "joints that leave their paths while they are slow", "s", lively=True)
def twitch(tracks: Tracks) -> NDArray[np.float64]:
    """The same (F,) in seconds of the joint's own movement: a twitch of one joint while it and the rest move slowly."""
    away, speed = _away(tracks)
    return np.asarray((away / (STEADY + speed)).max(axis=1))


@register("jitter", "trembling from frame to frame", "m")
def jitter(tracks: Tracks) -> NDArray[np.float64]:
    """Metres (F,) by which joints are off the cubic through their neighbours in time, the mean of all over a quarter second."""
    away = cubic_residuals(tracks.joints, 1)
    return mean_over(np.sqrt(np.einsum("frc,frc->fr", away, away)).mean(axis=1), round(TREMBLED_OVER * RATE))


def _away(tracks: Tracks) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far (F, R) metres joints leave their smoothed paths as seen from the hips, and how fast (F, R) m/s they go there."""
    path, seen = tracks.paths, tracks.seen
    off, speed = seen - path, differences(path, RATE)
    return np.sqrt(np.einsum("frc,frc->fr", off, off)), np.sqrt(np.einsum("frc,frc->fr", speed, speed))
