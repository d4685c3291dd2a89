"""Joints that jump, twitch or tremble: how far they leave their own smoothed paths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.score.filters import cubic_residuals, differences, lengths, mean_over
from motionloom.score.terms.base import register
from motionloom.score.tracks import RATE, Tracks
from motionloom.score.twitch import STEADY

TREMBLED_OVER = 0.25  # seconds


@register("jolt", "joints that leave their paths", "m", lively=True)
def jolt(tracks: Tracks) -> NDArray[np.float64]:
    """Metres (F,) that the worst joint, seen from the hips, leaves its path below 4 Hz."""
    return np.asarray(lengths(tracks.seen - tracks.paths).max(axis=1))


@register("twitch", "joints that leave their paths while they are slow", "s", lively=True)
def twitch(tracks: Tracks) -> NDArray[np.float64]:
    """The same (F,) in seconds of the joint's own movement: a twitch of one joint while it and the rest move slowly."""
    away, speed = lengths(tracks.seen - tracks.paths), lengths(differences(tracks.paths, RATE))
    return np.asarray((away / (STEADY + speed)).max(axis=1))


@register("jitter", "trembling from frame to frame", "m", weight=0.5)
def jitter(tracks: Tracks) -> NDArray[np.float64]:
    """Metres (F,) by which joints are off the cubic through their neighbours in time, the mean of all over a quarter second."""
    return mean_over(lengths(cubic_residuals(tracks.joints, 1)).mean(axis=1), round(TREMBLED_OVER * RATE))
