"""Compiled loops of the alignment room."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

import numpy as np

from motionloom.core._compiled import borrowing, compiled, fma

PART = 268  # columns of one product in a row of a tile
STRIDE = 815  # numbers in a row of a tile: three products side by side
DOWN = STRIDE + 1  # from a cell to the next on its diagonal: a multiple of 16, so that vectors stay aligned
TAPS, BLOCK = 10, 4
ZERO, TWO = np.float32(0.0), np.float32(2.0)


@compiled
def finish_tile(products, paths, squares_a, squares_b, taper, sums, out, row, column):
    """Sum products along the diagonal of each window and turn them into the distances of R x C cells of out, from (row, column) on.

    products (n * STRIDE,): cosines, sines and heights of each pair of frames, PART columns each; paths (R, 2 C); squares_a (R,) and
    squares_b (C,); taper (n,), filled up with zeros to a multiple of TAPS; sums (3, BLOCK * DOWN): room to work in. What lies beyond
    the tile must be finite, and is not used. All arrays lie in one piece: a part of a matrix would be written one number at a time.
    """
    rows, columns = squares_a.shape[0], squares_b.shape[0]
    wide = max(columns, 2 * BLOCK)  # so that the ends of a diagonal do not meet
    for i in range(0, rows, BLOCK):
        for m in range(3):
            for k in range(0, taper.shape[0], TAPS):
                _add_diagonals(products[i * STRIDE + m * PART + k * DOWN :], taper[k : k + TAPS], wide, np.float32(k > 0), sums[m])
        for r in range(min(BLOCK, rows - i)):
            at = r * STRIDE
            cosines, sines, heights = sums[0, at:], sums[1, at:], sums[2, at:]
            _combine(cosines, sines, heights, paths[i + r], squares_a[i + r], squares_b, columns, out[row + i + r, column:])


@compiled
def _add_diagonals(product, taper, columns, keep, sums):
    """Ten frames of the window, for four rows at once: cells on one diagonal share nine of the ten numbers they add up.

    Every offset is known to the compiler, which else could not tell that reading and writing do not overlap and would leave the
    loop one number at a time.
    """
    w0, w1, w2, w3, w4 = taper[0], taper[1], taper[2], taper[3], taper[4]
    w5, w6, w7, w8, w9 = taper[5], taper[6], taper[7], taper[8], taper[9]
    for j in range(columns - BLOCK + 1):
        v0, v1, v2, v3 = product[j], product[j + DOWN], product[j + 2 * DOWN], product[j + 3 * DOWN]
        v4, v5, v6, v7 = product[j + 4 * DOWN], product[j + 5 * DOWN], product[j + 6 * DOWN], product[j + 7 * DOWN]
        v8, v9, va, vb = product[j + 8 * DOWN], product[j + 9 * DOWN], product[j + 10 * DOWN], product[j + 11 * DOWN]
        vc = product[j + 12 * DOWN]
        s0 = fma(w0, v0, fma(w1, v1, fma(w2, v2, fma(w3, v3, fma(w4, v4, fma(w5, v5, fma(w6, v6, fma(w7, v7, fma(w8, v8, w9 * v9)))))))))
        s1 = fma(w0, v1, fma(w1, v2, fma(w2, v3, fma(w3, v4, fma(w4, v5, fma(w5, v6, fma(w6, v7, fma(w7, v8, fma(w8, v9, w9 * va)))))))))
        s2 = fma(w0, v2, fma(w1, v3, fma(w2, v4, fma(w3, v5, fma(w4, v6, fma(w5, v7, fma(w6, v8, fma(w7, v9, fma(w8, va, w9 * vb)))))))))
        s3 = fma(w0, v3, fma(w1, v4, fma(w2, v5, fma(w3, v6, fma(w4, v7, fma(w5, v8, fma(w6, v9, fma(w7, va, fma(w8, vb, w9 * vc)))))))))
        sums[j] = fma(keep, sums[j], s0)
        sums[j + DOWN] = fma(keep, sums[j + DOWN], s1)
        sums[j + 2 * DOWN] = fma(keep, sums[j + 2 * DOWN], s2)
        sums[j + 3 * DOWN] = fma(keep, sums[j + 3 * DOWN], s3)
    for r in range(BLOCK):  # the cells at both ends whose diagonal not all four rows have: three a row, side by side
        row = r * STRIDE
        j0 = row + (0 if r > 0 else columns - BLOCK + 1)
        j1 = row + (1 if r > 1 else columns - BLOCK + 2)
        j2 = row + (2 if r > 2 else columns - BLOCK + 3)
        t0, t1, t2 = ZERO, ZERO, ZERO
        for k in range(TAPS - 1, -1, -1):
            w, at = taper[k], k * DOWN
            t0, t1, t2 = fma(w, product[j0 + at], t0), fma(w, product[j1 + at], t1), fma(w, product[j2 + at], t2)
        sums[j0], sums[j1], sums[j2] = fma(keep, sums[j0], t0), fma(keep, sums[j1], t1), fma(keep, sums[j2], t2)


@compiled
def _combine(cosines, sines, heights, paths, square, squares, columns, out):
    """The distances out (C,) of one row."""
    path, turned = paths[:columns], paths[columns:]
    for j in range(columns):
        a, b = cosines[j] + path[j], sines[j] + turned[j]
        out[j] = max(fma(-TWO, math.sqrt(fma(a, a, b * b)), fma(-TWO, heights[j], square + squares[j])), ZERO)


@compiled
def accumulate_limited(cost, total, step):
    """Least cost (in place) of warps with slopes between 1/2 and 2 from (0, 0): the symmetric steps with P = 1 of Sakoe and Chiba 1978.

    step: zeros to begin with; 1 two columns for one row, -1 two rows for one column. total is infinite where no legal warp arrives.
    """
    rows, columns = cost.shape
    total[:2] = np.inf
    total[:, :2] = np.inf
    _begin_limited(cost, total, step)
    for i in range(2, rows):
        _fill_row(cost, total, step, i, 2, columns)


@borrowing
def accumulate_corner_to_corner(cost, total, step):
    """As `accumulate_limited`, of a square and for warps that end in its last corner: only in the `legal_columns`. total: infinite to begin
    with; step: 0. cost is needed in those columns and in one to either side, through which two steps for one pass; elsewhere it is 0."""
    count = cost.shape[0]
    _begin_limited(cost, total, step)
    for i in range(2, count):
        first, stop = legal_columns(i, count)
        _fill_row(cost, total, step, i, max(first, 2), stop)


@borrowing
def legal_columns(row, count):
    """The columns first:stop of a row through which warps with slopes between 1/2 and 2 can pass from corner to corner of a square."""
    last = count - 1
    return max((row + 1) // 2, 2 * row - last), min(2 * row, last - (last - row + 1) // 2) + 1


@borrowing
def _begin_limited(cost, total, step):
    """The cells of the first rows and columns of `accumulate_limited` at which a legal warp arrives."""
    rows, columns = cost.shape
    total[0, 0] = 2 * cost[0, 0]
    if rows > 1 and columns > 1:
        total[1, 1] = total[0, 0] + 2 * cost[1, 1]
    if rows > 1 and columns > 2:
        total[1, 2], step[1, 2] = total[0, 0] + 2 * cost[1, 1] + cost[1, 2], 1
    if rows > 2 and columns > 1:
        total[2, 1], step[2, 1] = total[0, 0] + 2 * cost[1, 1] + cost[2, 1], -1


@borrowing
def _fill_row(cost, total, step, i, begin, stop):
    """The cells begin:stop of a row of `accumulate_limited`, none before the third column, many at a time: they look at rows above only.

    Every array is shifted so that one index serves all: `far[j - 2]` would be tested for a negative index, cell by cell.
    """
    here, before, above = cost[i, begin:], cost[i, begin - 1 :], cost[i - 1, begin:]
    near, far, high = total[i - 1, begin - 1 :], total[i - 1, begin - 2 :], total[i - 2, begin - 1 :]
    sums, ways = total[i, begin:], step[i, begin:]
    for j in range(stop - begin):
        best = near[j] + 2 * here[j]
        wide = far[j] + 2 * before[j] + here[j]
        steep = high[j] + 2 * above[j] + here[j]
        way = 1 if wide < best else 0
        best = min(wide, best)
        ways[j] = -1 if steep < best else way
        sums[j] = min(steep, best)


@compiled
def accumulate_steep(cost, total, step, most):
    """As `accumulate_limited`, for slopes between 1 / most and most.

    step: how many columns (above 0) or rows (below 0) follow while the other waits, after one diagonal.
    """
    rows, columns = cost.shape
    for i in range(rows):
        for j in range(columns):
            best, way = np.inf, 0
            if i == 0 and j == 0:
                best = 2 * cost[i, j]
            waited = 0.0
            for m in range(min(most, j) if i > 0 else 0):
                other = total[i - 1, j - 1 - m] + 2 * cost[i, j - m] + waited
                waited += cost[i, j - m]
                if other < best:
                    best, way = other, m
            waited = 0.0
            for m in range(min(most, i) if j > 0 else 0):
                other = total[i - 1 - m, j - 1] + 2 * cost[i - m, j] + waited
                waited += cost[i - m, j]
                if other < best:
                    best, way = other, -m
            total[i, j] = best
            step[i, j] = way


@borrowing
def trace_limited(step, i, j, out):
    """Fill out (n, 2) from the end with the cells of the best limited warp to (i, j); returns how many there are."""
    n = 0
    while i >= 0 and j >= 0:
        out[n, 0], out[n, 1] = i, j
        n += 1
        way = step[i, j]
        for _ in range(abs(way)):
            i, j = (i, j - 1) if way > 0 else (i - 1, j)
            out[n, 0], out[n, 1] = i, j
            n += 1
        i, j = i - 1, j - 1
    return n


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
def trace_free(step, i, j, out):
    """`trace_limited` for `accumulate_free`."""
    n = 0
    while i >= 0 and j >= 0:
        out[n, 0], out[n, 1] = i, j
        n += 1
        way = step[i, j]
        i, j = (i, j - 1) if way == 1 else (i - 1, j) if way == 2 else (i - 1, j - 1)
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
