"""The shakes that a body and its planted feet have in common, frame by frame, compiled; see `steadying`."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from motionloom.core._compiled import compiled
from motionloom.feet.cleanup._vectors import add, dot, fall, point_at, scale



@compiled
def count_weights(held, fade, weights):
    """weights (F, 2): 1 while a foot is held (F, 4), falling to 0 within `fade` frames of it."""
    count = len(held)
    for s in range(2):
        since = fade
        for f in range(count):
            since = 0.0 if held[f, 2 * s] or held[f, 2 * s + 1] else since + 1
            weights[f, s] = fall(min(since / fade, 1.0))
        since = fade
        for f in range(count - 1, -1, -1):
            since = 0.0 if held[f, 2 * s] or held[f, 2 * s + 1] else since + 1
            weights[f, s] = max(weights[f, s], fall(min(since / fade, 1.0)))


@compiled
def in_common(one_size, other_size, both):
    """How much of two shakes is one, 0 to 1: 1 where they are equal, 0 where they go apart; of sizes squared and their product."""
    if both <= 0:
        return 0.0
    x = 2 * both / (one_size + other_size)
    return x * x * (3 - 2 * x)


@compiled
def find_shakes(hips, ankles, weights, shifts):
    """shifts (F, 3) metres that take out of hips and held ankles what both shake by.

    hips, ankles (F, 2, 3): how far each is off a smooth path.
    """
    for f in range(len(shifts)):
        total = max(weights[f, 0] + weights[f, 1], 1.0)
        moved = scale(add(point_at(hips, f, 0), point_at(hips, f, 1)), 0.5)
        for s in range(2):
            ankle = point_at(ankles, f, s)
            common = in_common(dot(moved, moved), dot(ankle, ankle), dot(moved, ankle)) * weights[f, s] / total
            for c in range(3):
                shifts[f, c] -= 0.5 * common * (moved[c] + ankle[c])
