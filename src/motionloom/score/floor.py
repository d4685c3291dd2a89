"""Where the floor is under each point of the feet, frame by frame: floors of captures tilt, climb and sink, and soles are not level."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

LOW_SHARE = 15.0  # percent of planted moments that lie below the floor: toes dig in, noise; feet that hover are fewer than those that stand
MOST_OFFSET = 0.08  # metres between the heights at which two points of the feet stand: some skeletons' soles rise by 7 cm to the toes
USUAL_TILT = 0.02  # metres a metre, of a capture system that was not levelled well
MOST_TILT = 0.03
NOISE = 0.006  # metres
ROUNDS = 8
SAMPLES = 120  # frames at most to find the plane by
FEWEST = 12  # planted frames to find it by
WINDOW = 3.0  # seconds in which somebody has a foot down
LEAST_RISE = 0.03  # metres: a floor that varies less than this over time beside its plane is that plane


def floor_under(feet: NDArray[np.float64], plants: NDArray[np.bool_], rate: float, level: float | None = None) -> NDArray[np.float64]:
    """The height (F, 4) at which each point of feet (F, 4, 3) metres stands, or would; level: the floor's height, where it is known.

    A plane under the points that plants (F, 4) say stand, with one height for each point, and what is left of slow climbing as a low
    percentile over three seconds.
    """
    standing = plants if plants.any(axis=1).sum() >= FEWEST else _lowest(feet)
    if level is not None:
        above = np.where(standing, feet[..., 1] - level, np.inf)
        offsets = np.sort(above, axis=0)[(standing.sum(axis=0) * LOW_SHARE / 100).astype(np.intp), np.arange(4)]
        return np.asarray(level + np.broadcast_to(np.where(standing.any(axis=0), np.clip(offsets, 0.0, MOST_OFFSET), 0.0), above.shape))
    step = max(1, len(feet) // SAMPLES)
    some, which = (feet[::step], standing[::step]) if standing[::step].any() else (feet, standing)
    heights, tilt, origin = _fit_plane(some, which)
    base = float(heights[which.any(axis=0)].min())
    offsets = np.where(which.any(axis=0), np.clip(heights - base, 0.0, MOST_OFFSET), 0.0)
    floor = base + offsets + (feet[..., [0, 2]] - origin) @ tilt
    if len(feet) > WINDOW * rate:
        floor += _climb((feet[..., 1] - floor), standing, rate)[:, None]
    return np.asarray(floor)


def _lowest(feet: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Where (F, 4) a point is the lowest of its frame: what is known of the floor where nothing is planted."""
    heights = feet[..., 1]
    return np.asarray(heights == heights.min(axis=1, keepdims=True))


def _fit_plane(
    feet: NDArray[np.float64], standing: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The height (4,) each point stands at, how many metres a metre (2,) the floor rises along x and z, and the place (2,) about which.

    A regression of the low percentile (pinball loss, by reweighted least squares) that prefers a level floor.
    """
    frame, point = np.nonzero(standing)
    at, heights = feet[frame, point][:, [0, 2]], feet[frame, point, 1]
    origin = at.mean(axis=0)
    places = np.concatenate([np.eye(4)[point], at - origin], axis=1)
    share, low = LOW_SHARE / 100, float(np.percentile(heights, LOW_SHARE))
    found = np.array([low, low, low, low, 0.0, 0.0])
    stiff = np.diag([1e-6] * 4 + [NOISE / USUAL_TILT**2 * 0.02 * len(heights)] * 2)
    for _ in range(ROUNDS):
        over = heights - places @ found
        weighted = places * (np.where(over > 0, share, 1 - share) / np.maximum(np.abs(over), NOISE))[:, None]
        found = np.linalg.solve(weighted.T @ places + stiff, weighted.T @ heights)
    steep = float(np.hypot(found[4], found[5]))
    return found[:4], found[4:] * min(1.0, MOST_TILT / max(steep, 1e-9)), origin


def _climb(above: NDArray[np.float64], standing: NDArray[np.bool_], rate: float) -> NDArray[np.float64]:
    """How far (F,) the floor lies above its plane: 0 unless stretches of three seconds disagree by more than noise."""
    frames, half = len(above), round(WINDOW / 2 * rate)
    lowest = np.where(standing, above, np.inf).min(axis=1)
    middles = np.linspace(half, frames - half, max(2, round(frames / half))).round().astype(int)
    found = np.zeros(len(middles))
    for n, at in enumerate(middles):
        part = lowest[at - half : at + half]
        part = part[np.isfinite(part)]
        found[n] = np.percentile(part, LOW_SHARE) if len(part) else 0.0
    if np.ptp(found) < LEAST_RISE:
        return np.zeros(frames)
    return np.asarray(np.interp(np.arange(frames), middles, found))
