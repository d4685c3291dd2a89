"""The edit of a whole sequence: the one that is nearest to what all estimates say of it (paper 000, equation 6.13)."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_solve_banded, cholesky_banded

from motionloom.core.errors import MotionloomError
from motionloom.edits.propagation.features import MOMENT
from motionloom.edits.propagation.predictor import Prediction

Floats = NDArray[np.float64]
SUREST, UNSURE = 1e-4, 4.0  # shares of an edit that are not known: less counts as the one, more as the other


@dataclass(frozen=True)
class Weights:
    """How much counts what was learned of poses and of their second derivative (dynamics), and what the source says of both."""

    pose: float = 1.0
    dynamics: float = 0.001
    source_pose: float = 0.1
    source_dynamics: float = 0.001

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not (np.isfinite(value) and 0 <= value <= 1e6):
                raise MotionloomError(f"the weight {field.name} is 0 to a million, found {value!r}")
        if self.pose + self.source_pose <= 0:
            raise MotionloomError("one of the weights pose and source_pose must be above 0: nothing else says where the body is")


def solve_sequence(pose: Prediction, dynamics: Prediction, fps: float, weights: Weights) -> Floats:
    """Offsets (F, C) that weigh what the predictors say against the source, which says that there are none and that they stay so.

    Where a predictor is unsure, the source counts for as much as the predictor would if it were sure. dynamics: means a `MOMENT` squared.
    One banded matrix for all outputs, since pose and dynamics have one variance a frame each.
    """
    known, plain = _weigh(pose, weights.pose, weights.source_pose)
    right = known[:, None] * pose.mean
    if len(known) < 3 or weights.dynamics + weights.source_dynamics <= 0:
        return np.asarray(right / (known + plain)[:, None])
    moved, still = (each[1:-1] for each in _weigh(dynamics, weights.dynamics, weights.source_dynamics))
    scale = (MOMENT * fps) ** 2  # a second difference of neighbouring frames as one of frames a `MOMENT` apart
    curve = scale**2 * (moved + still)
    band = np.zeros((3, len(known)))  # L has rows (1, -2, 1), so L' W L has five diagonals; these are the lower three
    band[0] = known + plain
    band[0, :-2] += curve
    band[0, 1:-1] += 4 * curve
    band[0, 2:] += curve
    band[1, :-2] -= 2 * curve
    band[1, 1:-1] -= 2 * curve
    band[2, :-2] += curve
    wanted = (scale * moved)[:, None] * dynamics.mean[1:-1]
    right[:-2] += wanted
    right[1:-1] -= 2 * wanted
    right[2:] += wanted
    return np.asarray(cho_solve_banded((cholesky_banded(band, lower=True, check_finite=False), True), right, check_finite=False))


def _weigh(found: Prediction, weight: float, source: float) -> tuple[Floats, Floats]:
    """How much a prediction counts (F,) and how much the source: the one by its inverse variance, the other the opposite way."""
    unknown = np.clip(found.unknown, SUREST, UNSURE)
    energy = max(found.energy, 1e-12)
    return weight / (unknown * energy), source * unknown / energy
