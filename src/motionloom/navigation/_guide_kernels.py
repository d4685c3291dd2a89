"""Shortest ways over a grid, compiled. Imported only where it runs: numba takes a while to load."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import heapq

import numpy as np

from motionloom.core._compiled import compiled

# To the eight neighbours, and to the eight cells that a knight reaches: ways come out at most 2.75 % too long.
STEPS = np.array([(a, b) for a in range(-2, 3) for b in range(-2, 3) if (abs(a), abs(b)) in {(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)}])
# The two cells that a step passes between; one of them must be free, or it would go through a wall.
BETWEEN = np.array(
    [
        [(int(a / 2), int(b / 2)), (np.sign(a), np.sign(b))]
        if 2 in (abs(a), abs(b))
        else ([(a, 0), (0, b)] if a and b else [(0, 0), (0, 0)])
        for a, b in STEPS.tolist()
    ]
)


@compiled
def spread(free, goals, steps, between, cell):
    """Metres (H, W) to the nearest of the goal cells (G, 2) over free cells (H, W); inf where there is no way."""
    rows, columns = free.shape
    far = np.full((rows, columns), np.inf)
    queue = [(0.0, goals[k, 0], goals[k, 1]) for k in range(len(goals))]
    heapq.heapify(queue)
    for k in range(len(goals)):
        far[goals[k, 0], goals[k, 1]] = 0.0
    while len(queue) > 0:
        length, i, j = heapq.heappop(queue)
        if length > far[i, j]:
            continue
        for s in range(len(steps)):
            a, b = i + steps[s, 0], j + steps[s, 1]
            if a < 0 or b < 0 or a >= rows or b >= columns or not free[a, b]:
                continue
            if not free[i + between[s, 0, 0], j + between[s, 0, 1]] and not free[i + between[s, 1, 0], j + between[s, 1, 1]]:
                continue
            total = length + cell * np.sqrt(float(steps[s, 0] ** 2 + steps[s, 1] ** 2))
            if total < far[a, b] - 1e-9:
                far[a, b] = total
                heapq.heappush(queue, (total, a, b))
    return far
