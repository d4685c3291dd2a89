"""Joins: neighbouring fragments meet in their mean and are blended over the join (paper 002 §3.4).

The paper prints the blend f = (cos(pi t / 2N) + 1)**2, which is 4 at the join and 1 at N. What is meant is a weight: 1 at the join, 0 with
no slope where the blend ends. We take f = ((cos(pi t / N) + 1) / 2)**p with p = 1: f(0) = 1, f(N) = 0, and f' is 0 at both. At the join
itself the curve is all quadratic, so that whatever kink was there is gone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motionloom.keyframes.rig import Floats

NEAREST = 2  # frames next to the join that the quadratic is not fitted to
LEAST = 0.002  # radians or metres a frame, each frame: joins of channels that hardly move are not held to less
EVENED = 60  # times a join is evened out at most
TRIES = (1.0, 1.5, 2.2)  # times the blend is made wider while a join accelerates more than captures do


def blend_weight(t: Floats, reach: float, power: float = 1.0) -> Floats:
    """The share (...) of the quadratic at t frames from the join: 1 at the join, 0 from `reach` frames on, without slope at either."""
    return np.where(np.abs(t) < reach, ((np.cos(np.pi * np.clip(t / reach, -1, 1)) + 1) / 2) ** power, 0.0)


def meet(pieces: Sequence[Floats]) -> list[Floats]:
    """Pieces (L, C) whose ends meet: each neighbouring pair in its mean, by adding the difference of two lines."""
    met = []
    for n, piece in enumerate(pieces):
        first = (piece[0] + pieces[n - 1][-1]) / 2 if n else piece[0]
        last = (piece[-1] + pieces[n + 1][0]) / 2 if n + 1 < len(pieces) else piece[-1]
        share = (np.arange(len(piece)) / max(len(piece) - 1, 1)).reshape(-1, *([1] * (piece.ndim - 1)))
        met.append(piece + (1 - share) * (first - piece[0]) + share * (last - piece[-1]))
    return met


def chain_pieces(pieces: Sequence[Floats]) -> Floats:
    """Pieces (L, C) one after the other; the frame in which two meet counts once."""
    return np.concatenate([pieces[0], *(piece[1:] for piece in pieces[1:])])


def fit_quadratic(values: Floats, at: int, reach: int) -> Floats:
    """The quadratic (2 reach + 1, C) that fits curves (F, C) from `reach` frames before a join to after it, but for those next to it."""
    offsets = np.arange(-reach, reach + 1)
    counted = np.abs(offsets) >= min(NEAREST, reach)
    powers = np.stack([np.ones(len(offsets)), offsets / reach, (offsets / reach) ** 2], axis=1)
    around = values[at - reach : at + reach + 1]
    factors = np.linalg.lstsq(powers[counted], around[counted], rcond=None)[0]
    return np.asarray(powers @ factors)


def smooth_join(values: Floats, at: int, reach: int) -> Floats:
    """Curves (F, C) with the join at frame `at` blended with a quadratic over `reach` frames on each side."""
    most = min(reach, at, len(values) - 1 - at)
    if most < NEAREST:
        return values
    offsets = np.arange(-most, most + 1)
    weight = blend_weight(offsets.astype(np.float64), float(most))[:, None]
    found = values.copy()
    rows = slice(at - most, at + most + 1)
    found[rows] = weight * fit_quadratic(values, at, most) + (1 - weight) * values[rows]
    return found


def join(pieces: Sequence[Floats], reach: int, limit: Floats | None = None, smoothed: NDArray[np.bool_] | None = None) -> Floats:
    """Pieces (L, C) as one curve (F, C) without jumps or kinks.

    reach: frames on each side that a blend takes, at most half of the shorter piece. limit (C,): the second difference that captures hardly
    pass; where a join does, its blend is made wider. smoothed (pieces - 1,): the joins to blend, all of them if not given.
    """
    met = meet(pieces)
    found = chain_pieces(met)
    places = np.cumsum([len(piece) - 1 for piece in met])[:-1]
    joins = [
        (int(at), min(reach, max(min(len(met[n]), len(met[n + 1])) // 2, NEAREST + 1)))
        for n, at in enumerate(places)
        if smoothed is None or smoothed[n]
    ]
    for at, near in joins:
        found = _smooth_within(found, at, near, limit)
    return found if limit is None else _calm(found, joins, np.maximum(limit, LEAST))


def _calm(values: Floats, joins: list[tuple[int, int]], limit: Floats) -> Floats:
    """Joins evened out until none accelerates more than the limit: a blend may reach into the next join."""
    for _ in range(EVENED):
        hard = [(at, near) for at, near in joins if _peak(values, at, near, limit) > 1.0]
        if not hard:
            break
        for at, near in hard:
            values = _even_out(values, at, 2 * near)
    return values


def _smooth_within(values: Floats, at: int, reach: int, limit: Floats | None) -> Floats:
    """The narrowest blend whose join accelerates no more than the limit; else the calmest one."""
    if limit is None:
        return smooth_join(values, at, reach)
    most = np.maximum(limit, LEAST)
    best, least = values, np.inf
    for times in TRIES:
        tried = smooth_join(values, at, round(times * reach))
        peak = _peak(tried, at, round(times * reach), most)
        if peak < least:
            best, least = tried, peak
        if peak <= 1.0:
            return best
    return best


def _peak(values: Floats, at: int, reach: int, limit: Floats) -> float:
    """The largest second difference around a join, 1 for the limit."""
    rows = values[max(at - reach - 1, 0) : at + reach + 2]
    return float(np.max(np.abs(np.diff(rows, n=2, axis=0)) / limit, initial=0.0))


def _even_out(values: Floats, at: int, reach: int) -> Floats:
    """Curves (F, C) averaged a little with their neighbours around a join, less and less away from it."""
    first, last = max(at - reach, 1), min(at + reach, len(values) - 2)
    if first > last:
        return values
    around = values[first - 1 : last + 2]
    weight = blend_weight(np.arange(first, last + 1, dtype=np.float64) - at, 1.5 * reach)[:, None]
    found = values.copy()
    found[first : last + 1] += weight * ((around[:-2] + 2 * around[1:-1] + around[2:]) / 4 - around[1:-1])
    return found
