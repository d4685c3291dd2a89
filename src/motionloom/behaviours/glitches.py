"""Captures without their glitches: a marker that is taken for another for a frame or two throws a joint out of its way and back.

Whoever looks at a capture once hardly sees it. A machine plays it in every lap, and a transition that begins there jerks, so a clip is
mended before a state is made of it. Real impacts stay: a foot that lands goes to a new place and does not come back.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.masks import find_runs

# Seconds to either side over which a joint's median is where it ought to be, metres by which a glitch departs from it, and how many times
# as far as is usual: single frames first, because beside them longer glitches are hard to tell.
SIZES = ((0.02, 0.005, 4.0), (0.034, 0.008, 6.0))
AROUND = 0.15  # seconds to either side: how much a joint usually departs
LONGEST = 0.05  # seconds of a glitch: what lasts longer was done
SLOWEST = 60.0  # Hz: between frames further apart any movement may begin and end
SMOOTHER = 0.6  # of the acceleration there was: what mending does not bring down to that was no glitch


def mend(motion: Motion) -> Motion:
    """The motion with frames in which a joint jumps out and back put between those around them; as it is where it has fewer than 60 Hz.

    The whole pose is: rotations of one joint make up for those of another, so mending them one by one would throw the rest of a limb.
    """
    for size in SIZES:
        spans = find_glitches(motion.positions().astype(np.float64), motion.fps, size)
        if spans:
            better = _bridge(motion, spans)
            before, after = (_jerks(each) for each in (motion, better))
            spans = [(a, b) for a, b in spans if after[a:b].max() < SMOOTHER * before[a:b].max()]
            motion = _bridge(motion, spans) if spans else motion
    return motion


def find_glitches(positions: NDArray[np.float64], fps: float, size: tuple[float, float, float] = SIZES[0]) -> list[tuple[int, int]]:
    """Spans of frames in which a joint of positions (F, J, 3) departs from its way by more than one of SIZES allows."""
    frames, (near, least, unusual) = len(positions), size
    if fps < SLOWEST or frames < 2 * AROUND * fps:
        return []
    away = np.linalg.norm(positions - _medians(positions, round(near * fps)), axis=2)
    out = np.any(away > np.maximum(unusual * 1.4826 * _medians(away, round(AROUND * fps)), least), axis=1)
    out = np.convolve(out, [1, 1, 1], "same") > 0  # its edges are a little off too
    return [(start, stop) for start, stop in find_runs(out) if stop - start <= LONGEST * fps and start > 1 and stop < frames - 1]


def _bridge(motion: Motion, spans: list[tuple[int, int]]) -> Motion:
    """The motion with these frames interpolated from all others."""
    from scipy.interpolate import CubicSpline

    bad = np.concatenate([np.arange(start, stop) for start, stop in spans])
    good = np.setdiff1d(np.arange(len(motion)), bad)
    rotations, roots = quaternion.make_continuous(motion.rotations.astype(np.float64)), motion.root_positions.astype(np.float64)
    for values in (rotations, roots):
        values[bad] = CubicSpline(good, values[good])(bad)
    return motion.with_arrays(quaternion.normalise(rotations).astype(np.float32), roots.astype(np.float32))


def _jerks(motion: Motion) -> NDArray[np.float64]:
    """The largest second difference (F,) of a joint's place around each frame."""
    found = np.linalg.norm(np.diff(motion.positions().astype(np.float64), 2, axis=0), axis=2).max(axis=1)
    padded = np.pad(found, 2, mode="edge")
    return np.asarray(np.maximum.reduce([padded[k : k + len(motion)] for k in range(3)]))


def _medians(values: NDArray[np.float64], reach: int) -> NDArray[np.float64]:
    """Medians (F, ...) over `reach` frames to either side; the ends stand in for what is beyond them."""
    padded = np.pad(values, [(reach, reach), *[(0, 0)] * (values.ndim - 1)], mode="edge")
    return np.asarray(np.median(np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1, axis=0), axis=-1))
