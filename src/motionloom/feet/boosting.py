"""Boosted trees that tell a plant from its description, as plain arrays.

Every tree asks the same few questions of every row, one a level, so that a row's leaf is a number of as many bits (oblivious trees, as in
CatBoost: Prokhorenkova and others 2018). They are grown one after the other, each to make up for what those before got
wrong (Friedman 2001), each on some of the rows and of the features only (Friedman 2002).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.skeleton import set_array
from motionloom.feet.plants import Bits

BINS = 64  # values of a feature that are told apart while trees are grown
FEWEST = 8  # features that a tree may choose among, where there are as many
MOST = 8.0  # log odds: no leaf is surer than that


@dataclass(frozen=True)
class TreeOptions:
    """How trees are grown: how many, how many questions each, how much of a tree's answer counts, how many examples a leaf must be worth
    before it is believed, and how few (by the curvature of their loss) no leaf may have; what share of the rows and of the features each
    tree is grown on, drawn by a seed."""

    trees: int = 120
    depth: int = 5
    rate: float = 0.12
    stiffness: float = 5.0
    least: float = 2.0
    rows: float = 0.6
    features: float = 0.3
    seed: int = 0


@dataclass(frozen=True, eq=False)
class Trees:
    """Trees of one bit: questions (T, depth) which number of a description, limits (T, depth) above which the answer is yes, values
    (T, 2 ** depth) log odds of the leaves, start the log odds before any tree."""

    questions: NDArray[np.int16]
    limits: NDArray[np.float32]
    values: NDArray[np.float32]
    start: float = 0.0

    def __post_init__(self) -> None:
        set_array(self, "questions", self.questions, (None, None), np.int16)
        set_array(self, "limits", self.limits, self.questions.shape, np.float32)
        set_array(self, "values", self.values, (len(self.questions), 2 ** self.questions.shape[1]), np.float32)

    def odds(self, columns: NDArray[np.float32]) -> NDArray[np.float32]:
        """Log odds (N,) that rows, as columns (D, N), are planted."""
        from motionloom.feet._boosting import evaluate

        return np.asarray(evaluate(columns, self.questions, self.limits, self.values, self.start))


def grow(columns: NDArray[np.float32], planted: Bits, options: TreeOptions | None = None) -> Trees:
    """Trees that tell planted (P,) from descriptions of as many rows, as columns (D, P)."""
    options = options or TreeOptions()
    rng = np.random.default_rng(options.seed)
    edges = [_edges(column) for column in columns]
    binned = np.stack([np.searchsorted(edge, column) for edge, column in zip(edges, columns, strict=True)]).astype(np.uint8)
    share = float(np.clip(planted.mean(), 1e-3, 1 - 1e-3))
    start = float(np.log(share / (1 - share)))
    odds = np.full(len(planted), start)
    questions = np.zeros((options.trees, options.depth), np.int16)
    limits = np.zeros((options.trees, options.depth), np.float32)
    values = np.zeros((options.trees, 2**options.depth), np.float32)
    for tree in range(options.trees):
        chance = 1 / (1 + np.exp(-odds))
        slopes = planted - chance, np.maximum(chance * (1 - chance), 1e-6)
        rows = np.flatnonzero(rng.random(len(planted)) < options.rows) if options.rows < 1 else np.arange(len(planted))
        few = min(len(columns), max(FEWEST, int(options.features * len(columns))))
        chosen = np.sort(rng.choice(len(columns), few, replace=False))
        leaves = _ask(columns, binned, edges, slopes, rows, chosen, options, questions[tree], limits[tree])
        gradient, curvature = (np.bincount(leaves[rows], slope[rows], 2**options.depth) for slope in slopes)
        values[tree] = np.clip(options.rate * gradient / (curvature + options.stiffness), -MOST, MOST)
        odds += values[tree][leaves]
    return Trees(questions, limits, values, start)


def _ask(
    columns: NDArray[np.float32],
    binned: NDArray[np.uint8],
    edges: list[NDArray[np.float32]],
    slopes: tuple[NDArray[np.float64], NDArray[np.float64]],
    rows: NDArray[np.intp],
    chosen: NDArray[np.intp],
    options: TreeOptions,
    questions: NDArray[np.int16],
    limits: NDArray[np.float32],
) -> NDArray[np.int64]:
    """Fill in questions (depth,) and limits (depth,) of one tree, found by some rows and the features chosen; every row's leaf (P,)."""
    from motionloom.feet._boosting import find_split

    seen, gradients, curvatures = np.ascontiguousarray(binned[np.ix_(chosen, rows)]), slopes[0][rows], slopes[1][rows]
    leaves = np.zeros(columns.shape[1], np.int64)
    for level in range(options.depth):
        sums = np.zeros((len(chosen), 2**level, BINS, 2))
        found, cut = find_split(seen, leaves[rows], gradients, curvatures, sums, options.stiffness, options.least)
        feature = int(chosen[found])
        questions[level] = feature
        limits[level] = edges[feature][min(cut, len(edges[feature]) - 1)] if len(edges[feature]) else 0.0
        leaves = 2 * leaves + (columns[feature] > limits[level])
    return leaves


def _edges(column: NDArray[np.float32]) -> NDArray[np.float32]:
    """Values between which a feature's bins lie, ascending, at most BINS - 1."""
    shares = np.arange(1, BINS) / BINS
    return np.unique(np.quantile(column, shares).astype(np.float32))
