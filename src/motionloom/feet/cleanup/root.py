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
    from scipy.ndimage import maximum_filter1d

    return average(maximum_filter1d(values, 2 * window + 1, mode="nearest"), window)


def average(values: Array, window: int) -> Array:
    """values (F, ...) averaged over `window` frames to either side, nearer ones counting more."""
    from scipy.ndimage import convolve1d

    return np.asarray(convolve1d(values, _weights(window), axis=0, mode="nearest"))


@lru_cache(maxsize=32)
def _weights(window: int) -> Array:
    """The shares (2 * window + 1,) of an average."""
    weights = 1 + np.cos(np.pi * np.arange(-window, window + 1) / (window + 1))
    return np.asarray(weights / weights.sum())
