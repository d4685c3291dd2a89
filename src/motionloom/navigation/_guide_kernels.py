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
FARTHER = 1.5  # how much farther than the farthest start ways are measured, for whoever is led astray


@compiled
def spread(free, price, goals, starts, cell):
    """Metres (H, W) to the nearest of the goal cells (G, 2) over free cells (H, W), and the cell that comes next on the way (H, W).

    A metre on a cell counts `price` (H, W) times. starts (S, 2): cells from which somebody comes; ways much longer than theirs are not
    measured. inf and -1 where there is no way.
    """
    rows, columns = free.shape
    far, onward = np.full((rows, columns), np.inf), np.full((rows, columns), -1, dtype=np.int64)
    waiting = np.zeros((rows, columns), dtype=np.bool_)
    awaited = 0
    for k in range(len(starts)):
        if free[starts[k, 0], starts[k, 1]] and not waiting[starts[k, 0], starts[k, 1]]:
            waiting[starts[k, 0], starts[k, 1]] = True
            awaited += 1
    queue = [(0.0, goals[k, 0], goals[k, 1]) for k in range(len(goals)) if free[goals[k, 0], goals[k, 1]]]
    heapq.heapify(queue)
    for _, i, j in queue:
        far[i, j] = 0.0
        onward[i, j] = i * columns + j
    enough = np.inf
    while len(queue) > 0:
        length, i, j = heapq.heappop(queue)
        if length > far[i, j]:
            continue
        if length > enough:
            far[i, j], onward[i, j] = np.inf, -1
            continue
        if waiting[i, j]:
            waiting[i, j] = False
            awaited -= 1
            if awaited == 0:
                enough = FARTHER * length + 100 * cell
        for s in range(len(STEPS)):
            a, b = i + STEPS[s, 0], j + STEPS[s, 1]
            if a < 0 or b < 0 or a >= rows or b >= columns or not free[a, b]:
                continue
            if not free[i + BETWEEN[s, 0, 0], j + BETWEEN[s, 0, 1]] and not free[i + BETWEEN[s, 1, 0], j + BETWEEN[s, 1, 1]]:
                continue
            step = cell * np.sqrt(float(STEPS[s, 0] ** 2 + STEPS[s, 1] ** 2))
            total = length + step * 0.5 * (price[i, j] + price[a, b])
            if total < far[a, b] - 1e-9:
                far[a, b] = total
                onward[a, b] = i * columns + j
                heapq.heappush(queue, (total, a, b))
    return far, onward


@compiled
def follow(onward, places, at, metres, low, cell, goal, astray):
    """Where on the way (N, 2) the first cell is that lies so many metres (N,) from places (N, 2) in cells `at` (N, 2); else the goal.

    Whoever stands on a cell without a way takes that of the nearest cell that has one, up to `astray` cells off; else their own place.
    """
    columns = onward.shape[1]
    found = np.empty((len(places), 2))
    for n in range(len(places)):
        i, j = _nearest(onward, at[n, 0], at[n, 1], astray)
        if i < 0:
            found[n] = places[n]
            continue
        found[n] = goal
        while onward[i, j] != i * columns + j:
            i, j = onward[i, j] // columns, onward[i, j] % columns
            x, z = low[0] + cell * j, low[1] + cell * i
            if np.hypot(x - places[n, 0], z - places[n, 1]) >= metres[n]:
                found[n, 0], found[n, 1] = x, z
                break
    return found


@compiled
def _nearest(onward, row, column, astray):
    """The nearest cell that a way leads on from, itself if one does; -1 where none is near."""
    rows, columns = onward.shape
    if onward[row, column] >= 0:
        return row, column
    best, i, j = np.inf, -1, -1
    for a in range(max(row - astray, 0), min(row + astray + 1, rows)):
        for b in range(max(column - astray, 0), min(column + astray + 1, columns)):
            far = float((a - row) ** 2 + (b - column) ** 2)
            if onward[a, b] >= 0 and far < best:
                best, i, j = far, a, b
    return i, j
