"""Filters of finite reach at one rate: what is said of a moment rests on the tenths of a second about it and on nothing else."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

REACH = 3.0  # standard deviations that a smoothing kernel reaches
HALF_POWER = 0.1325  # the standard deviation in seconds of a Gaussian that halves the power of 1 Hz


def smooth_below(values: NDArray[np.float64], cutoff: float, rate: float) -> NDArray[np.float64]:
    """Values (F, ...) without what is faster than `cutoff` Hz: a Gaussian that halves the power there; ends go on straight."""
    return _correlate(values, _gaussian(cutoff, rate))


def differences(values: NDArray[np.float64], rate: float) -> NDArray[np.float64]:
    """Change a second (F, ...) over one frame each way; one-sided at the ends."""
    if len(values) < 2:
        return np.zeros_like(values)
    out = np.empty_like(values)
    np.subtract(values[2:], values[:-2], out=out[1:-1])
    out[1:-1] *= rate / 2
    out[0], out[-1] = (values[1] - values[0]) * rate, (values[-1] - values[-2]) * rate
    return out


def second_differences(values: NDArray[np.float64], rate: float) -> NDArray[np.float64]:
    """Change a second squared (F, ...) over one frame each way; 0 at the ends, where it is not known."""
    out = np.zeros_like(values)
    if len(values) > 2:
        out[1:-1] = (values[2:] - 2 * values[1:-1] + values[:-2]) * rate**2
    return out


def cubic_residuals(values: NDArray[np.float64], apart: int) -> NDArray[np.float64]:
    """How far values (F, ...) lie from the cubic through those one and two times `apart` frames before and after; 0 near the ends."""
    out, k = np.zeros_like(values), apart
    if len(values) > 4 * k:
        near, far = values[k : -3 * k] + values[3 * k : -k], values[: -4 * k] + values[4 * k :]
        out[2 * k : -2 * k] = values[2 * k : -2 * k] - (4 * near - far) / 6
    return out


def sharp_part(values: NDArray[np.float64], near: int, far: int) -> NDArray[np.float64]:
    """By how much the worst of values (F, N) stands above all between `near` and `far` frames before it and after it (F,)."""
    from motionloom.score import _term_kernels

    out = np.empty(len(values))
    _term_kernels.sharpest(np.ascontiguousarray(values), near, far, out)
    return out


def mean_over(values: NDArray[np.float64], frames: int) -> NDArray[np.float64]:
    """A moving mean (F, ...) over so many frames about each frame; ends repeat."""
    size = max(1, frames)
    total = np.cumsum(_repeat_ends(values, size // 2 + 1, (size - 1) // 2), axis=0)
    return np.asarray((total[size:] - total[:-size]) / size)


def least_over(values: NDArray[Any], reach: int) -> NDArray[Any]:
    """The least (F, ...) of values within `reach` frames of each frame; ends repeat."""
    from numpy.lib.stride_tricks import sliding_window_view

    return np.asarray(sliding_window_view(_repeat_ends(values, reach, reach), 2 * reach + 1, axis=0).min(axis=-1))


def _repeat_ends(values: NDArray[Any], before: int, after: int) -> NDArray[Any]:
    return np.concatenate([np.repeat(values[:1], before, axis=0), values, np.repeat(values[-1:], after, axis=0)])


def without_ends(values: NDArray[np.float64], frames: int) -> NDArray[np.float64]:
    """Values (F,) with 0 in so many frames at each end, of a quarter of them at most."""
    end, out = min(frames, len(values) // 4), values.copy()
    out[:end] = out[len(out) - end :] = 0.0
    return out


@lru_cache(maxsize=32)
def _gaussian(cutoff: float, rate: float) -> NDArray[np.float64]:
    deviation = HALF_POWER / cutoff * rate
    at = np.arange(-round(REACH * deviation), round(REACH * deviation) + 1)
    kernel = np.exp(-0.5 * (at / deviation) ** 2)
    return np.asarray(kernel / kernel.sum())


def lengths(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Lengths (F, N) of vectors (F, N, 3)."""
    from motionloom.score import _term_kernels

    out = np.empty(vectors.shape[:2])
    _term_kernels.lengths(vectors, out)
    return out


def _correlate(values: NDArray[np.float64], kernel: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values (F, ...) weighted by a kernel about each frame, continued beyond the ends by a half turn about them."""
    from motionloom.score import _term_kernels

    flat = np.ascontiguousarray(values).reshape(len(values), -1)
    out = np.empty_like(flat)
    _term_kernels.correlate(flat, kernel, out)
    return out.reshape(values.shape)
