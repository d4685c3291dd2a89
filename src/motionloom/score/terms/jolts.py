"""Joints that jump, twitch or tremble: how far they leave their own smoothed paths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.score.filters import cubic_residuals, differences, mean_over, smooth_below
from motionloom.score.terms.base import register
from motionloom.score.tracks import RATE, Tracks
from motionloom.score.twitch import CUTOFF, STEADY

TREMBLED_OVER = 0.25  # seconds


@register("jolt", "joints that leave their paths", "m")
def jolt(tracks: Tracks) -> NDArray[np.float64]:
    """Metres (F,) that the worst joint, seen from the hips, leaves its path below 4 Hz."""
    return np.asarray(_away(tracks)[0].max(axis=1))


@register("twitch", "joints that leave their paths while they are slow", "s")
def twitch(tracks: Tracks) -> NDArray[np.float64]:
    """The same (F,) in seconds of the joint's own movement: a twitch of one joint while it and the rest move slowly."""
    away, speed = _away(tracks)
    return np.asarray((away / (STEADY + speed)).max(axis=1))


@register("jump", "a body that leaves its path", "m")
def jump(tracks: Tracks) -> NDArray[np.float64]:
    """Metres (F,) that the hips leave their path through space below 4 Hz."""
    hips = tracks.place("hips")
    return np.linalg.norm(hips - smooth_below(hips, CUTOFF, RATE), axis=1)


@register("jitter", "trembling from frame to frame", "m")
def jitter(tracks: Tracks) -> NDArray[np.float64]:
    """Metres (F,) by which joints are off the cubic through their neighbours in time, the mean of all over a quarter second."""
    away = cubic_residuals(tracks.joints, 1)
    return mean_over(np.sqrt(np.einsum("frc,frc->fr", away, away)).mean(axis=1), round(TREMBLED_OVER * RATE))


def _away(tracks: Tracks) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far (F, R) metres joints leave their smoothed paths as seen from the hips, and how fast (F, R) m/s they go there."""
    if "away" not in tracks.__dict__:
        seen = tracks.joints - tracks.place("hips")[:, None]
        path = smooth_below(seen, CUTOFF, RATE)
        off, speed = seen - path, differences(path, RATE)
        tracks.__dict__["away"] = tuple(np.sqrt(np.einsum("frc,frc->fr", each, each)) for each in (off, speed))
    found: tuple[NDArray[np.float64], NDArray[np.float64]] = tracks.__dict__["away"]
    return found
