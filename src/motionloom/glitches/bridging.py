"""Frames put anew from those around them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion

RAMP = 0.05  # seconds over which smoothing sets in and ends
WIDTH = 0.0125  # seconds, the standard deviation of smoothing: 30 Hz falls to 6 %, 5 Hz to 93 %


def bridge(motion: Motion, spans: Iterable[tuple[int, int]]) -> Motion:
    """The motion with these frames interpolated from all others, with steady velocity and acceleration; the others stay, to the byte."""
    from scipy.interpolate import CubicSpline

    bad = np.unique(np.concatenate([np.arange(start, stop) for start, stop in spans]))
    good = np.setdiff1d(np.arange(len(motion)), bad)
    rotations, roots = quaternion.make_continuous(motion.rotations.astype(np.float64)), motion.root_positions.astype(np.float64)
    for values in (rotations, roots):
        values[bad] = CubicSpline(good, values[good])(bad)
    return with_frames(motion, bad, quaternion.normalise(rotations), roots)


def smooth(motion: Motion, spans: Iterable[tuple[int, int]]) -> Motion:
    """The motion with what is faster than some 20 Hz taken out of these frames; the others stay, to the byte."""
    reach = int(np.ceil(4 * WIDTH * motion.fps))
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / (WIDTH * motion.fps)) ** 2)
    kernel /= kernel.sum()
    rotations, roots = quaternion.make_continuous(motion.rotations.astype(np.float64)), motion.root_positions.astype(np.float64)
    smoothed = [_convolve(values, kernel) for values in (rotations, roots)]
    weights = np.zeros(len(motion))
    for start, stop in spans:
        weights[start:stop] = np.maximum(weights[start:stop], _fade(start, stop, len(motion), motion.fps))
    frames = np.flatnonzero(weights)
    mixed = [
        values + weights.reshape(-1, *[1] * (values.ndim - 1)) * (soft - values)
        for values, soft in zip((rotations, roots), smoothed, strict=True)
    ]
    return with_frames(motion, frames, quaternion.normalise(mixed[0]), mixed[1])


def with_frames(motion: Motion, frames: NDArray[np.intp], rotations: NDArray[np.float64], roots: NDArray[np.float64]) -> Motion:
    """The motion with the named frames of other rotations (F, J, 4) and root positions (F, 3); the others stay, to the byte."""
    turned, moved = motion.rotations.copy(), motion.root_positions.copy()
    turned[frames], moved[frames] = rotations[frames], roots[frames]
    return motion.with_arrays(turned, moved)


def _fade(start: int, stop: int, frames: int, fps: float) -> NDArray[np.float64]:
    """How much of the smoothed motion each frame of a span takes (N,); all of it at an end of the motion."""
    ramp, at = max(1.0, RAMP * fps), np.arange(start, stop)
    inwards = np.minimum(np.inf if start == 0 else at - start + 1.0, np.inf if stop == frames else stop - at)
    share = np.clip(inwards / ramp, 0.0, 1.0)
    return np.asarray(share * share * (3 - 2 * share))


def _convolve(values: NDArray[np.float64], kernel: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values (F, ...) under a kernel of odd length; beyond an end they go on as they came, turned about that end."""
    reach, flat = len(kernel) // 2, values.reshape(len(values), -1)
    inner = np.minimum(np.arange(1, reach + 1), len(flat) - 1)
    longer = np.concatenate([2 * flat[0] - flat[inner[::-1]], flat, 2 * flat[-1] - flat[-1 - inner]])
    windows = np.lib.stride_tricks.sliding_window_view(longer, len(kernel), axis=0)
    return np.asarray(windows @ kernel).reshape(values.shape)
