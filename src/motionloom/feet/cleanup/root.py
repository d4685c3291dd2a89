"""How the root gives way so that legs reach: as little as needed, and smoothly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.feet.cleanup.rig import Legs

Array = NDArray[np.float64]


def move_root(legs: Legs, ankles: Array, spans: Array, reach: float, window: int, limit: float) -> Array:
    """Shifts (F, 3) metres of the root after which the ankle targets (F, 2, 3) are in reach, none longer than `limit`.

    spans (2,) metres, lengths of the legs. First along the shortest way, smoothed over `window` frames to either side and never less
    than needed; then straight down for what is still missing, because coming down always helps a leg that stands.
    """
    from motionloom.feet.cleanup._solve import find_drops, find_needs

    nothing = np.zeros((len(legs), 3))
    needs = find_needs(legs, ankles, spans, reach, nothing)
    if not needs.any():
        return nothing
    sizes = np.linalg.norm(needs, axis=1)
    # Averaged twice, so that there is a direction wherever the envelope reaches.
    ways = average(average(needs, window), window)
    lengths = np.linalg.norm(ways, axis=1, keepdims=True)
    shifts = envelope(sizes, window)[:, None] * ways / np.where(lengths > 1e-12, lengths, 1.0)
    drops = find_drops(legs, ankles, spans, reach, shifts)
    shifts[:, 1] -= envelope(drops, window)
    return at_most(shifts, limit)


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

    weights = 1 + np.cos(np.pi * np.arange(-window, window + 1) / (window + 1))
    return np.asarray(convolve1d(values, weights / weights.sum(), axis=0, mode="nearest"))
