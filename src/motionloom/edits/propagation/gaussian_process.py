"""Gaussian process regression with one kernel for all outputs, fitted by maximum likelihood with its analytic gradient."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve, solve_triangular
from scipy.optimize import minimize

from motionloom.edits.propagation.features import Features
from motionloom.edits.propagation.kernel import BROAD, Kernel, distances, noise_between
from motionloom.edits.propagation.predictor import Lessons, Prediction, Projection, to_doubts
from motionloom.edits.propagation.shown import Shown, show

Floats = NDArray[np.float64]
FITTED = 300  # frames that the kernel's parameters are fitted to
DENSE = 1200  # frames a dense process holds; beyond that inducing points
ITERATIONS = 40
INPUTS = 12  # numbers that each group of features is seen as
SLACK = 1.5  # of the logarithms' prior: how far parameters may go from where they start, in powers of e
CHUNK = 4096
PARTS = 6  # of the examples: one at a time is left out to see how much hangs on it


@dataclass(frozen=True, eq=False)
class GaussianProcess:
    """A fitted process: projection of the features, kernel, the frames it knows (N, K), their outputs (N, C), solved (N, C), factor (N, N).

    without (B, N, C): the solved outputs when one part of the frames is left out, for each part; mean (C,): of each output, estimated
    along; weighed (N,): the solved ones by which it was; amplitude: the variance of all outputs together that is one of the kernel's;
    spread (C,): each output's part of it; energy: mean square of the outputs; shown: how far they go.
    """

    projection: Projection
    kernel: Kernel
    known: Floats
    outputs: Floats
    solved: Floats
    without: Floats
    factor: Floats
    mean: Floats
    weighed: Floats
    amplitude: float
    spread: Floats
    energy: float
    shown: Shown

    def predict(self, features: Features) -> Prediction:
        """Means and variances for the features of F frames."""
        return predict_by_chunks(self, features)

    def doubt(self, x: Floats, across: Floats) -> Floats:
        """The variance (F,), in the kernel's unit, at scaled features x (F, K) whose kernels with what is known are across (F, N)."""
        explained = solve_triangular(self.factor, across.T, lower=True, check_finite=False)
        about_mean = (1 - across @ self.weighed) ** 2 / self.weighed.sum()
        return self.kernel.at(x) - np.einsum("nf,nf->f", explained, explained) + about_mean


class Conditioned(Protocol):
    """What dense processes and those through inducing points have in common; they differ in their doubt."""

    @property
    def projection(self) -> Projection: ...
    @property
    def kernel(self) -> Kernel: ...
    @property
    def known(self) -> Floats: ...
    @property
    def outputs(self) -> Floats: ...
    @property
    def solved(self) -> Floats: ...
    @property
    def without(self) -> Floats: ...
    @property
    def spread(self) -> Floats: ...
    @property
    def mean(self) -> Floats: ...
    @property
    def amplitude(self) -> float: ...
    @property
    def energy(self) -> float: ...
    @property
    def shown(self) -> Shown: ...
    def doubt(self, x: Floats, across: Floats) -> Floats: ...


def predict_by_chunks(process: Conditioned, features: Features) -> Prediction:
    """Means and variances for the features of F frames, some thousand at a time."""
    x = process.kernel.scale(process.projection(features))
    mean, variance = np.empty((len(x), process.solved.shape[1])), np.empty(len(x))
    doubts = np.empty_like(mean)
    for start in range(0, len(x), CHUNK):
        rows = slice(start, start + CHUNK)
        squared = distances(x[rows], process.known, x[rows] @ process.known.T)
        across, nearest = process.kernel.of_distances(squared), squared.argmin(axis=1)
        found = across @ process.solved
        mean[rows] = process.mean + found
        left = np.maximum(process.doubt(x[rows], across), 0.0)
        variance[rows] = process.amplitude * left
        sways = sum(np.square(across @ part - found) for part in process.without) * (1 - 1 / len(process.without))
        away = squared[np.arange(len(nearest)), nearest]
        leaves = np.square(mean[rows] - process.outputs[nearest])
        nothing = np.minimum(left / process.kernel.at(x[rows]), 1.0)
        doubts[rows] = to_doubts(variance[rows, None] * process.spread, nothing, away, sways, leaves)
    kept = process.shown.keep(process.shown.draw(mean, variance))
    return Prediction(kept, process.shown.limit(variance), process.energy, doubts)


def condition(projection: Projection, kernel: Kernel, x: Floats, lessons: Lessons) -> GaussianProcess:
    """The process of a known kernel given all lessons, whose scaled features are x (N, K)."""
    outputs = lessons.outputs
    covariance = kernel.between(x, x) + kernel.noise * noise_between(lessons.seconds)
    factor = cho_factor(covariance, lower=True, check_finite=False)
    weighed = cho_solve(factor, np.ones(len(x)), check_finite=False)
    mean = weighed @ outputs / weighed.sum()
    solved = cho_solve(factor, outputs - mean, check_finite=False)
    amplitudes = np.maximum(np.einsum("nc,nc->c", outputs - mean, solved), 0.0) / len(x)
    inverse = cho_solve(factor, np.eye(len(x)), check_finite=False)
    without = np.stack([_leave_out(inverse, solved, rows) for rows in parts_of(len(x))])
    learned = (x, outputs, solved, without, np.tril(factor[0]), mean, weighed)
    return GaussianProcess(projection, kernel, *learned, *share_out(amplitudes), mean_square(outputs), show(outputs))


