"""Is the body braked, sped up or turned harder than people are? The level acceleration of its centre of mass, without noise.

The zero moment point alone does not see it: between two plants, where nothing is said to carry, a runner may stop dead and be in balance.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core.gravity import GRAVITY
from motionloom.core.kinematics import differentiate
from motionloom.score.zero_moment import CUTOFF, smooth

USUAL = 4.0  # m/s2, low-passed at 4 Hz: 98 of 100 frames of captures stay below (28,385 frames at 60 Hz of the developing performers)


def level_push(centre: NDArray[np.floating], fps: float, cutoff: float = CUTOFF) -> NDArray[np.float64]:
    """How hard (F,) m/s2 a centre of mass (F, 3) metres is pushed along the ground, low-passed at `cutoff` Hz."""
    pushed = differentiate(smooth(np.asarray(centre, dtype=np.float64)[:, [0, 2]], fps, cutoff), fps, order=2)
    return np.asarray(np.hypot(pushed[:, 0], pushed[:, 1]))


def momentum_error(push: NDArray[np.floating], height: NDArray[np.floating], usual: float = USUAL) -> NDArray[np.float64]:
    """Metres (F,) by which pushes (F,) m/s2 beyond the usual move the zero moment point of a body `height` (F,) metres high.

    A figure in metres, like the other terms of the score; 0 for whatever captures do too.
    """
    return np.asarray(np.maximum(np.asarray(push) - usual, 0.0) * np.asarray(height) / GRAVITY)
