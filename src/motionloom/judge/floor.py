"""Where the floor is under each point of the feet: floors of captures lie off zero, tilt, climb or sink, and soles are not level."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

WINDOW = 2.0  # seconds in which somebody who is not sitting has a foot down
KNOTS = 0.5  # seconds between two estimates
SAMPLES = 30.0  # a second, to find the tilt by
LOW_SHARE = 10.0  # percent of frames whose lowest point lies below the floor: toes that dig in, noise
LEAST_RISE = 0.012  # leg lengths: a floor that varies less than this over time is one plane
MOST_ABOVE_HIPS = 0.06  # leg lengths that the floor may rise more than the hips do: feet put up on something are no floor
MOST_OFFSET = 0.045  # leg lengths between the heights at which two points of the feet stand
USUAL_TILT = 0.02  # metres a metre, of a capture system that was not levelled well
NOISE = 0.006  # leg lengths
ROUNDS = 12


def estimate_floor(feet: NDArray[np.float64], hips: NDArray[np.float64], fps: float, leg: float) -> NDArray[np.float64]:
    """The height (F, P) metres at which each point stands, or would, frame by frame.

    feet (F, P, 3) metres, world; hips (F,) metres, their height. A plane under the lowest points, what is left of slow climbing as a
    low percentile over two seconds, and one offset for each point, since heel and toe of a skeleton rarely lie on one sole.
    """
    heights = feet[..., 1]
    lowest = np.argmin(heights, axis=1)
    below = np.take_along_axis(feet, lowest[:, None, None], axis=1)[:, 0]
    tilt, origin = _fit_tilt(below[:: max(1, int(fps / SAMPLES))], leg)
    plane = (feet[..., [0, 2]] - origin) @ tilt
    common = _follow((heights - plane).min(axis=1), hips, fps, leg)[:, None] + plane
    offsets = np.percentile(heights - common, LOW_SHARE, axis=0)
    return common + np.clip(offsets, 0.0, MOST_OFFSET * leg)


def _fit_tilt(points: NDArray[np.float64], leg: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How many metres a metre (2,) the floor rises along x and z, and the place (2,) about which.

    A regression of the low percentile (pinball loss, by reweighted least squares) that prefers a level floor.
    """
    origin = points[:, [0, 2]].mean(axis=0)
    places = np.column_stack([np.ones(len(points)), points[:, [0, 2]] - origin])
    heights = points[:, 1]
    noise, share = NOISE * leg, LOW_SHARE / 100
    found = np.array([np.percentile(heights, LOW_SHARE), 0.0, 0.0])
    stiff = np.diag([0.0, 1.0, 1.0]) * noise / USUAL_TILT**2 * 0.02 * len(points)
    for _ in range(ROUNDS):
        over = heights - places @ found
        weights = np.where(over > 0, share, 1 - share) / np.maximum(np.abs(over), noise)
        weighted = places * weights[:, None]
        found = np.linalg.solve(weighted.T @ places + stiff, weighted.T @ heights)
    return found[1:], origin


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
    if np.ptp(found) < LEAST_RISE * leg:
        return np.full(frames, level)
    return np.interp(np.arange(frames), middles, found)


def _median_of_three(values: NDArray[np.float64]) -> NDArray[np.float64]:
    padded = np.concatenate([values[:1], values, values[-1:]])
    return np.median(np.stack([padded[:-2], padded[1:-1], padded[2:]]), axis=0)
