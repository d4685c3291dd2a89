"""A number that a person asks for, mapped to weights of a state's clips by radial basis functions (section 5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.parameters.kind import Clips, ParameterKind, find_kind
from motionloom.core import Motion
from motionloom.core.errors import MotionError, list_names

GRID = 65  # entries of the table that stands in for the functions at run time
SAMPLES = 200


@dataclass(frozen=True, eq=False)
class Parameter:
    """A name, the values (GRID,) it can take, and the weights (GRID, K) of the clips for each.

    samples (N, K): weights of blends that were measured; measured (N,): their values. words: what whole values are called, styles say.
    """

    name: str
    values: NDArray[np.float64]
    weights: NDArray[np.float64]
    samples: NDArray[np.float64]
    measured: NDArray[np.float64]
    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        find_kind(self.name)
        if np.shape(self.values) != (GRID,) or np.ndim(self.weights) != 2 or len(self.weights) != GRID:
            raise MotionError(
                f"{self.name} needs {GRID} values and the weights of each, found {np.shape(self.values)}, {np.shape(self.weights)}"
            )
        if not np.isfinite(self.values).all() or np.any(np.diff(self.values) < 0):
            raise MotionError(f"the values of {self.name} must be finite and increase")
        if not np.isfinite(self.weights).all() or np.any(np.asarray(self.weights) < 0):
            raise MotionError(f"the weights of {self.name} must be finite and not negative")

    @property
    def kind(self) -> ParameterKind:
        """What it is."""
        return find_kind(self.name)

    def value_of(self, word: str) -> float:
        """The value that a word stands for, or an error that says which words there are."""
        if word not in self.words:
            raise MotionError(f"no {self.name} {word!r}; there are {list_names(self.words) or 'numbers only'}")
        return float(self.words.index(word))

    def weights_at(self, value: float) -> NDArray[np.float64]:
        """Weights (K,) for a value; values beyond the ends count as the ends."""
        return np.array([np.interp(value, self.values, column) for column in self.weights.T])


def make_parameter(
    name: str,
    motions: Sequence[Motion],
    frames: NDArray[np.float64],
    lap: tuple[float, float],
    seed: int = 0,
    words: tuple[str, ...] = (),
    order: tuple[str, ...] = (),
) -> Parameter | None:
    """The parameter over blends of these clips; None for one clip, which has nothing to steer.

    words: of each clip, and all of the machine's in their order, where the parameter has words.
    """
    from scipy.interpolate import RBFInterpolator

    kind, clips, count = find_kind(name), Clips(motions, frames, lap, words, order), len(motions)
    if count < 2:
        return None
    if kind.table is not None:
        values, weights = kind.table(clips, GRID)
        return Parameter(name, values, weights, np.eye(count), kind.measure(clips, np.eye(count)), order or words)
    samples = sample_weights(count, np.random.default_rng(seed))
    measured = measure(name, motions, frames, lap, samples)
    if np.ptp(measured) < 1e-3:
        raise MotionError(
            f"the clips do not differ in {name}: {measured.min():.3f} to {measured.max():.3f}; take others or another parameter"
        )
    values = np.linspace(measured.min(), measured.max(), GRID)
    # Blends of few clips come first: where two samples have one value the mean of both would blur the motion.
    function = RBFInterpolator(measured[:, None], samples, kernel="gaussian", epsilon=8 / np.ptp(measured), smoothing=1e-2, degree=1)
    weights = np.maximum(function(values[:, None]), 0.0)
    weights /= weights.sum(axis=1, keepdims=True)
    return _straighten(Parameter(name, values, weights, samples, measured), motions, frames, lap)


def sample_weights(count: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Weights (N, K): each clip alone, even steps between every two, and random blends."""
    rows = [np.eye(count)]
    for a in range(count):
        for b in range(a + 1, count):
            share = np.linspace(0.1, 0.9, 9)[:, None]
            rows.append((1 - share) * np.eye(count)[a] + share * np.eye(count)[b])
    rest = max(SAMPLES - sum(map(len, rows)), 0)
    return np.concatenate([*rows, rng.dirichlet(np.full(count, 0.5), rest)])


def measure(
    name: str, motions: Sequence[Motion], frames: NDArray[np.float64], lap: tuple[float, float], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Value (N,) of a parameter for each row of weights (N, K): the mean over one lap."""
    return find_kind(name).measure(Clips(motions, frames, lap), weights)


def _straighten(parameter: Parameter, motions: Sequence[Motion], frames: NDArray[np.float64], lap: tuple[float, float]) -> Parameter:
    """The table read where the functions give what was asked: clipped weights miss a little, measuring them again says by how much."""
    got = measure(parameter.name, motions, frames, lap, parameter.weights)
    order = np.argsort(got, kind="stable")
    values = np.linspace(got.min(), got.max(), GRID)
    weights = np.stack([np.interp(values, got[order], column[order]) for column in parameter.weights.T], axis=1)
    weights /= weights.sum(axis=1, keepdims=True)
    return replace(parameter, values=values, weights=weights)
