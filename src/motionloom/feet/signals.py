"""What the detectors look at: how high the heels and toes are above where they rest, and how fast they move."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.markers import is_markers
from motionloom.feet.floor import Floor, find_floor
from motionloom.feet.marked_feet import foot_points_of_markers

SPEED_SPAN = 1 / 30  # seconds over which a speed is taken, at any frame rate: shorter ones measure a capture's noise
SMOOTHING = 0.015  # seconds, standard deviation: takes marker jitter out and leaves the borders of plants where they are
# A point's resting height: the median over the frames in which it is slow and near the lowest it gets.
REST_SPEED = 0.2  # leg lengths a second
REST_TOP = 0.06  # leg lengths above the floor: whatever is slow up there does not stand
REST_BAND = 0.025  # leg lengths above the low percentile: a heel that hovers has no say
REST_PERCENTILE = 5.0
REST_LIMITS = (-0.03, 0.04)  # leg lengths between which a resting height may lie


@dataclass(frozen=True, eq=False)
class FootSignals:
    """Heights and speeds of the four points of `plants.POINTS`, scaled so that one threshold serves all bodies.

    points (F, 4, 3) metres, world, smoothed a little; heights (F, 4) leg lengths above where the point rests when it stands on the floor;
    speeds (F, 4) leg lengths a second; rises (F, 4) the vertical part of it, signed; rests (4,) leg lengths above the floor.
    """

    points: NDArray[np.float64]
    heights: NDArray[np.float64]
    speeds: NDArray[np.float64]
    rises: NDArray[np.float64]
    rests: NDArray[np.float64]
    floor: Floor
    fps: float
    leg_length: float

    def __len__(self) -> int:
        return len(self.points)


def measure(motion: Motion) -> FootSignals:
    """The foot signals of a motion; of markers by those on heels and toes."""
    if is_markers(motion.skeleton):
        return measure_points(*foot_points_of_markers(motion), motion.fps)
    body = body_of(motion.skeleton)
    return measure_points(motion.points(body.foot_joints, body.foot_offsets), float(body.leg_length), motion.fps)


def measure_points(places: NDArray[np.floating], leg: float, fps: float) -> FootSignals:
    """The foot signals of heels and toes at places (F, 4, 3) metres, on legs of that length in metres."""
    points = smooth(places.astype(np.float64), fps, SMOOTHING)
    velocities = differentiate_over(points, fps, SPEED_SPAN)
    speeds = np.sqrt(np.einsum("fpc,fpc->fp", velocities, velocities)) / leg
    floor = find_floor(points, speeds, leg)
    above = (points[..., 1] - floor.under(points)) / leg
    rests = resting_heights(above, speeds)
    return FootSignals(points, above - rests, speeds, velocities[..., 1] / leg, rests, floor, fps, leg)


def smooth(values: NDArray[np.float64], fps: float, seconds: float) -> NDArray[np.float64]:
    """values (F, ...) under a Gaussian of that deviation; beyond the borders they go on as if reflected through the last one."""
    from scipy.ndimage import convolve1d

    width = seconds * fps
    reach = min(int(np.ceil(4 * width)), len(values) - 1)
    if reach < 1:
        return values
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / width) ** 2)
    before, after = 2 * values[0] - values[reach:0:-1], 2 * values[-1] - values[-2 : -reach - 2 : -1]
    padded = np.concatenate([before, values, after])
    return np.asarray(convolve1d(padded, kernel / kernel.sum(), axis=0)[reach:-reach])


def resting_heights(heights: NDArray[np.float64], speeds: NDArray[np.float64]) -> NDArray[np.float64]:
    """How high above the floor each point (4,) lies when it rests on it, from heights and speeds (F, 4), all in leg lengths.

    Skeletons and marker sets put heels and toes centimetres off the true sole: toes sink into the floor, heels float above it.
    """
    rests = np.zeros(heights.shape[1])
    for point in range(len(rests)):
        slow = heights[(speeds[:, point] < REST_SPEED) & (heights[:, point] < REST_TOP), point]
        if len(slow) >= 4:
            low = np.percentile(slow, REST_PERCENTILE)
            rests[point] = np.clip(np.median(slow[slow < low + REST_BAND]), *REST_LIMITS)
    return rests


def differentiate_over(values: NDArray[np.float64], fps: float, span: float) -> NDArray[np.float64]:
    """Derivative per second of values (F, ...) by differences over `span` seconds, shorter at the borders."""
    reach = max(span * fps / 2, 0.5)
    frames = np.arange(len(values), dtype=float)
    before, after = np.clip(frames - reach, 0, len(values) - 1), np.clip(frames + reach, 0, len(values) - 1)
    if reach == int(reach):  # whole frames: the same, many times faster
        whole = int(reach)
        padded = np.pad(values, ((whole, whole), *[(0, 0)] * (values.ndim - 1)), mode="edge")
        rise = padded[2 * whole :] - padded[: -2 * whole]
    else:
        rise = sample_at(values, after) - sample_at(values, before)
    elapsed = np.maximum((after - before) / fps, 1e-9)
    return np.asarray(rise / elapsed.reshape(-1, *[1] * (values.ndim - 1)))


def sample_at(values: NDArray[np.float64], frames: NDArray[np.float64]) -> NDArray[np.float64]:
    """values (F, ...) at fractional frames (N,), linearly between neighbours; frames lie within the clip."""
    low = np.clip(np.floor(frames).astype(int), 0, max(len(values) - 2, 0))
    share = (frames - low).reshape(-1, *[1] * (values.ndim - 1))
    if not share.any():
        return np.asarray(values[low])
    high = np.minimum(low + 1, len(values) - 1)
    return np.asarray(values[low] * (1 - share) + values[high] * share)
