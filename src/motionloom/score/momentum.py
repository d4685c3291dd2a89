"""How hard the whole body is braked, sped up or turned while something carries it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.score.filters import second_differences, smooth_below

CUTOFF = 6.0  # Hz: what a body of that mass can do; steps and landings are slower


def momentum_excess(com: NDArray[np.float64], support: NDArray[np.bool_], fps: float, leg_length: float) -> NDArray[np.float64]:
    """Level acceleration (F,) of a centre of mass (F, 3) metres below 6 Hz, leg lengths a second squared; 0 where nothing supports."""
    push = second_differences(smooth_below(np.asarray(com, np.float64), CUTOFF, fps), fps)
    return np.where(support, np.hypot(push[:, 0], push[:, 2]) / leg_length, 0.0)
