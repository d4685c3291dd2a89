"""Differences over a fixed time, not over a frame, so that the same motion at 120 and at 60 Hz gives the same numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

STEP = 1 / 60  # seconds: short enough for a knee that pops for 30 ms, long enough that the noise of captures does not drown it


def stride_of(fps: float, step: float = STEP) -> int:
    """How many frames are nearest to a step of time, at least one."""
    return max(1, round(step * fps))


def velocity(values: NDArray[Any], fps: float, stride: int) -> NDArray[np.float64]:
    """Change a second (F, ...) over one stride about each frame; nan where the stride leaves the clip."""
    out = np.full(values.shape, np.nan)
    count = len(values) - stride
    if count > 0:
        lead = (stride + 1) // 2
        np.subtract(values[stride:], values[:-stride], out=out[lead : lead + count])
        out *= fps / stride
    return out


def acceleration(values: NDArray[Any], fps: float, stride: int) -> NDArray[np.float64]:
    """Change a second squared (F, ...) over one stride each way; nan where a stride leaves the clip."""
    out = np.full(values.shape, np.nan)
    if len(values) > 2 * stride:
        inner = out[stride:-stride]
        np.add(values[2 * stride :], values[: -2 * stride], out=inner)
        inner -= 2 * values[stride:-stride]
        inner *= (fps / stride) ** 2
    return out


def length(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Euclidean length over the last axis, of three; quicker than numpy.linalg.norm."""
    return np.sqrt(np.einsum("...c,...c->...", vectors, vectors))


def mean_over(values: NDArray[np.float64], frames: int) -> NDArray[np.float64]:
    """A moving mean (F, ...) over so many frames about each frame, over fewer at the ends; nan counts as zero."""
    half = max(0, frames // 2)
    filled = np.nan_to_num(values, nan=0.0)
    total = np.concatenate([np.zeros_like(filled[:1]), np.cumsum(filled, axis=0)])
    at = np.arange(len(values))
    first, last = np.maximum(at - half, 0), np.minimum(at + half + 1, len(values))
    spans = (last - first).reshape(-1, *[1] * (values.ndim - 1))
    return np.asarray((total[last] - total[first]) / spans)
