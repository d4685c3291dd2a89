"""Logistic regression over some fifty terms of a motion: it learns from few verdicts, and draws its line by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.score.motion_terms import GROUPS, measure_motion
from motionloom.score.objective_set import Example
from motionloom.score.scorers.base import Score, Scorer, Trial, naturals, plants_of
from motionloom.score.scorers.registry import register

COST = 0.03  # of being wrong, against large weights: few verdicts must not be learnt by heart
FAR = 4.0  # spreads from what is natural: what is farther out is not worse still
LEAST_SPREAD = 1e-3
USUAL = 1.4826  # times the median distance from the middle: a standard deviation that a few odd captures do not change

Array = NDArray[np.float64]


@register
@dataclass(frozen=True, eq=False)
class LogisticTerms(Scorer):
    """How much more likely unnatural than natural, as a logarithm: above 0 it calls a motion unnatural.

    Terms (D,) are measured from middle (D,) in spreads (D,) of natural motion; what lies beside it and how far count, each with a weight
    (2, D); bias: the rest.
    """

    name: ClassVar[str] = "logistic"
    title: ClassVar[str] = "logistic regression"
    trials: ClassVar[tuple[Trial, ...]] = (Trial(), Trial("kind seen", unseen=False))
    needs_damaged: ClassVar[bool] = True
    line: ClassVar[float | None] = 0.0
    middle: Array
    spread: Array
    weights: Array
    bias: float

    def score(self, motion: Motion, plants: NDArray[np.bool_] | None = None, targets: Array | None = None) -> Score:
        """The logarithm, and what each group of terms adds to it."""
        measured = measure_motion(motion, plants_of(motion, plants))
        parts = (self.weights * _stand_off(_to_row(measured), self.middle, self.spread)).sum(axis=0)
        owners = np.repeat(np.arange(len(GROUPS)), [len(measured[group]) for group in GROUPS])
        shares = np.bincount(owners, parts, len(GROUPS))
        return Score(float(parts.sum()) + self.bias, dict(zip(GROUPS, map(float, shares), strict=True)))

    @classmethod
    def fit(cls, examples: Sequence[Example], rng: np.random.Generator) -> Self:
        """Natural examples against the others, however many there are of each."""
        from sklearn.linear_model import LogisticRegression

        naturals(examples)
        said = np.array([not example.natural for example in examples])
        if not said.any():
            raise MotionError("the logistic scorer learns from unnatural examples too, and none was given")
        rows = np.stack([_to_row(measure_motion(example.motion, example.plants)) for example in examples])
        middle = np.median(rows[~said], axis=0)
        spread = USUAL * np.median(np.abs(rows[~said] - middle), axis=0) + LEAST_SPREAD
        machine = LogisticRegression(C=COST, max_iter=5000, class_weight="balanced")
        machine.fit(_stand_off(rows, middle, spread).reshape(len(rows), -1), said)
        return cls(middle, spread, machine.coef_[0].reshape(2, -1), float(machine.intercept_[0]))

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Its parameters as named arrays."""
        return {"middle": self.middle, "spread": self.spread, "weights": self.weights, "bias": np.array(self.bias)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The scorer that `to_arrays` described."""
        return cls(arrays["middle"], arrays["spread"], arrays["weights"], float(arrays["bias"]))


def _to_row(measured: Mapping[str, Mapping[str, float]]) -> Array:
    return np.array([value for group in GROUPS for value in measured[group].values()])


def _stand_off(rows: Array, middle: Array, spread: Array) -> Array:
    """Terms (..., D) in spreads from the middle, and how far that is on either side: (..., 2, D)."""
    away = np.clip((rows - middle) / spread, -FAR, FAR)
    return np.stack([away, np.abs(away)], axis=-2)
