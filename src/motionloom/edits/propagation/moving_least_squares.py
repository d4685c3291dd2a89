"""Moving least squares: a line fitted to the examples nearest to each frame; quicker than a process, its confidence is worse."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.edits.propagation.features import Features
from motionloom.edits.propagation.gaussian_process import mean_square, share_out
from motionloom.edits.propagation.predictor import Lessons, Prediction, Projection, fit_projection

Floats = NDArray[np.float64]
INPUTS = 8  # numbers that features are seen as: a line through three cycles has no more to go by
RIDGE = 1e-2
NEAREST = 12  # frames: how far the one so near is, is the width of the weights
CHUNK = 2048
TOP = 3  # highest weights whose mean is the confidence (paper 000, section 6.3)


@dataclass(frozen=True, eq=False)
class MovingLeastSquares:
    """The frames it knows (N, K), their outputs (N, C), and the width of the weights."""

    projection: Projection
    known: Floats
    outputs: Floats
    width: float
    spread: Floats
    energy: float

    def predict(self, features: Features) -> Prediction:
        """The outputs for the features of F frames; the variance is that of the outputs, less the confidence."""
        x = self.projection(features)
        mean, variance = np.empty((len(x), self.outputs.shape[1])), np.empty(len(x))
        for start in range(0, len(x), CHUNK):
            rows = slice(start, start + CHUNK)
            mean[rows], variance[rows] = self._predict(x[rows])
        return Prediction(mean, self.energy * variance, self.energy, self.energy * variance[:, None] * self.spread)

    def _predict(self, x: Floats) -> tuple[Floats, Floats]:
        squares = np.einsum("nk,nk->n", x, x)[:, None] - 2 * x @ self.known.T + np.einsum("nk,nk->n", self.known, self.known)
        nearest = np.maximum(squares.min(axis=1, keepdims=True), 0.0)
        bare = np.exp(-0.5 * np.maximum(squares, 0.0) / self.width**2)
        weights = np.exp(-0.5 * (squares - nearest) / (self.width**2 + nearest))  # far from all examples some still count
        rows = np.column_stack([np.ones(len(self.known)), self.known])
        size = rows.shape[1]
        pairs = (rows[:, :, None] * rows[:, None]).reshape(len(rows), -1)
        normal = (weights @ pairs).reshape(-1, size, size)
        total = weights.sum(axis=1)
        ridge = np.diag([1e-6, *[RIDGE * self.width**2] * (size - 1)])
        right = np.einsum("fn,nk,nc->fkc", weights, rows, self.outputs, optimize=True)
        lines = np.linalg.solve(normal + total[:, None, None] * ridge, right)
        mean = np.einsum("fk,fkc->fc", np.column_stack([np.ones(len(x)), x]), lines)
        top = np.partition(bare, -min(TOP, bare.shape[1]), axis=1)[:, -TOP:].mean(axis=1)
        return mean, 1.0 - top


def fit_moving_least_squares(lessons: Lessons) -> MovingLeastSquares:
    """Moving least squares of lessons."""
    together = Features(lessons.features.values, np.zeros_like(lessons.features.groups))
    projection, outputs = fit_projection(together, INPUTS), lessons.outputs
    x = projection(together)
    some = x[np.linspace(0, len(x) - 1, min(200, len(x))).astype(np.intp)]
    away = np.sqrt(np.maximum(np.einsum("nk,nk->n", some, some)[:, None] - 2 * some @ x.T + np.einsum("nk,nk->n", x, x), 0.0))
    width = float(np.median(np.partition(away, min(NEAREST, len(x) - 1), axis=1)[:, min(NEAREST, len(x) - 1)])) or 1.0
    return MovingLeastSquares(projection, x, outputs, width, share_out(np.square(outputs).mean(axis=0))[1], mean_square(outputs))
