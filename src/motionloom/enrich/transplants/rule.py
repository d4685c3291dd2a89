"""What a rule of transplanting is: it looks at two motions, says whether they fit, and gives recipes (paper 004 section 3.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from motionloom.align.attach import Chest
from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.core.registry import Registry
from motionloom.making.recipe import Recipe, Source

_MODULES = tuple(f"motionloom.enrich.transplants.rules.{name}" for name in ("any_pair", "similar_plants", "similar_motion", "turned_arms"))
GROUP = "motionloom.transplant_rules"
SHORTEST = 1.1  # seconds: half a second at either end cannot be judged
Start = Literal["random", "alike"]


@dataclass(frozen=True, eq=False)
class Candidate:
    """A motion that may be host or donor: where it comes from, itself, and plants (F, 4), where its feet stand."""

    source: Source
    motion: Motion
    plants: NDArray[np.bool_]

    def part(self, start: int, stop: int) -> Source:
        """Frames start:stop of it as a source."""
        first = self.source.start
        return replace(self.source, start=first + start, stop=first + stop)


@dataclass(frozen=True)
class Settings:
    """How rules are applied. start: where rule 3 begins, at random as in the paper or where the two are alike; chest: see `attach`."""

    start: Start = "random"
    chest: Chest = "local"
    shortest: float = SHORTEST


Apply = Callable[[Candidate, Candidate, np.random.Generator, Settings], list[Recipe]]


@dataclass(frozen=True)
class Rule:
    """A rule: its name, its number in the paper, words for people, how many results an application has, and itself.

    alike: whether its pairs are drawn by how alike they are, not uniformly. single: whether it needs only one motion.
    apply: recipes, or none where the pair does not fit.
    """

    name: str
    number: int
    title: str
    results: int
    apply: Apply
    alike: bool = False
    single: bool = False


RULES: Registry[Rule] = Registry("rule of transplanting", GROUP, _MODULES, MotionError)


def register(rule: Rule) -> Rule:
    """Make a rule known."""
    return RULES.add(rule.name, rule)


def shared_span(one: Motion, two: Motion, start: float = 0.0) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Frames of each that the same seconds cover from `start` to the end of the shorter; None where nothing is left."""
    seconds = min((len(motion) - 1) / motion.fps for motion in (one, two)) - start
    if seconds <= 0:
        return None
    return whole_span(one, start, start + seconds), whole_span(two, start, start + seconds)


def whole_span(motion: Motion, start: float, stop: float) -> tuple[int, int]:
    """The half-open range of frames from `start` to `stop` seconds, the last one kept."""
    return round(start * motion.fps), min(int(np.floor(stop * motion.fps + 1e-6)) + 1, len(motion))
