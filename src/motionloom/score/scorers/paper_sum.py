"""The score of paper 000 section 5.6 as it stands there: the sum of two errors in metres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.score.balance import measure_balance
from motionloom.score.objective_set import Example
from motionloom.score.plant_error import stray_distances
from motionloom.score.scorers.base import Score, Scorer, plants_of
from motionloom.score.scorers.physics import TABLE_MASSES, worst_point
from motionloom.score.scorers.registry import register
from motionloom.score.segments import MassModel


@register
@dataclass(frozen=True)
class PaperSum(Scorer):
    """The paper's own score: mean foot-plant error plus the largest distance of the zero moment point, in metres."""

    name: ClassVar[str] = "sum"
    title: ClassVar[str] = "the paper's sum"
    learns: ClassVar[bool] = False
    needs_training: ClassVar[bool] = False
    masses: MassModel = TABLE_MASSES

    def score(self, motion: Motion, plants: NDArray[np.bool_] | None = None, targets: NDArray[np.float64] | None = None) -> Score:
        """The sum of both errors in metres."""
        stood = plants_of(motion, plants)
        stray = stray_distances(motion, stood, targets)
        balance = measure_balance(motion, stood, self.masses)
        terms = {"plants": float(np.mean(stray[stood])) if stood.any() else 0.0, "balance": balance.worst}
        return Score(sum(terms.values()), terms, {"plants": worst_point(stray), "balance": balance.error * balance.judged})

    @classmethod
    def fit(cls, examples: Sequence[Example], rng: np.random.Generator) -> Self:
        """Nothing to learn: metres are metres."""
        return cls()

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Its parameters as named arrays."""
        return {"masses": np.array(self.masses.shares), "masses_source": np.array(self.masses.source)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The scorer that `to_arrays` described."""
        return cls(MassModel(tuple(float(share) for share in arrays["masses"]), str(arrays["masses_source"])))
