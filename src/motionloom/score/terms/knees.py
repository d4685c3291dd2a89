"""Knees and ankles that leave their way for a moment: the mark of a leg that was put to its place frame by frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core.body import SIDES
from motionloom.score.filters import cubic_residuals, sharp_part
from motionloom.score.terms.base import register
from motionloom.score.tracks import RATE, Tracks

APART = round(RATE / 30)  # frames between the moments that a cubic is put through
# frames: a peak counts by as much as it stands above what lies there; nearer, the cubics of its neighbours go through it
ALONE_WITHIN, ALONE_UNTIL = 2 * APART, round(0.15 * RATE)


@register("knees", "knees that pop", "rad", lively=True)
def knees(tracks: Tracks) -> NDArray[np.float64]:
    """Radians (F,) that a knee leaves the cubic through the moments about it, for a moment only."""
    return _pops([_bend(tracks, n, "hip", "knee", "ankle") for n in (0, 1)])


@register("ankles", "ankles that pop", "rad", lively=True, weight=0.5)
def ankles(tracks: Tracks) -> NDArray[np.float64]:
    """Radians (F,) that an ankle leaves the cubic through the moments about it, for a moment only."""
    return _pops([_bend(tracks, n, "knee", "ankle", "") for n in (0, 1)])


def _bend(tracks: Tracks, side: int, near: str, middle: str, far: str) -> NDArray[np.float64]:
    """How far (F,) a joint is bent about its thigh's axis, radians; the far end of an ankle is its foot's toe."""
    from motionloom.score._term_kernels import bend_angles

    first, joint = (tracks.place(f"{SIDES[side]}_{part}") for part in (near, middle))
    last = tracks.place(f"{SIDES[side]}_{far}") if far else tracks.feet[:, 2 * side + 1]
    out = np.empty(len(tracks))
    bend_angles(first, joint, last, tracks.across[:, side], out)
    return out


def _pops(bends: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    return sharp_part(np.abs(cubic_residuals(np.stack(bends, axis=1), APART)), ALONE_WITHIN, ALONE_UNTIL)
