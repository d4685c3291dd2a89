"""How rare a motion is in captures: the scorer that is taken where none is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.score.objective_set import Example
from motionloom.score.rarity import Rarity as Measured, measure_rarity
from motionloom.score.reference import Level, Reference, bundled
from motionloom.score.scorers.base import Score, Scorer, Trial, naturals, plants_of
from motionloom.score.scorers.registry import register
from motionloom.score.terms import TERMS
from motionloom.score.tracks import RATE, tracks_of
from motionloom.score.windows import read_terms


@register
@dataclass(frozen=True)
class Rarity(Scorer):
    """As unnatural as its worst seconds are rare in captures: 1 is one in ten, 2 one in a hundred, for any body, rate and length."""

    name: ClassVar[str] = "rarity"
    title: ClassVar[str] = "rare in captured motion"
    trials: ClassVar[tuple[Trial, ...]] = (Trial(), Trial("plants detected", sources_known=False))
    terms_alone: ClassVar[bool] = True
    needs_training: ClassVar[bool] = False
    reference: Reference = field(default_factory=bundled)

    def score(self, motion: Motion, plants: NDArray[np.bool_] | None = None, targets: NDArray[np.float64] | None = None) -> Score:
        """How rare the motion is; terms and traces are rarities too."""
        found = measure_rarity(motion, plants_of(motion, plants), targets, reference=self.reference)
        return Score(found.total, found.terms, _to_frames(found, motion), found.describe())

    @classmethod
    def fit(cls, examples: Sequence[Example], rng: np.random.Generator) -> Self:
        """What the natural examples show."""
        found = naturals(examples)
        return cls(Reference.learn([(example.subject, read_terms(tracks_of(example.motion, example.plants))) for example in found]))

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Its parameters as named arrays."""
        levels = self.reference.levels
        return {
            "terms": np.array(list(levels)),
            "growth": np.array([level.growth for level in levels.values()]),
            "values": np.array([level.values for level in levels.values()]),
            "joint": np.array(self.reference.joint.values),
            "performers": np.array(self.reference.performers, dtype=np.str_),
            "windows": np.array(self.reference.windows),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The scorer that `to_arrays` described."""
        names = [str(name) for name in arrays["terms"]]
        if sorted(names) != sorted(TERMS.all()):
            raise ValueError("the terms of this version")
        levels = {name: Level(tuple(arrays["values"][n].tolist()), float(arrays["growth"][n])) for n, name in enumerate(names)}
        performers = tuple(str(name) for name in arrays["performers"])
        return cls(Reference(levels, Level(tuple(arrays["joint"].tolist())), performers, int(arrays["windows"])))


def _to_frames(found: Measured, motion: Motion) -> dict[str, NDArray[np.float64]]:
    """The traces (F,) of every term at the motion's own frames."""
    at, known = np.arange(len(motion)) / motion.fps, np.arange(found.traces.shape[1]) / RATE
    return {name: np.interp(at, known, trace) for name, trace in zip(found.terms, found.traces, strict=True)}
