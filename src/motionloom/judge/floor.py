"""Where the floor is under each point of the feet: captures stand off zero, climb or sink slowly, and their soles are not level."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

WINDOW = 2.0  # seconds in which somebody who is not sitting has a foot down
KNOTS = 0.5  # seconds between two estimates
LOW_SHARE = 10.0  # percent of frames whose lowest point lies below the floor: toes that dig in, noise
LEAST_SLOPE = 0.012  # leg lengths: a floor that varies less than this is level
MOST_ABOVE_HIPS = 0.06  # leg lengths that the floor may rise more than the hips do: feet put up on something are no floor
MOST_OFFSET = 0.045  # leg lengths between the heights at which two points of the feet stand


def estimate_floor(heights: NDArray[np.float64], hips: NDArray[np.float64], fps: float, leg: float) -> NDArray[np.float64]:
    """The height (F, P) metres at which each point stands, or would, frame by frame.

    heights (F, P) metres of the points of the feet; hips (F,) metres. One floor for all points, a low percentile over two seconds,
    and one offset for each point, since heel and toe of a skeleton rarely lie on one sole.
    """
    lowest = heights.min(axis=1)
    common = _follow(lowest, hips, fps, leg)
    offsets = np.percentile(heights - common[:, None], LOW_SHARE, axis=0)
    return common[:, None] + np.clip(offsets, 0.0, MOST_OFFSET * leg)


def _follow(lowest: NDArray[np.float64], hips: NDArray[np.float64], fps: float, leg: float) -> NDArray[np.float64]:
    """The floor (F,) under the lowest point: level unless two-second windows disagree by more than noise."""
    frames = len(lowest)
    level = float(np.percentile(lowest, LOW_SHARE))
    half = round(WINDOW / 2 * fps)
    if frames <= 2 * half:
        return np.full(frames, level)
    count = max(2, round(frames / (KNOTS * fps)))
    middles = np.linspace(half, frames - half, count).round().astype(int)
    found = np.array([np.percentile(lowest[at - half : at + half], LOW_SHARE) for at in middles])
    rise = np.array([np.median(hips[at - half : at + half]) for at in middles]) - np.median(hips)
    found = np.minimum(found, level + np.maximum(rise, 0.0) + MOST_ABOVE_HIPS * leg)
    found = _median_of_three(found)
    if np.ptp(found) < LEAST_SLOPE * leg:
        return np.full(frames, level)
    return np.interp(np.arange(frames), middles, found)


def _median_of_three(values: NDArray[np.float64]) -> NDArray[np.float64]:
    padded = np.concatenate([values[:1], values, values[-1:]])
    return np.median(np.stack([padded[:-2], padded[1:-1], padded[2:]]), axis=0)
