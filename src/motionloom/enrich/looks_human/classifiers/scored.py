"""Scorers of naturalness as classifiers of frames: what each says of a moment, over the second about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.enrich.looks_human.classifier import REACH, Classifier, Values
from motionloom.score import scorers
from motionloom.score.filters import least_over
from motionloom.score.objective_set import Example
from motionloom.score.scorers.base import Score


@dataclass(frozen=True, eq=False)
class Scored(Classifier):
    """A scorer of `score`, by its name, whose trace is turned round: the higher, the more human."""

    scorer_name: ClassVar[str]
    scorer: scorers.Scorer

    def trace(self, score: Score) -> Values:
        """What the scorer says of each frame (F,): the higher, the less natural."""
        return next(iter(score.traces.values()))

    def values(self, motion: Motion, plants: NDArray[np.bool_]) -> Values:
        """The worst of its trace in the second about each frame (F,), turned round."""
        return np.asarray(least_over(-self.trace(self.scorer.score(motion, plants)), round(REACH * motion.fps)))

    @classmethod
    def fit(cls, examples: Sequence[Example], rng: np.random.Generator) -> Self:
        """The scorer trained on the examples."""
        return cls(scorers.find(cls.scorer_name).fit(list(examples), rng))

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The scorer's parameters as named arrays."""
        return self.scorer.to_arrays()

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The classifier that `to_arrays` described."""
        return cls(scorers.find(cls.scorer_name).from_arrays(arrays))
