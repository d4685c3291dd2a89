"""Who is near whom, and how near walls are, compiled. Imported only where it runs."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import borrowing, compiled


@compiled
def find_neighbours(places, active, reach, which, found):
    """The nearest others within reach metres of each of those named in which (M,) that is active, nearest first, -1 beyond, into their
    rows of found (N, most); by a grid of cells of reach."""
    count, most = found.shape
    low, high = np.array([math.inf, math.inf]), np.array([-math.inf, -math.inf])
    for n in range(count):
        if active[n]:
            for k in range(2):
                low[k], high[k] = min(low[k], places[n, k]), max(high[k], places[n, k])
    if low[0] > high[0]:
        return
    cell = max(reach, max(high[0] - low[0], high[1] - low[1]) / 1000)
    columns, rows = int((high[0] - low[0]) / cell) + 1, int((high[1] - low[1]) / cell) + 1
    heads, chain = np.full(rows * columns, -1), np.full(count, -1)
    for n in range(count - 1, -1, -1):
        if active[n]:
            at = int((places[n, 1] - low[1]) / cell) * columns + int((places[n, 0] - low[0]) / cell)
            chain[n], heads[at] = heads[at], n
    far, wide = np.empty(most), 1.000001 * reach * reach
    for n in which:
        found[n] = -1
        if not active[n]:
            continue
        column, row = int((places[n, 0] - low[0]) / cell), int((places[n, 1] - low[1]) / cell)
        got = 0
        for r in range(max(row - 1, 0), min(row + 2, rows)):
            for c in range(max(column - 1, 0), min(column + 2, columns)):
                other = heads[r * columns + c]
                while other >= 0:
                    dx, dz = places[n, 0] - places[other, 0], places[n, 1] - places[other, 1]
                    apart = math.hypot(dx, dz) if dx * dx + dz * dz <= wide else math.inf
                    if other != n and apart <= reach and (got < most or apart < far[most - 1]):
                        k = min(got, most - 1)
                        while k > 0 and far[k - 1] > apart:
                            far[k], found[n, k] = far[k - 1], found[n, k - 1]
                            k -= 1
                        far[k], found[n, k] = apart, other
                        got = min(got + 1, most)
                    other = chain[other]


@borrowing
def cell_of(walls, x, z):
    """The cell of a place, or -1 where no wall is near."""
    column, row = math.floor(x - walls.low[0]), math.floor(z - walls.low[1])
    if row < 0 or column < 0 or row >= walls.rows or column >= walls.columns:
        return -1
    return row * walls.columns + column


@borrowing
def nearest_on(walls, m, x, z):
    """The place on segment m that is nearest to x, z."""
    ax, az, bx, bz = walls.segments[m, 0], walls.segments[m, 1], walls.segments[m, 2], walls.segments[m, 3]
    dx, dz = bx - ax, bz - az
    length = dx * dx + dz * dz
    share = 0.0 if length <= 0.0 else min(max(((x - ax) * dx + (z - az) * dz) / length, 0.0), 1.0)
    return ax + share * dx, az + share * dz


@borrowing
def wall_distance(walls, x, z):
    """Metres to the nearest wall, inf if none is near."""
    at = cell_of(walls, x, z)
    best = math.inf
    if at < 0:
        return best
    for k in range(walls.firsts[at], walls.firsts[at + 1]):
        px, pz = nearest_on(walls, walls.members[k], x, z)
        best = min(best, math.hypot(x - px, z - pz))
    return best


@compiled
def wall_distances(walls, places, out):
    """`wall_distance` of many places (N, 2)."""
    for n in range(len(places)):
        out[n] = wall_distance(walls, places[n, 0], places[n, 1])


@compiled
def closest_pairs(places, active, radii, out):
    """Metres (N,) between the disc of each that is active and the nearest other's; negative where they overlap."""
    near = np.full((len(places), 8), -1)
    find_neighbours(places, active, 2.0, np.arange(len(places)), near)
    for n in range(len(places)):
        out[n] = math.inf
        for k in range(near.shape[1]):
            other = near[n, k]
            if other < 0:
                break
            apart = math.hypot(places[n, 0] - places[other, 0], places[n, 1] - places[other, 1]) - radii[n] - radii[other]
            out[n] = min(out[n], apart)
