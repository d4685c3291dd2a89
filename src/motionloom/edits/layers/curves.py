"""Smooth curves through keys: each offset comes, goes through its keys without overshoot, and goes; twice differentiable, local."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion

Floats = NDArray[np.float64]


def through_keys(moments: Floats, values: Floats, fade_in: float | None, fade_out: float | None) -> tuple[Floats, Floats]:
    """The knots (N,) and their values (N, C) of a curve that comes from zero before its first key and goes back after its last.

    moments (K,) seconds, ascending; values (K, C); a fade of None holds the first or last value instead.
    """
    zero = np.zeros((1, values.shape[1]))
    if fade_in is not None:
        moments, values = np.concatenate([[moments[0] - max(fade_in, 1e-6)], moments]), np.concatenate([zero, values])
    if fade_out is not None:
        moments, values = np.concatenate([moments, [moments[-1] + max(fade_out, 1e-6)]]), np.concatenate([values, zero])
    return moments, values


def evaluate(knots: Floats, values: Floats, at: Floats) -> Floats:
    """The curve (F, C) at moments (F,): quintic pieces with monotone slopes and no curvature at the knots, constant outside them."""
    if len(knots) == 1:
        return np.broadcast_to(values, (len(at), values.shape[1])).copy()
    slopes = _slopes(knots, values)
    piece = np.clip(np.searchsorted(knots, at, side="right") - 1, 0, len(knots) - 2)
    span = (knots[piece + 1] - knots[piece])[:, None]
    s = np.clip((at - knots[piece])[:, None] / span, 0.0, 1.0)
    rise = values[piece + 1] - values[piece]
    first, last = slopes[piece] * span, slopes[piece + 1] * span
    step = s * s * s * (10 + s * (6 * s - 15))
    out = s + s**3 * (-6 + s * (8 - 3 * s))  # has slope 1 at 0, none at 1, no value and no curvature at either
    into = s**3 * (-4 + s * (7 - 3 * s))  # has slope 1 at 1, and nothing else
    return np.asarray(values[piece] + rise * step + first * out + last * into)


def _slopes(knots: Floats, values: Floats) -> Floats:
    """Slopes (N, C) at the knots: none at the ends and where a channel turns, else the harmonic mean of both sides."""
    slopes = np.zeros_like(values)
    steps = np.diff(knots)[:, None]
    rates = np.diff(values, axis=0) / steps
    before, after = rates[:-1], rates[1:]
    same = before * after > 0
    early, late = steps[1:] + 2 * steps[:-1], 2 * steps[1:] + steps[:-1]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        mean = (early + late) / (early / before + late / after)
    limit = 2 * np.minimum(np.abs(before), np.abs(after))
    slopes[1:-1] = np.where(same, np.sign(before) * np.minimum(np.abs(mean), limit), 0.0)
    return slopes


def make_turns_continuous(turns: Sequence[Sequence[float]]) -> Floats:
    """Rotation vectors (K, 3) of the same rotations, each the one nearest to the one before: the way between two is the short one."""
    found = np.array(turns, np.float64).reshape(-1, 3)
    for k in range(1, len(found)):
        angle = float(np.linalg.norm(found[k]))
        if angle < 1e-9:
            continue
        axis = found[k] / angle
        rounds = np.round((float(axis @ found[k - 1]) - angle) / (2 * np.pi))
        found[k] = axis * (angle + 2 * np.pi * rounds)
    return found


def turn_of(before: NDArray[np.floating], after: NDArray[np.floating]) -> Floats:
    """The rotation vector (..., 3) in the parent's frame that turns `before` (..., 4) into `after`."""
    return np.asarray(
        quaternion.log(quaternion.multiply(np.asarray(after, np.float64), quaternion.conjugate(np.asarray(before, np.float64))))
    )
