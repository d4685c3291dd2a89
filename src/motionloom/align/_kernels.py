"""Compiled loops of the alignment room."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import compiled


@compiled
def finish_tile(products, paths, squares_a, squares_b, taper, out):
    """Sum products (3, R+n-1, C+n-1) along the diagonal of each window and turn them into distances out (R, C).

    Five frames of the window at a time: the sums then stay in registers and the loop over columns becomes vector code.
    """
    rows, columns, frames = out.shape[0], out.shape[1], taper.shape[0]
    sums = np.empty((3, columns), dtype=np.float32)
    for i in range(rows):
        for m in range(3):
            total, product = sums[m], products[m]
            total[:] = np.float32(0.0)
            k = 0
            while k + 5 <= frames:
                r0, r1, r2 = product[i + k, k:], product[i + k + 1, k + 1 :], product[i + k + 2, k + 2 :]
                r3, r4 = product[i + k + 3, k + 3 :], product[i + k + 4, k + 4 :]
                w0, w1, w2, w3, w4 = taper[k], taper[k + 1], taper[k + 2], taper[k + 3], taper[k + 4]
                for j in range(columns):
                    total[j] += w0 * r0[j] + w1 * r1[j] + w2 * r2[j] + w3 * r3[j] + w4 * r4[j]
                k += 5
            while k < frames:
                row, weight = product[i + k, k:], taper[k]
                for j in range(columns):
                    total[j] += weight * row[j]
                k += 1
        cosines, sines, heights = sums[0], sums[1], sums[2]
        path, turned, result, square = paths[0, i], paths[1, i], out[i], squares_a[i]
        for j in range(columns):
            a, b = cosines[j] + path[j], sines[j] + turned[j]
            value = square + squares_b[j] - 2 * heights[j] - 2 * math.sqrt(a * a + b * b)
            result[j] = max(value, np.float32(0.0))


@compiled
def accumulate_limited(cost, total, step):
    """Least cost (in place) of warps with slopes between 1/2 and 2 from (0, 0): the symmetric steps with P = 1 of Sakoe and Chiba 1978.

    step: 0 diagonal, 1 two columns for one row, 2 two rows for one column; total is infinite where no legal warp arrives.
    """
    rows, columns = cost.shape
    for i in range(rows):
        for j in range(columns):
            if i == 0 and j == 0:
                total[i, j] = 2 * cost[i, j]
                continue
            best, way = np.inf, 0
            if i > 0 and j > 0:
                best = total[i - 1, j - 1] + 2 * cost[i, j]
            if i > 0 and j > 1:
                other = total[i - 1, j - 2] + 2 * cost[i, j - 1] + cost[i, j]
                if other < best:
                    best, way = other, 1
            if i > 1 and j > 0:
                other = total[i - 2, j - 1] + 2 * cost[i - 1, j] + cost[i, j]
                if other < best:
                    best, way = other, 2
            total[i, j] = best
            step[i, j] = way


@compiled
def accumulate_free(cost, total, step):
    """Least cost of warps without slope limits; step: 0 diagonal, 1 along the row, 2 down the column."""
    rows, columns = cost.shape
    for i in range(rows):
        for j in range(columns):
            best, way = np.inf, 0
            if i == 0 and j == 0:
                best = 0.0
            if i > 0 and j > 0:
                best = total[i - 1, j - 1]
            if j > 0 and total[i, j - 1] < best:
                best, way = total[i, j - 1], 1
            if i > 0 and total[i - 1, j] < best:
                best, way = total[i - 1, j], 2
            total[i, j] = best + cost[i, j]
            step[i, j] = way


@compiled
def trace_back(step, i, j, limited, out):
    """Fill out (n, 2) from the end with the cells of the best way to (i, j); returns how many there are."""
    n = 0
    while True:
        out[n, 0], out[n, 1] = i, j
        n += 1
        if i == 0 and j == 0:
            break
        way = step[i, j]
        if limited:
            if way == 1:
                out[n, 0], out[n, 1] = i, j - 1
                n += 1
                i, j = i - 1, j - 2
            elif way == 2:
                out[n, 0], out[n, 1] = i - 1, j
                n += 1
                i, j = i - 2, j - 1
            else:
                i, j = i - 1, j - 1
        elif way == 1:
            j -= 1
        elif way == 2:
            i -= 1
        else:
            i, j = i - 1, j - 1
        if i < 0 or j < 0:
            break
    return n


@compiled
def keep_nearest(tile, first_column, best, index):
    """Work tile (R, C) into the k smallest values a row, best (R, k) ascending, and their columns, index (R, k)."""
    rows, columns = tile.shape
    last = best.shape[1] - 1
    for i in range(rows):
        limit = best[i, last]
        for j in range(columns):
            value = tile[i, j]
            if value < limit:
                place = last
                while place > 0 and best[i, place - 1] > value:
                    best[i, place], index[i, place] = best[i, place - 1], index[i, place - 1]
                    place -= 1
                best[i, place], index[i, place] = value, first_column + j
                limit = best[i, last]
