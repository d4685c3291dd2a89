"""More examples than a dense process can hold: all of them seen through the few that say most (inducing points)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve, solve_triangular

from motionloom.edits.propagation.features import Features
from motionloom.edits.propagation.gaussian_process import (
    DENSE,
    INPUTS,
    GaussianProcess,
    condition,
    fit_kernel,
    mean_square,
    parts_of,
    predict_by_chunks,
    share_out,
)
from motionloom.edits.propagation.kernel import SLOW, Kernel
from motionloom.edits.propagation.predictor import Lessons, Prediction, Projection, fit_projection
from motionloom.edits.propagation.shown import Shown, show

Floats = NDArray[np.float64]
POINTS = 512  # frames that stand for all


@dataclass(frozen=True, eq=False)
class InducedProcess:
    """A process conditioned on all examples through M of their frames (Titsias 2009; the projected process of Csato and Opper).

    known (M, K), outputs (M, C), solved (M, C), without (B, M, C): as those of a dense one, of these frames.
    """

    projection: Projection
    kernel: Kernel
    known: Floats
    outputs: Floats
    solved: Floats
    without: Floats
    factor: Floats
    inner: Floats
    mean: Floats
    amplitude: float
    spread: Floats
    energy: float
    shown: Shown

    def predict(self, features: Features) -> Prediction:
        """Means and variances for the features of F frames."""
        return predict_by_chunks(self, features)

    def doubt(self, x: Floats, across: Floats) -> Floats:
        """The variance (F,), in the kernel's unit, at scaled features x (F, K) whose kernels with what is known are across (F, M)."""
        bare = solve_triangular(self.factor, across.T, lower=True, check_finite=False)
        kept = solve_triangular(self.inner, bare, lower=True, check_finite=False)
        return self.kernel.at(x) - np.einsum("nf,nf->f", bare, bare) + np.einsum("nf,nf->f", kept, kept)


def fit_process(lessons: Lessons) -> GaussianProcess | InducedProcess:
    """A process of lessons: dense up to `DENSE` frames, through inducing points beyond."""
    projection = fit_projection(lessons.features, INPUTS)
    kernel = fit_kernel(projection, lessons)
    x = kernel.scale(projection(lessons.features))
    return condition(projection, kernel, x, lessons) if len(x) <= DENSE else induce(projection, kernel, x, lessons)


def induce(projection: Projection, kernel: Kernel, x: Floats, lessons: Lessons, points: int = POINTS) -> InducedProcess:
    """The process given all lessons, whose scaled features are x (N, K), through `points` of them.

    Noise counts as if each frame had its own, larger by as many frames as share it: the sums then stay N M^2.
    """
    outputs = lessons.outputs
    chosen = choose_points(kernel, x, points)
    known = x[chosen]
    inner_covariance = kernel.between(known, known)
    inner_covariance[np.diag_indices(len(known))] += 1e-6 * float(np.diag(inner_covariance).mean())
    factor = np.tril(cho_factor(inner_covariance, lower=True, check_finite=False)[0])
    bare = solve_triangular(factor, kernel.between(known, x), lower=True, check_finite=False)
    noise = kernel.noise * shared_frames(lessons.seconds)
    seen = np.eye(len(known)) + bare @ bare.T / noise
    inner = np.tril(cho_factor(seen, lower=True, check_finite=False)[0])
    ones = np.ones(len(x))
    weighed = (ones - bare.T @ cho_solve((inner, True), bare @ ones, check_finite=False) / noise) / noise
    mean = weighed @ outputs / weighed.sum()
    apart = outputs - mean
    right = cho_solve((inner, True), bare @ apart, check_finite=False) / noise
    solved = solve_triangular(factor.T, right, lower=False, check_finite=False)
    without = []
    for rows in parts_of(len(x)):
        less = cho_factor(seen - bare[:, rows] @ bare[:, rows].T / noise, lower=True, check_finite=False)
        answer = cho_solve(less, bare @ apart - bare[:, rows] @ apart[rows], check_finite=False) / noise
        without.append(solve_triangular(factor.T, answer, lower=False, check_finite=False))
    fit = (np.einsum("nc,nc->c", apart, apart) - np.einsum("mc,mc->c", bare @ apart, right)) / noise
    amplitude, spread = share_out(np.maximum(fit, 0.0) / len(x))
    learned = (known, outputs[chosen], solved, np.stack(without), factor, inner, mean)
    return InducedProcess(projection, kernel, *learned, amplitude, spread, mean_square(outputs), show(outputs))


def choose_points(kernel: Kernel, x: Floats, points: int) -> NDArray[np.intp]:
    """The rows of x (N, K) that leave least unknown of the others: each the one that the rows before it say least about.

    That is a pivoted Cholesky decomposition, N M^2 sums for M points.
    """
    left = kernel.at(x)
    count = min(points, len(x))
    columns = np.zeros((count, len(x)))
    chosen = np.zeros(count, np.intp)
    for number in range(count):
        row = int(np.argmax(left))
        if left[row] <= 1e-10:
            return chosen[:number]
        chosen[number] = row
        covariance = kernel.between(x[row : row + 1], x)[0] - columns[:number, row] @ columns[:number]
        columns[number] = covariance / np.sqrt(left[row])
        left = np.maximum(left - columns[number] ** 2, 0.0)
        left[row] = 0.0
    return chosen


def shared_frames(seconds: Floats) -> float:
    """How many neighbouring frames have the same noise, about."""
    return max(1.0, 2 * SLOW / max(float(np.median(np.diff(seconds))), 1e-6)) if len(seconds) > 1 else 1.0
