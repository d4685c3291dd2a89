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
