"""Feet that stay where they stand, a body in balance, limbs outside each other, and no jerks: each as captures show it.

The first two are the score of paper 000 section 5.6. The others were added because the first two cannot see an arm that twitches or
passes through the chest: see docs/score.md for what each finds. No unnatural example is needed: each term is measured against
what captures themselves show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.score.balance import measure_balance
from motionloom.score.objective_set import Example
from motionloom.score.penetration import penetration_depths
from motionloom.score.plant_error import stray_distances
from motionloom.score.scorers.base import Score, Scorer, Trial, naturals, plants_of
from motionloom.score.scorers.registry import register
from motionloom.score.segments import MassModel
from motionloom.score.twitch import jerk_distances

TERMS = ("plants", "balance", "depth", "jerk", "twitch")
# Nine captures in ten show less; `motionloom score train` measures them anew. Metres, the last in seconds of movement.
LEVELS = (0.028, 0.136, 0.037, 0.058, 0.043)
LEVEL_PERCENTILE = 90.0
LEAST_LEVEL = 1e-3
PLANT_PERCENTILE = 95.0  # a slide lasts for a part of a motion, and one bad frame is a detector's doubt
BALANCE_PERCENTILE = 90.0
POWER = 4  # of the norm that joins them: the worst term counts most
TABLE_MASSES = MassModel()
CAP = 4.0  # levels: what is this far out is wrong, and further out is no worse (a body on a chair has no support at all)


@register
@dataclass(frozen=True)
class Physics(Scorer):
    """The terms over their levels, joined so that the worst counts most: 1 where one is as bad as in a tenth of the captures."""

    name: ClassVar[str] = "physics"
    title: ClassVar[str] = "physics of captured motion"
    trials: ClassVar[tuple[Trial, ...]] = (Trial(), Trial("plants detected", sources_known=False))
    terms_alone: ClassVar[bool] = True
    needs_training: ClassVar[bool] = False
    used: ClassVar[tuple[str, ...]] = TERMS
    levels: tuple[float, ...] = LEVELS
    masses: MassModel = TABLE_MASSES

    def score(self, motion: Motion, plants: NDArray[np.bool_] | None = None, targets: NDArray[np.float64] | None = None) -> Score:
        """How far the motion departs from what captures show; terms in metres (twitch in seconds of movement)."""
        terms, traces = measure_terms(motion, plants_of(motion, plants), targets, self.masses)
        shares = [min(terms[term] / level, CAP) for term, level in zip(TERMS, self.levels, strict=True) if term in self.used]
        return Score(float(np.linalg.norm(shares, POWER)), terms, traces)

    @classmethod
    def fit(cls, examples: Sequence[Example], rng: np.random.Generator) -> Self:
        """Levels from the natural examples; the masses stay (`fitting.fit_masses` fits those)."""
        found = [measure_terms(example.motion, example.plants)[0] for example in naturals(examples)]
        values = np.array([[terms[term] for term in TERMS] for terms in found])
        levels = np.maximum(np.percentile(values, LEVEL_PERCENTILE, axis=0), LEAST_LEVEL)
        return cls(tuple(float(level) for level in levels))

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Its parameters as named arrays."""
        return {"levels": np.array(self.levels), "masses": np.array(self.masses.shares), "masses_source": np.array(self.masses.source)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The scorer that `to_arrays` described."""
        masses = MassModel(tuple(float(share) for share in arrays["masses"]), str(arrays["masses_source"]))
        return cls(tuple(float(level) for level in arrays["levels"]), masses)


def measure_terms(
    motion: Motion, plants: NDArray[np.bool_], targets: NDArray[np.float64] | None = None, masses: MassModel | None = None
) -> tuple[dict[str, float], dict[str, NDArray[np.float64]]]:
    """The terms of a motion and their traces (F,)."""
    stray = stray_distances(motion, plants, targets)
    balance = measure_balance(motion, plants, masses)
    depth = np.maximum(penetration_depths(motion).max(axis=1), 0.0)
    jerk, twitch = (values.max(axis=1) for values in jerk_distances(motion))
    judged = balance.error[balance.judged]
    terms = {
        "plants": float(np.percentile(stray[plants], PLANT_PERCENTILE)) if plants.any() else 0.0,
        "balance": float(np.percentile(judged, BALANCE_PERCENTILE)) if len(judged) else 0.0,
        "depth": float(depth.max()),
        "jerk": float(jerk.max()),
        "twitch": float(twitch.max()),
    }
    traces = {"plants": worst_point(stray), "balance": balance.error * balance.judged, "depth": depth, "jerk": jerk, "twitch": twitch}
    return terms, traces


def worst_point(stray: NDArray[np.float64]) -> NDArray[np.float64]:
    """The largest of the planted points' distances (F,), 0 where none is planted."""
    return np.nan_to_num(stray).max(axis=1)
