"""The deviation from a wanted heading, filtered by a critically damped spring (paper 001 equation 6.6), in closed form."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
STIFFNESS = 12.0  # of the spring, radians a second: k_s is its square, k_d twice it


def wrap(angles: Floats) -> Floats:
    """The same angles from -pi to pi."""
    return np.asarray(angles - 2 * np.pi * np.floor(angles / (2 * np.pi) + 0.5))


def filter_deviation(value: Floats, rate: Floats, deviation: Floats, dt: float, stiffness: float = STIFFNESS) -> tuple[Floats, Floats]:
    """Filtered deviations (N,) and their rates (N,) after dt seconds in which the deviation (N,) is as it is; any dt is stable."""
    off = wrap(value - deviation)
    pull, fade = rate + stiffness * off, np.exp(-stiffness * dt)
    return deviation + (off + pull * dt) * fade, (rate - pull * stiffness * dt) * fade
