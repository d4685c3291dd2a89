"""Compiled: means and extremes over the frames about each one; the first and the last frame go on beyond the ends."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled


@compiled
def average_into(values, weights, out):
    """Means out (F, C) of values (F, C) by weights (2 w + 1,), which are the same on both sides."""
    count, columns = values.shape
    reach = weights.shape[0] // 2
    for f in range(count):
        for c in range(columns):
            out[f, c] = values[f, c] * weights[reach]
        for k in range(reach, 0, -1):
            before, after, weight = max(f - k, 0), min(f + k, count - 1), weights[reach - k]
            for c in range(columns):
                out[f, c] += (values[before, c] + values[after, c]) * weight


@compiled
def least_into(values, reach, out):
    """The least (F, C) of values (F, C) within `reach` frames."""
    count, columns = values.shape
    for f in range(count):
        for c in range(columns):
            least = values[f, c]
            for k in range(max(f - reach, 0), min(f + reach + 1, count)):
                least = min(least, values[k, c])
            out[f, c] = least


@compiled
def envelope_into(values, weights, out):
    """A smooth curve out (F, C) nowhere below values (F, C): the largest within w frames, averaged by weights (2 w + 1,)."""
    least = np.empty(values.shape)
    least_into(-values, weights.shape[0] // 2, least)
    average_into(-least, weights, out)


@compiled
def calm_into(bends, changes, weights, out):
    """Add to out (F, C) what `giving_way` says of shakes: bends (F, C) shake no more than bends and changes (F, C) together."""
    count, columns = bends.shape
    slow, level, other = np.empty(bends.shape), np.empty(bends.shape), np.empty(bends.shape)
    both = bends + changes
    average_into(bends, weights, slow)
    shakes = bends - slow
    average_into(shakes * shakes, weights, level)
    average_into(both, weights, slow)
    both -= slow
    average_into(both * both, weights, other)
    for f in range(count):
        for c in range(columns):
            share = min(np.sqrt(other[f, c]) / max(np.sqrt(level[f, c]), 1e-12), 1.0) - 1
            out[f, c] += shakes[f, c] * share
