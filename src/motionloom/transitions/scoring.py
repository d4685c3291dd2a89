"""What the compiled scorer must know beside the stock: the filter as matrices, the body's masses, the width of a foot."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton
from motionloom.core.body import body_of
from motionloom.core.kinematics import differentiate
from motionloom.score.segments import MassModel
from motionloom.score.support import FOOT_WIDTH
from motionloom.score.zero_moment import smooth
from motionloom.transitions.stock import RATE


class Measures(NamedTuple):
    """smoothing and acceleration (N, N): what `score.zero_moment` does to N frames, as matrices; shares (S,) of body mass;
    half_width of a foot in metres; curve (N,): how far along a blend is at each frame of its source."""

    smoothing: NDArray[np.float64]
    acceleration: NDArray[np.float64]
    shares: NDArray[np.float64]
    half_width: float
    curve: NDArray[np.float64]


def ease(frames: int) -> NDArray[np.float64]:
    """From 0 to 1 over N frames, leaving and arriving without a jump in speed: straight weights would make joints jerk at both ends."""
    s = np.linspace(0, 1, frames)
    return s * s * (3 - 2 * s)


def make_measures(skeleton: Skeleton, frames: int, masses: MassModel | None = None, curve: NDArray[np.float64] | None = None) -> Measures:
    """The measures of blends of so many frames. Filter and derivative are linear: one product each instead of a filter a blend."""
    smoothing = smooth(np.eye(frames), RATE)
    return Measures(
        np.ascontiguousarray(smoothing),
        np.ascontiguousarray(differentiate(smoothing, RATE, order=2)),
        np.array((masses or MassModel()).shares),
        float(FOOT_WIDTH * body_of(skeleton).height / 2),
        ease(frames) if curve is None else np.asarray(curve, dtype=np.float64),
    )
