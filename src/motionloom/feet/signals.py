"""What the detectors look at: how high the heels and toes are and how fast they move."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.feet.floor import Floor, find_floor

SPEED_SPAN = 1 / 30  # seconds over which a speed is taken, at any frame rate: shorter ones measure a capture's noise


@dataclass(frozen=True, eq=False)
class FootSignals:
    """Heights and speeds of the four points of `plants.POINTS`, scaled so that one threshold serves all bodies.

    points (F, 4, 3) metres, world; heights (F, 4) leg lengths above the floor;
    speeds (F, 4) leg lengths a second; rises (F, 4) the vertical part of it, signed.
    """

    points: NDArray[np.float64]
    heights: NDArray[np.float64]
    speeds: NDArray[np.float64]
    rises: NDArray[np.float64]
    fps: float
    leg_length: float
    floor: Floor

    def __len__(self) -> int:
        return len(self.points)


def measure(motion: Motion) -> FootSignals:
    """The foot signals of a motion."""
    body = body_of(motion.skeleton)
    points = motion.points(body.foot_joints, body.foot_offsets).astype(np.float64)
    velocities = differentiate_over(points, motion.fps, SPEED_SPAN)
    leg = float(body.leg_length)
    speeds = np.linalg.norm(velocities, axis=-1) / leg
    floor = find_floor(points, speeds, leg)
    heights = (points[..., 1] - floor.under(points)) / leg
    return FootSignals(points, heights, speeds, velocities[..., 1] / leg, motion.fps, leg, floor)


def differentiate_over(values: NDArray[np.float64], fps: float, span: float) -> NDArray[np.float64]:
    """Derivative per second of values (F, ...) by differences over `span` seconds, shorter at the borders."""
    reach = max(span * fps / 2, 0.5)
    frames = np.arange(len(values), dtype=float)
    before, after = np.clip(frames - reach, 0, len(values) - 1), np.clip(frames + reach, 0, len(values) - 1)
    rise = sample_at(values, after) - sample_at(values, before)
    elapsed = np.maximum((after - before) / fps, 1e-9)
    return np.asarray(rise / elapsed.reshape(-1, *[1] * (values.ndim - 1)))


def sample_at(values: NDArray[np.float64], frames: NDArray[np.float64]) -> NDArray[np.float64]:
    """values (F, ...) at fractional frames (N,), linearly between neighbours; frames lie within the clip."""
    low = np.clip(np.floor(frames).astype(int), 0, max(len(values) - 2, 0))
    high = np.minimum(low + 1, len(values) - 1)
    share = (frames - low).reshape(-1, *[1] * (values.ndim - 1))
    return np.asarray(values[low] * (1 - share) + values[high] * share)