def parts_of(count: int) -> list[slice]:
    """Frames in about `PARTS` stretches, of which one is left out at a time."""
    ends = np.unique(np.linspace(0, count, min(PARTS, count) + 1).astype(np.intp))
    return [slice(int(start), int(stop)) for start, stop in pairwise(ends)]


def _leave_out(inverse: Floats, solved: Floats, rows: slice) -> Floats:
    """The solved outputs (N, C) when some rows were never seen: zero there; by the inverse (N, N) of the whole covariance."""
    left = solved - inverse[:, rows] @ np.linalg.solve(inverse[rows, rows], solved[rows])
    left[rows] = 0.0
    return np.asarray(left)


def fit_kernel(projection: Projection, lessons: Lessons) -> Kernel:
    """The kernel under which the outputs of lessons are likeliest; each output has a mean and an amplitude of its own.

    Outputs count by how much they vary. Frames are thinned to `FITTED`.
    """
    count = len(lessons.outputs)
    rows = np.unique(np.linspace(0, count - 1, min(FITTED, count)).astype(np.intp))
    x, outputs = projection(lessons.features)[rows], lessons.outputs[rows]
    problem = _problem(x, projection.groups, outputs, noise_between(lessons.seconds[rows]))
    start = np.log([BROAD**2, 0.5, 0.02, *problem.usual])
    if not problem.shares.any():
        return _kernel(start, projection.groups)

    def cost(theta: Floats) -> tuple[float, Floats]:
        value, slope = _likelihood(theta, problem)
        away = (theta - start) / SLACK
        return value + float(away @ away) / 2, slope + away / SLACK

    from threadpoolctl import threadpool_limits

    bounds = [(value - 5.0, value + 5.0) for value in start]
    with threadpool_limits(1):  # matrices this small only make threads wait for each other, on a busy machine ten times as long
        found = minimize(cost, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": ITERATIONS})
    return _kernel(np.round(found.x, 3), projection.groups)


@dataclass(frozen=True, eq=False)
class _Problem:
    """What the likelihood is of: squared distances (G, N, N) of each group's features, outputs (N, C), the noise's
    covariance (N, N), how much each output counts (C,), nothing where none varies, and lengths (G,) that groups have by themselves."""

    squares: Floats
    outputs: Floats
    noise: Floats
    shares: Floats
    usual: Floats


def _problem(x: Floats, groups: NDArray[np.intp], outputs: Floats, noise: Floats) -> _Problem:
    kinds = np.unique(groups)
    squares = np.empty((len(kinds), len(x), len(x)))
    for number, kind in enumerate(kinds):
        part = x[:, groups == kind]
        squares[number] = distances(part, part, part @ part.T)
    varying = outputs.var(axis=0)
    shares = varying / varying.sum() if varying.sum() > 1e-14 else np.zeros_like(varying)
    usual = np.sqrt(np.maximum(squares.mean(axis=(1, 2)) * len(kinds), 1e-12))  # so that all of them together are one length apart
    return _Problem(squares, outputs, noise, shares, usual)


def _kernel(theta: Floats, groups: NDArray[np.intp]) -> Kernel:
    """The kernel of the logarithms (3 + G,) of its variances and its groups' lengths."""
    broad, alike, noise, *lengths = (float(value) for value in np.exp(theta))
    return Kernel(broad, alike, noise, np.array(lengths)[np.unique(groups, return_inverse=True)[1]])


def _likelihood(theta: Floats, problem: _Problem) -> tuple[float, Floats]:
    """The negative logarithm of the likelihood, the outputs' means and amplitudes at their best, and its gradient (3 + G,)."""
    broad, alike, noise, *_ = np.exp(theta)
    inverse_squares = np.exp(-2 * theta[3:])
    squared = np.tensordot(inverse_squares, problem.squares, 1)
    far, near = broad * np.exp(-0.5 / BROAD**2 * squared), alike * np.exp(-0.5 * squared)
    factor = cho_factor(far + near + noise * problem.noise, lower=True, check_finite=False)
    count = len(squared)
    inverse = cho_solve(factor, np.eye(count), check_finite=False)
    weighed = inverse.sum(axis=1)
    apart = problem.outputs - weighed @ problem.outputs / weighed.sum()
    solved = inverse @ apart
    fit = np.maximum(np.einsum("nc,nc->c", apart, solved), 1e-12)
    value = 0.5 * count * float(problem.shares @ np.log(fit)) + float(np.log(np.diag(factor[0])).sum())
    # d value / d K is half of this; every derivative of K is then a sum over it.
    outer = inverse - (solved * (count * problem.shares / fit)) @ solved.T
    by_far, by_near = outer * far, outer * near
    by_length = inverse_squares * np.tensordot(problem.squares, by_near + by_far / BROAD**2, 2)
    return value, 0.5 * np.array([by_far.sum(), by_near.sum(), noise * np.vdot(outer, problem.noise), *by_length])


def share_out(amplitudes: Floats) -> tuple[float, Floats]:
    """The sum of amplitudes (C,), and each one's part of it."""
    total = float(amplitudes.sum())
    return total, amplitudes / total if total > 0 else np.full(len(amplitudes), 1 / len(amplitudes))


def mean_square(outputs: Floats) -> float:
    """The mean over frames of the squares of outputs (N, C) together."""
    return float(np.einsum("nc,nc->", outputs, outputs) / len(outputs))
