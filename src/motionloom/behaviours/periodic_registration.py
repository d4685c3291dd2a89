"""Laps on one clock: which frame of a turning walk answers to which of the straight one, so that both come round together.

A registration curve of a cycle is periodic: a lap later in the reference is a lap later in the clip, and the clip's own pace is the same
where a lap ends and where the next begins. Curves from end to end know nothing of that: at the seam one end of a clip may run at twice
the pace of the other, which is seen as a jerk in every lap of a sharp turn.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.align import blend as blend_motions, find_path
from motionloom.core import Motion

HARMONICS = 3  # of the lap: a curve may hurry and linger that often in a lap, no faster
PACES = (0.6, 1.6)  # of the lap's mean pace: what a curve may reach anywhere
LENGTHS = (0.75, 1.35)  # of the reference's lap: how long a clip's own may last
ALIKE = 0.12  # metres, likeness and seam together: of all laps as good as that, the one that turns most is taken
WORSE = 1.3  # of the least cost, where nothing is that alike
SAME_TURN = 0.1 / 60  # radians a frame: what differs less turns alike, and the better lap is taken
STEP = 2  # frames between the beginnings and the lengths that are tried


def find_lap(cost: NDArray[np.float64], own: NDArray[np.float64], facing: NDArray[np.float64], blend: int) -> NDArray[np.float64] | None:
    """The frame (R,) of a clip at each frame of a reference that is one lap and `blend` frames long; None where it has no such lap.

    cost (R, C): distances in metres between the reference's frames and the clip's; own (C, C): between the clip's; facing (C,) radians.
    It must close as well as it goes like the reference; of those about as good the one that turns most is taken: it is what the clip was
    captured for.
    """
    period, least = len(cost) - 1 - blend, np.inf
    found: list[tuple[float, NDArray[np.float64]]] = []
    for seam, start, length in _seams(own, period, blend):
        if seam > max(WORSE * least, ALIKE):
            break
        at = _curve(cost, start, length, blend)
        if at is not None and at[0] >= 0 and at[-1] <= cost.shape[1] - 1:
            price = seam + float(cost[np.arange(len(at)), np.round(at).astype(np.intp)].mean())
            found.append((price, at))
            least = min(least, price)
    close = [each for each in found if each[0] <= max(WORSE * least, ALIKE)]
    best = max(close, key=lambda each: (round(_turn(each[1][0], each[1][period], facing) / SAME_TURN), -each[0]), default=None)
    return None if best is None else best[1]


def find_round(own: NDArray[np.float64], facing: NDArray[np.float64], period: int, blend: int) -> tuple[int, int] | None:
    """First frame and frames of the lap by which a clip of distances own (C, C) can be played round; None where it is too short.

    Of those that close about as well the one that turns most.
    """
    found = _seams(own, period, blend)
    close = [each for each in found if each[0] <= max(WORSE * found[0][0], ALIKE / 2)]
    best = max(close, key=lambda each: (round(_turn(each[1], each[1] + each[2], facing) / SAME_TURN), -each[0]), default=None)
    return None if best is None else (best[1], best[2])


def play_round(clip: Motion, first: int, length: int, blend: int) -> Motion:
    """A lap of a clip three times round with a blend at each seam: what is hardly longer than a lap can then be entered anywhere."""
    frames, weights = round_frames(first, length, blend)
    return blend_motions([clip] * 3, frames, weights, name=clip.name)


def round_frames(first: int, length: int, blend: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Frames (3, F) of a clip that `play_round` blends at each moment, and their weights (3, F)."""
    at = np.arange(3 * length + blend + 1.0)
    frames = np.stack([np.clip(first + at - k * length, first, first + length + blend) for k in range(3)])
    ends = [np.clip((at - k * length) / blend, 0, 1) for k in (1, 2)]
    second, third = (share * share * (3 - 2 * share) for share in ends)
    return frames, np.stack([1 - second, second - third, third])


def _seams(own: NDArray[np.float64], period: int, blend: int) -> list[tuple[float, int, int]]:
    """How far apart in metres the ends of every possible lap of a clip are, its first frame and its frames; the best first."""
    found = []
    for length in range(int(np.ceil(LENGTHS[0] * period)), int(LENGTHS[1] * period) + 1, STEP):
        along = np.diagonal(own, -length)
        tail = round(blend * length / period) + 1
        means = np.convolve(along, np.full(tail, 1 / tail), "valid") if len(along) >= tail else np.zeros(0)
        found += [(float(means[start]), start, length) for start in range(0, len(means), STEP)]
    return sorted(found)


def _turn(first: float, last: float, facing: NDArray[np.float64]) -> float:
    """How much a clip turns between two of its frames, radians a frame, either way."""
    begin, end = np.interp([first, last], np.arange(len(facing)), facing)
    return abs(float(end - begin)) / (last - first)


def _curve(cost: NDArray[np.float64], start: int, length: int, blend: int) -> NDArray[np.float64] | None:
    """The periodic curve (R,) nearest to the best warp from one lap of the reference to the clip's lap start:start + length."""
    period = len(cost) - 1 - blend
    result = find_path(cost[: period + 1, start : start + length + 1])
    if result is None:
        return None
    rows, columns = result[0].T
    counts = np.bincount(rows, minlength=period + 1)
    mean = np.bincount(rows, columns, minlength=period + 1) / np.maximum(counts, 1)
    known = np.flatnonzero(counts)
    away = np.interp(np.arange(period), known, mean[known]) - np.arange(period) * length / period
    return start + bend(away, length / period, len(cost))


def bend(away: NDArray[np.float64], pace: float, count: int) -> NDArray[np.float64]:
    """A smooth curve (count,) of the given mean pace that is away (P,) frames from its straight line through one lap, as nearly as it may.

    It is periodic, made of HARMONICS waves a lap, and flattened until its pace is nowhere outside PACES.
    """
    waves = np.fft.rfft(away) / len(away)
    turns = 2 * np.pi * np.arange(1, min(HARMONICS, len(waves) - 1) + 1) / len(away)
    waves = waves[1 : len(turns) + 1]
    hurry = 2 * (_turned(len(away), 4 * len(away), 0.25, len(turns)) @ (waves * (1j * turns))).real / pace
    room = min((PACES[1] - 1) / max(float(hurry.max()), 1e-9), (1 - PACES[0]) / max(float(-hurry.min()), 1e-9), 1.0)
    wave = 2 * (_turned(len(away), count, 1.0, len(turns)) @ waves).real
    return np.asarray(pace * np.arange(float(count)) + room * wave + float(np.mean(away)))


@lru_cache(maxsize=64)
def _turned(period: int, count: int, step: float, harmonics: int) -> NDArray[np.complex128]:
    """The waves (count, harmonics) of a lap at every `step` of its frames: the same for all curves that are tried."""
    turns = 2 * np.pi * np.arange(1, harmonics + 1) / period
    return np.exp(1j * (step * np.arange(count))[:, None] * turns)
