"""How hard the whole body is braked, sped up or turned while something carries it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core.gravity import GRAVITY
from motionloom.score.filters import second_differences, smooth_below

CUTOFF = 6.0  # Hz: what a body of that mass can do; steps and landings are slower
# m/s2, below 4 Hz as in `zero_moment`: 98 of 100 frames of captures stay below (28,385 frames at 60 Hz of the developing performers)
USUAL = 4.0


def momentum_excess(com: NDArray[np.float64], support: NDArray[np.bool_], fps: float, leg_length: float) -> NDArray[np.float64]:
    """Level acceleration (F,) of a centre of mass (F, 3) metres below 6 Hz, leg lengths a second squared; 0 where nothing supports."""
    push = second_differences(smooth_below(np.asarray(com, np.float64), CUTOFF, fps), fps)
    return np.where(support, np.hypot(push[:, 0], push[:, 2]) / leg_length, 0.0)


def momentum_error(push: NDArray[np.float64], height: NDArray[np.float64], usual: float = USUAL) -> NDArray[np.float64]:
    """Metres (F,) by which level pushes (F,) m/s2 beyond the usual move the zero moment point of a body `height` (F,) metres high.

    In metres it can be added to the balance error, which does not see a push for as long as nothing is said to carry.
    """
    return np.asarray(np.maximum(push - usual, 0.0) * height / GRAVITY)
