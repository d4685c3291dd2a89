"""What every scorer is: something that says how unnatural a motion is, and where."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.score.captures import detect_plants
from motionloom.score.objective_set import Example


@dataclass(frozen=True, eq=False)
class Score:
    """How unnatural a motion is: 0 or little for captured motion, more the worse it is.

    terms: what it is made of, in each term's own unit; traces (F,): the same frame by frame, for the studio to draw; words: what it means,
    for people, of scorers whose totals have a line.
    """

    total: float
    terms: Mapping[str, float] = field(default_factory=dict)
    traces: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    words: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain data, traces left out."""
        plain: dict[str, Any] = {"total": self.total, "terms": dict(self.terms)}
        return plain | ({"words": self.words} if self.words else {})


@dataclass(frozen=True)
class Trial:
    """How a scorer takes part in a comparison: with the plants that a motion's sources stood on, and with its own kind of damage unseen."""

    words: str = ""  # beside the scorer's name
    sources_known: bool = True
    unseen: bool = True


class Scorer(ABC):
    """A frozen dataclass of parameters. A new scorer is one file with a subclass, and one line in `scorers/registry.py`."""

    name: ClassVar[str]
    title: ClassVar[str]  # for people
    needs_training: ClassVar[bool] = True  # whether there is none without captures to learn from
    needs_damaged: ClassVar[bool] = False  # whether it learns from unnatural examples too
    learns: ClassVar[bool] = True  # whether examples change it at all
    trials: ClassVar[tuple[Trial, ...]] = (Trial(),)  # the rows it has in a comparison of scorers
    terms_alone: ClassVar[bool] = False  # whether each of its terms has a row there too
    line: ClassVar[float | None] = None  # the score up to which it calls a motion natural, where it draws that line itself

    @abstractmethod
    def score(self, motion: Motion, plants: NDArray[np.bool_] | None = None, targets: NDArray[np.float64] | None = None) -> Score:
        """How unnatural a motion is; the higher, the less natural.

        plants (F, 4): where its feet stand, from its sources if it was made, detected if not given; targets (F, 4, 3) metres:
        the places where they should, as `blend_plants.choose_plants` finds them.
        """

    @classmethod
    @abstractmethod
    def fit(cls, examples: Sequence[Example], rng: np.random.Generator) -> Self:
        """A scorer trained on examples; the damaged ones are left unseen by scorers that need none."""

    @abstractmethod
    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Its parameters as named arrays, from which `from_arrays` makes it again."""

    @classmethod
    @abstractmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The scorer that `to_arrays` described."""


def plants_of(motion: Motion, plants: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
    """The plants (F, 4) given, or those detected; an error where they do not fit the motion."""
    if plants is None:
        return detect_plants(motion)
    if np.shape(plants) != (len(motion), 4):
        raise MotionError(f"plants of shape {np.shape(plants)} do not belong to {motion.name!r}; expected ({len(motion)}, 4)")
    return np.asarray(plants, dtype=bool)


def naturals(examples: Sequence[Example]) -> list[Example]:
    """The natural ones; an error where there is none to learn from."""
    found = [example for example in examples if example.natural]
    if not found:
        raise MotionError("no natural example to learn from; give captures")
    return found
