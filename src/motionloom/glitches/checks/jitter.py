"""Trembling: a joint that goes to and fro from step to step for a quarter of a second or longer, faster than muscles do."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core.masks import fill_runs, find_runs
from motionloom.glitches.check import Check, register
from motionloom.glitches.glitch import Glitch
from motionloom.glitches.tracks import Tracks, say_length

STEP = 1 / 60  # seconds
WINDOW = 0.25  # seconds
LEAST = 0.003  # metres to and fro, on average over a window
SHARE = 0.45  # of a window's frames that tremble by half of it: one jolt is no trembling
SLOWEST = 50.0  # Hz: in fewer frames what a person means looks alike


def find(tracks: Tracks) -> list[Glitch]:
    """Stretches in which a joint trembles; of several joints at once the one that trembles most."""
    stride, window = max(1, round(STEP * tracks.fps)), tracks.frames_in(WINDOW)
    if tracks.fps < SLOWEST or len(tracks) < 4 * stride + window:
        return []
    shake, least = _shake(tracks.positions, stride), LEAST * tracks.scale
    strong = (_means(shake, window) > least) & (_means((shake > least / 2).astype(np.float64), window) > SHARE)
    spans = [
        (0 if first == 0 else first + 2 * stride, min(len(tracks), last - 1 + window + 2 * stride))
        for first, last in find_runs(np.asarray(strong.any(axis=1)))
    ]
    found = []
    for start, stop in find_runs(fill_runs(spans, len(tracks))):
        rows = slice(max(0, start - 2 * stride), stop - 2 * stride)
        trembling = strong[rows.start : max(rows.start + 1, rows.stop - window + 1)].any(axis=0)
        sizes = np.where(trembling, shake[rows].mean(axis=0), 0.0)
        joint = int(sizes.argmax())
        words = f"the {tracks.say_joint(joint)} trembles by {say_length(sizes[joint])} for {(stop - start) / tracks.fps:.2f} s"
        found.append(Glitch("jitter", start, stop, tracks.motion.skeleton.names[joint], float(sizes[joint]), words, "smooth"))
    return found


def _shake(positions: NDArray[np.float64], s: int) -> NDArray[np.float64]:
    """How far (F - 4 s, J) metres joints go to and fro from step to step of s frames; 0 where they do not turn round.

    The fourth difference is 16 times the amplitude of what alternates. What a person means can be fast too, but then accelerates the
    same way for more than a step: it counts only where the accelerations before and after a step are opposed.
    """
    p = positions
    bend = p[: -2 * s] - 2 * p[s:-s] + p[2 * s :]
    fourth = bend[: -2 * s] - 2 * bend[s:-s] + bend[2 * s :]
    opposed = [np.einsum("fjc,fjc->fj", bend[s:-s], bend[rows]) < 0 for rows in (slice(None, -2 * s), slice(2 * s, None))]
    return np.asarray(np.where(opposed[0] & opposed[1], np.sqrt(np.einsum("fjc,fjc->fj", fourth, fourth)) / 16, 0.0))


def _means(values: NDArray[np.float64], window: int) -> NDArray[np.float64]:
    """Means (F - window + 1, J) over windows of frames."""
    sums = np.cumsum(np.concatenate([np.zeros((1, values.shape[1])), values]), axis=0)
    return np.asarray((sums[window:] - sums[:-window]) / window)


CHECK = register(Check("jitter", "Tremble", find))
