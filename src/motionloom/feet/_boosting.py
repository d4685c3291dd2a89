"""Boosted trees, compiled. Imported only where it runs: numba takes a while to load."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.core.threads import run_in_chunks

CHUNK = 1024
TILE = 128  # frames whose leaves are found together: what they look at stays in the nearest cache


@compiled
def _gather(binned, leaves, gradients, curvatures, bins, start, stop, sums):
    """Fill sums (D, leaves, bins, 2) of features start..stop with the gradients and curvatures of binned rows (D, P)."""
    for d in range(start, stop):
        sums[d] = 0
        for row in range(binned.shape[1]):
            cell = sums[d, leaves[row], binned[d, row]]
            cell[0] += gradients[row]
            cell[1] += curvatures[row]


@compiled
def _best_split(sums, stiffness, least, gains, start, stop):
    """Fill gains (D, bins) of features start..stop: what one question, asked of every leaf of sums (D, leaves, bins, 2), would win."""
    for d in range(start, stop):
        gains[d] = 0
        for leaf in range(sums.shape[1]):
            all_gradient, all_curvature = sums[d, leaf, :, 0].sum(), sums[d, leaf, :, 1].sum()
            whole = all_gradient * all_gradient / (all_curvature + stiffness)
            gradient, curvature = 0.0, 0.0
            for b in range(sums.shape[2] - 1):
                gradient += sums[d, leaf, b, 0]
                curvature += sums[d, leaf, b, 1]
                rest, weight = all_gradient - gradient, all_curvature - curvature
                if curvature >= least and weight >= least:
                    gains[d, b] += gradient * gradient / (curvature + stiffness) + rest * rest / (weight + stiffness) - whole


def find_split(binned: Any, leaves: Any, gradients: Any, curvatures: Any, sums: Any, stiffness: float, least: float) -> tuple[int, int]:
    """The feature and bin by which every leaf is best parted: rows whose bin is greater go on."""
    gains = np.empty((len(binned), sums.shape[2]))

    def work(start: int, stop: int) -> None:
        _gather(binned, leaves, gradients, curvatures, sums.shape[2], start, stop, sums)
        _best_split(sums, stiffness, least, gains, start, stop)

    run_in_chunks(work, len(binned), chunk=16)
    feature, cut = np.unravel_index(int(np.argmax(gains)), gains.shape)
    return int(feature), int(cut)


@compiled
def _evaluate(columns, questions, limits, values, start, stop, out):
    """Add to out (N,) of rows start..stop the leaves (T, 2 ** depth) that columns (D, N) reach."""
    reached = np.empty(TILE, np.int32)
    for first in range(start, stop, TILE):
        count = min(TILE, stop - first)
        for tree in range(len(questions)):
            reached[:count] = 0
            for level in range(questions.shape[1]):
                column, limit = columns[questions[tree, level]], limits[tree, level]
                for row in range(count):
                    reached[row] = 2 * reached[row] + (column[first + row] > limit)
            for row in range(count):
                out[first + row] += values[tree, reached[row]]


def evaluate(columns: Any, questions: Any, limits: Any, values: Any, start: float) -> Any:
    """Log odds (N,) of described rows, as columns (D, N)."""
    out = np.full(columns.shape[1], start, np.float32)
    run_in_chunks(lambda a, b: _evaluate(columns, questions, limits, values, a, b, out), len(out), chunk=CHUNK)
    return out
