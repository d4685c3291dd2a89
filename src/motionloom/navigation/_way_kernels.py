"""Ways over a grid by A*, pulled straight, and lines of sight, compiled. Imported only where it runs."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import heapq
import math

import numpy as np

from motionloom.core._compiled import compiled


@compiled
def is_free(grid, low, cell, x, z):
    """Whether a body may be at a place; off the grid it may."""
    row, column = math.floor((z - low[1]) / cell), math.floor((x - low[0]) / cell)
    if row < 0 or column < 0 or row >= grid.shape[0] or column >= grid.shape[1]:
        return True
    return grid[row, column] == 0


@compiled
def sees(grid, low, cell, ax, az, bx, bz):
    """Whether the straight way between two places is free."""
    steps = int(math.hypot(bx - ax, bz - az) / (0.4 * cell)) + 1
    for k in range(steps + 1):
        share = k / steps
        if not is_free(grid, low, cell, ax + share * (bx - ax), az + share * (bz - az)):
            return False
    return True


@compiled
def nearest_free(grid, row, column, most):
    """The free cell nearest to one, within so many cells; -1, -1 where there is none."""
    best, found = math.inf, (-1, -1)
    for r in range(max(row - most, 0), min(row + most + 1, grid.shape[0])):
        for c in range(max(column - most, 0), min(column + most + 1, grid.shape[1])):
            apart = float((r - row) ** 2 + (c - column) ** 2)
            if grid[r, c] == 0 and apart < best:
                best, found = apart, (r, c)
    return found


@compiled
def octile(rows, columns):
    """The length, in cells, of the shortest way over so many rows and columns of free cells, a little more: of ways that are as short
    those that are nearer to their end are looked at first."""
    rows, columns = abs(rows), abs(columns)
    return 1.0005 * (max(rows, columns) + (math.sqrt(2.0) - 1.0) * min(rows, columns))


@compiled
def find_cells(grid, begin, end, looked, spent, parent, search):
    """Cells (K, 2) from begin to end (row, column) over free ones, diagonals not across corners; (0, 2) where there is no way. looked,
    spent, parent (H W,): scratch that is kept from one search, by number, to the next."""
    rows, columns = grid.shape
    start, goal = begin[0] * columns + begin[1], end[0] * columns + end[1]
    spent[start], looked[start] = 0.0, search
    queue = [(octile(begin[0] - end[0], begin[1] - end[1]), start)]
    while len(queue) > 0:
        estimate, at = heapq.heappop(queue)
        if at == goal:
            break
        row, column = at // columns, at % columns
        if estimate > spent[at] + octile(row - end[0], column - end[1]) + 1e-6:
            continue
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                r, c = row + dr, column + dc
                if (dr == 0 and dc == 0) or r < 0 or c < 0 or r >= rows or c >= columns or grid[r, c] != 0:
                    continue
                if dr != 0 and dc != 0 and (grid[row, c] != 0 or grid[r, column] != 0):
                    continue
                to, total = r * columns + c, spent[at] + (1.0 if dr == 0 or dc == 0 else math.sqrt(2.0))
                if looked[to] != search or total < spent[to] - 1e-9:
                    spent[to], parent[to], looked[to] = total, at, search
                    heapq.heappush(queue, (total + octile(r - end[0], c - end[1]), to))
    if looked[goal] != search:
        return np.empty((0, 2), np.int64)
    count, at = 1, goal
    while at != start:
        at = parent[at]
        count += 1
    out, at = np.empty((count, 2), np.int64), goal
    for k in range(count - 1, -1, -1):
        out[k, 0], out[k, 1] = at // columns, at % columns
        at = parent[at]
    return out


@compiled
def pull_straight(grid, low, cell, places):
    """The corners (C, 2) of a way (K, 2) that are left when all that sees past another is joined, the last one among them."""
    kept = np.empty_like(places)
    count, at = 0, 0
    while at < len(places) - 1:
        ahead = len(places) - 1
        while ahead > at + 1 and not sees(grid, low, cell, places[at, 0], places[at, 1], places[ahead, 0], places[ahead, 1]):
            ahead = at + max((ahead - at) * 7 // 8, 1) if ahead - at > 16 else ahead - 1
        kept[count] = places[ahead]
        count += 1
        at = ahead
    if count == 0:
        kept[0] = places[-1]
        count = 1
    return kept[:count]


@compiled
def follow(grid, low, cell, places, ways, counts, at, passed, which, aims, lost):
    """Where each that is named is to go now (N, 2): the farthest corner of its way in sight; at (N,): the corner it goes to."""
    for n in which:
        x, z = places[n, 0], places[n, 1]
        while at[n] < counts[n] - 1 and math.hypot(ways[n, at[n], 0] - x, ways[n, at[n], 1] - z) < passed:
            at[n] += 1
        ahead = min(at[n] + 2, counts[n] - 1)
        while ahead > at[n] and not sees(grid, low, cell, x, z, ways[n, ahead, 0], ways[n, ahead, 1]):
            ahead -= 1
        at[n] = ahead
        aims[n, 0], aims[n, 1] = ways[n, ahead, 0], ways[n, ahead, 1]
        lost[n] = is_free(grid, low, cell, x, z) and not sees(grid, low, cell, x, z, aims[n, 0], aims[n, 1])
