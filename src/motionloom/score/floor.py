"""Where the floor is under each point of the feet, frame by frame: floors of captures climb and sink, and soles are not level."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

WINDOW = 3.0  # seconds in which somebody has a foot down
LOW_SHARE = 10.0  # percent of frames whose lowest point lies below the floor: toes that dig in, noise
LEAST_RISE = 0.03  # metres: a floor that varies less than this over time is level
MOST_OFFSET = 0.04  # metres between the heights at which two points of the feet stand


def floor_under(feet: NDArray[np.float64], rate: float, level: float | None = None) -> NDArray[np.float64]:
    """The height (F, 4) at which each point of feet (F, 4, 3) metres stands, or would; level: the floor's height, where it is known."""
    heights = feet[..., 1]
    lowest = heights.min(axis=1)
    common = _follow(lowest, rate) if level is None else np.full(len(feet), level)
    offsets = np.percentile(heights - common[:, None], LOW_SHARE, axis=0)
    return np.asarray(common[:, None] + np.clip(offsets, 0.0, MOST_OFFSET))


def _follow(lowest: NDArray[np.float64], rate: float) -> NDArray[np.float64]:
    """The floor (F,) under the lowest point: level unless stretches of three seconds disagree by more than noise."""
    frames, half = len(lowest), round(WINDOW / 2 * rate)
    level = float(np.percentile(lowest, LOW_SHARE))
    if frames <= 2 * half:
        return np.full(frames, level)
    middles = np.linspace(half, frames - half, max(2, round(frames / half))).round().astype(int)
    found = np.array([np.percentile(lowest[at - half : at + half], LOW_SHARE) for at in middles])
    if np.ptp(found) < LEAST_RISE:
        return np.full(frames, level)
    return np.asarray(np.interp(np.arange(frames), middles, found))
