"""A scorer: the slower a motion, the less natural. It has nothing to learn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.score.objective_set import Example
from motionloom.score.scorers.base import Score, Scorer
from motionloom.score.scorers.registry import register


@register
@dataclass(frozen=True)
class Slowness(Scorer):
    """One over the mean speed of all joints."""

    name: ClassVar[str] = "slowness"
    title: ClassVar[str] = "Slowness"
    needs_training: ClassVar[bool] = False
    learns: ClassVar[bool] = False

    def score(self, motion: Motion, plants: NDArray[np.bool_] | None = None, targets: NDArray[np.float64] | None = None) -> Score:
        """Seconds a metre."""
        steps = np.linalg.norm(np.diff(motion.positions(), axis=0), axis=-1)
        return Score(1.0 / (float(steps.mean()) * motion.fps + 1e-3))

    @classmethod
    def fit(cls, examples: Sequence[Example], rng: np.random.Generator) -> Self:
        """The same whatever the examples are."""
        return cls()

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Nothing."""
        return {}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """As it was."""
        return cls()
