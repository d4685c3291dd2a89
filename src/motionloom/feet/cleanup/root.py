"""How the root gives way so that legs reach: as little as needed, and smoothly."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.feet.cleanup.rig import Legs

Array = NDArray[np.float64]


def lower_root(legs: Legs, ankles: Array, spans: Array, reach: float, window: int) -> Array:
    """Shifts (F, 3) metres of the root, straight down, for ankles (F, 2, 3) that are out of reach; smooth, never less than needed."""
    from motionloom.feet.cleanup._solve import find_drops

    lowered = np.zeros((len(legs), 3))
    drops = find_drops(legs, ankles, spans, reach, lowered)
    if drops.any():
        lowered[:, 1] -= envelope(drops, window)
    return lowered


def at_most(shifts: Array, limit: float) -> Array:
    """shifts (F, 3), none longer than `limit`."""
    total = np.linalg.norm(shifts, axis=1, keepdims=True)
    return np.asarray(shifts * np.minimum(1.0, limit / np.maximum(total, 1e-12)))


def envelope(values: Array, window: int) -> Array:
    """A smooth curve (F,) nowhere below values (F,) >= 0: the largest within `window` frames, averaged over as many."""
    from motionloom.feet.cleanup._filters import envelope_into

    out = np.empty((len(values), 1))
    envelope_into(np.ascontiguousarray(values, np.float64).reshape(-1, 1), average_weights(window), out)
    return out[:, 0]


def average(values: Array, window: int) -> Array:
    """values (F, ...) averaged over `window` frames to either side, nearer ones counting more."""
    from motionloom.feet.cleanup._filters import average_into

    out = np.empty((len(values), values[0].size if len(values) else 0))
    average_into(np.ascontiguousarray(values, np.float64).reshape(out.shape), average_weights(window), out)
    return out.reshape(values.shape)


@lru_cache(maxsize=32)
def average_weights(window: int) -> Array:
    """The shares (2 * window + 1,) of an average."""
    weights = 1 + np.cos(np.pi * np.arange(-window, window + 1) / (window + 1))
    return np.asarray(weights / weights.sum())
