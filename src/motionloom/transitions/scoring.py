"""What the compiled scorer must know beside the stock: the filter as matrices, the body's masses, the width of a foot."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton
from motionloom.core.body import body_of
from motionloom.core.kinematics import differentiate
from motionloom.score.balance import ENDS
from motionloom.score.segments import MassModel
from motionloom.score.support import FOOT_WIDTH
from motionloom.score.zero_moment import smooth
from motionloom.transitions.stock import RATE

APART = 5  # frames


class Measures(NamedTuple):
    """looked_at (M,): the frames that count, far apart first, since errors last for several frames and a bad blend shows itself early;
    filters (2 M, N): what `score.zero_moment` does to N frames, smoothing and its second derivative for each of them; shares (S,) of
    body mass; half_width of a foot in metres; rate of the frames in Hz; curve (N,): how far along a blend is at each of its frames."""

    looked_at: NDArray[np.intp]
    filters: NDArray[np.float64]
    shares: NDArray[np.float64]
    half_width: float
    rate: float
    curve: NDArray[np.float64]


def ease(frames: int) -> NDArray[np.float64]:
    """From 0 to 1 over N frames, leaving and arriving without a jump in speed: straight weights would make joints jerk at both ends."""
    s = np.linspace(0, 1, frames)
    return s * s * (3 - 2 * s)


def frames_looked_at(frames: int, rate: float = RATE) -> NDArray[np.intp]:
    """The frames (M,) of a blend that count; those at its ends are captured ones."""
    end = min(round(ENDS * rate), frames // 4)
    return np.concatenate([np.arange(end + first, frames - end, APART) for first in range(APART)])


def make_measures(
    skeleton: Skeleton,
    frames: int,
    masses: MassModel | None = None,
    curve: NDArray[np.float64] | None = None,
    rate: float = RATE,
    filters: NDArray[np.float64] | None = None,
) -> Measures:
    """The measures of blends of so many frames. filters: where they are known, as a table keeps them: SciPy takes a second to load."""
    looked_at = frames_looked_at(frames, rate)
    return Measures(
        looked_at,
        _make_filters(looked_at, frames, rate) if filters is None else filters,
        np.array((masses or MassModel()).shares),
        float(FOOT_WIDTH * body_of(skeleton).height / 2),
        rate,
        ease(frames) if curve is None else np.asarray(curve, dtype=np.float64),
    )


def _make_filters(looked_at: NDArray[np.intp], frames: int, rate: float) -> NDArray[np.float64]:
    """Filter and derivative are linear: one product each instead of a filter a blend."""
    smoothing = smooth(np.eye(frames), rate)
    both = np.stack([smoothing, differentiate(smoothing, rate, order=2)], axis=1)
    return np.ascontiguousarray(both[looked_at].reshape(-1, frames))
