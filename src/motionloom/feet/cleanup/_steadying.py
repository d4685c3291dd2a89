"""The shakes that a body and its planted feet have in common, frame by frame, compiled; see `steadying`."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from motionloom.core._compiled import compiled
from motionloom.core._vectors import add, dot, point_at, scale
from motionloom.feet.cleanup._easing import fall


@compiled
def count_weights(held, fade, weights):
    """weights (F, N): 1 while a column of held (F, N) is true, falling to 0 within `fade` frames of that."""
    count = len(held)
    for p in range(held.shape[1]):
        since = fade
        for f in range(count):
            since = 0.0 if held[f, p] else since + 1
            weights[f, p] = fall(min(since / fade, 1.0))
        since = fade
        for f in range(count - 1, -1, -1):
            since = 0.0 if held[f, p] else since + 1
            weights[f, p] = max(weights[f, p], fall(min(since / fade, 1.0)))


@compiled
def _in_common(one_size, other_size, both):
    """How much of two shakes is one, 0 to 1: 1 where they are equal, 0 where they go apart; of sizes squared and their product."""
    if both <= 0:
        return 0.0
    x = 2 * both / (one_size + other_size)
    return x * x * (3 - 2 * x)


@compiled
def find_shakes(hips, points, weights, shifts):
    """shifts (F, 3) metres that take out of hips and planted points what both shake by.

    hips (F, 2, 3), points (F, 4, 3): how far each is off a smooth path; weights (F, 4): 1 for a point that is planted.
    """
    for f in range(len(shifts)):
        total = max(weights[f].sum(), 1.0)
        moved = scale(add(point_at(hips, f, 0), point_at(hips, f, 1)), 0.5)
        for p in range(4):
            point = point_at(points, f, p)
            common = _in_common(dot(moved, moved), dot(point, point), dot(moved, point)) * weights[f, p] / total
            for c in range(3):
                shifts[f, c] -= 0.5 * common * (moved[c] + point[c])
