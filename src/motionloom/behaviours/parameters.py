"""What a person steers a state by: a number such as turn, mapped to weights of its clips by radial basis functions (section 5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.core.heading import headings

NAMES = ("turn", "speed")  # radians a second to the left (about +y), metres a second
GRID = 65  # entries of the table that stands in for the functions at run time
SAMPLES = 200
EASE = 0.08  # seconds in which what is heard follows what is asked, and weights follow that


@dataclass(frozen=True, eq=False)
class Parameter:
    """A name, the values (GRID,) it can take, and the weights (GRID, K) of the clips for each.

    samples (N, K): weights of blends that were measured; measured (N,): their values.
    """

    name: str
    values: NDArray[np.float64]
    weights: NDArray[np.float64]
    samples: NDArray[np.float64]
    measured: NDArray[np.float64]

    def __post_init__(self) -> None:
        if self.name not in NAMES:
            raise MotionError(f"no parameter {self.name!r}; there are {' and '.join(NAMES)}")
        if np.shape(self.values) != (GRID,) or np.ndim(self.weights) != 2 or len(self.weights) != GRID:
            raise MotionError(
                f"{self.name} needs {GRID} values and the weights of each, found {np.shape(self.values)}, {np.shape(self.weights)}"
            )
        if not np.isfinite(self.values).all() or np.any(np.diff(self.values) < 0):
            raise MotionError(f"the values of {self.name} must be finite and increase")
        if not np.isfinite(self.weights).all() or np.any(np.asarray(self.weights) < 0):
            raise MotionError(f"the weights of {self.name} must be finite and not negative")

    def weights_at(self, value: float) -> NDArray[np.float64]:
        """Weights (K,) for a value; values beyond the ends count as the ends."""
        return np.array([np.interp(value, self.values, column) for column in self.weights.T])


def make_parameter(
    name: str, motions: Sequence[Motion], frames: NDArray[np.float64], lap: tuple[float, float], seed: int = 0
) -> Parameter | None:
    """The parameter over blends of these clips; None for one clip, which has nothing to steer."""
    from scipy.interpolate import RBFInterpolator

    if name not in NAMES:
        raise MotionError(f"no parameter {name!r}; there are {' and '.join(NAMES)}")
    count = len(motions)
    if count < 2:
        return None
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
    """Mean value (N,) of a parameter over one lap for each row of weights (N, K): rates are blended as the machine blends them."""
    at = np.arange(lap[0], lap[1])
    moved, lasted = np.zeros((len(at), len(motions))), np.zeros((len(at), len(motions)))
    for k, motion in enumerate(motions):
        own = np.interp(at, np.arange(len(frames)), frames[:, k])
        after = np.interp(at + 1, np.arange(len(frames)), frames[:, k])
        index = np.arange(len(motion))
        lasted[:, k] = np.maximum(after - own, 1e-6)
        if name == "turn":
            angle = headings(motion)
            moved[:, k] = np.interp(after, index, angle) - np.interp(own, index, angle)
        else:
            root = motion.root_positions.astype(np.float64)
            steps = [np.interp(after, index, root[:, c]) - np.interp(own, index, root[:, c]) for c in (0, 2)]
            moved[:, k] = np.hypot(*steps)
    # A step of the reference takes 1 / (vote for its pace) frames of time.
    time = 1 / ((1 / lasted) @ weights.T)
    return (moved @ weights.T).sum(axis=0) / (time.sum(axis=0) / motions[0].fps)


def _straighten(parameter: Parameter, motions: Sequence[Motion], frames: NDArray[np.float64], lap: tuple[float, float]) -> Parameter:
    """The table read where the functions give what was asked: clipped weights miss a little, measuring them again says by how much."""
    got = measure(parameter.name, motions, frames, lap, parameter.weights)
    order = np.argsort(got, kind="stable")
    values = np.linspace(got.min(), got.max(), GRID)
    weights = np.stack([np.interp(values, got[order], column[order]) for column in parameter.weights.T], axis=1)
    weights /= weights.sum(axis=1, keepdims=True)
    return Parameter(parameter.name, values, weights, parameter.samples, parameter.measured)
