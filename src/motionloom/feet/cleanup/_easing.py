"""Shapes of corrections inside compiled loops: soles that keep their heights, weights that come and go."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.core._vectors import add, length, scale


@compiled
def keep_heights(sole, size):
    """A vector of a given length that rises as much as `sole` does and points the same way over the ground.

    Where corrections come and go heel and toe may be asked farther apart than they are. For a foot that lies nearly flat, heights
    decide whether it dips below the floor, so they are kept; for a steep one the direction is, which changes more smoothly.
    """
    straight = scale(sole, size / max(length(sole), 1e-9))
    steep = abs(straight[1]) / size
    if steep > 0.95:
        return straight
    level = np.sqrt(sole[0] * sole[0] + sole[2] * sole[2])
    rise = min(max(sole[1], -0.96 * size), 0.96 * size)
    share = np.sqrt(size * size - rise * rise) / max(level, 1e-9)
    x = min(max((steep - 0.4) / 0.55, 0.0), 1.0)
    weight = (1 + 2 * x) * (1 - x) * (1 - x)
    return add(scale(straight, 1 - weight), scale((sole[0] * share, rise, sole[2] * share), weight))


@compiled
def fall(x):
    """From 1 at 0 to 0 at 1, level at both ends."""
    return (1 + 2 * x) * (1 - x) * (1 - x) if x < 1 else 0.0


@compiled
def lean(x):
    """Zero at 0 and 1, of slope 1 at 0 and level at 1."""
    return x * (1 - x) * (1 - x) if x < 1 else 0.0
