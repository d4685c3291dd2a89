"""What people said: scorers measured on, and retrained with, motions that somebody judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from motionloom.compute.seeds import make_rng
from motionloom.core.errors import LibraryError
from motionloom.score import scorers
from motionloom.score.captures import Capture
from motionloom.score.damage import kinds
from motionloom.score.objective_set import Example, make_damaged, make_naturals
from motionloom.score.roc import Roc, measure_roc

UNNATURAL = "judged unnatural"
ENOUGH = 20  # judged unnatural: with fewer, the objective set stands in beside them
TRAIN_NATURAL, TRAIN_DAMAGED = 150, 40


@dataclass(frozen=True, eq=False)
class JudgedReport:
    """How well a scorer agrees with people: how many they found natural and unnatural, and the curve."""

    scorer: str
    natural: int
    unnatural: int
    roc: Roc

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        counts = {"scorer": self.scorer, "labels": "people's judgements", "natural": self.natural, "unnatural": self.unnatural}
        return counts | {"area": round(self.roc.area, 4), "curve": [round(float(x), 4) for x in self.roc.found]}


def measure_judged(scorer: scorers.Scorer, examples: Iterable[Example], where: str) -> JudgedReport:
    """A scorer held against people's judgements; an error that says what is missing where there are too few. where: for the error."""
    values: dict[bool, list[float]] = {True: [], False: []}
    for example in examples:
        values[example.natural].append(scorer.score(example.motion, example.plants).total)
    if not values[True] or not values[False]:
        raise LibraryError(
            f"{where}: people judged {len(values[True])} motions natural and {len(values[False])} unnatural; "
            "at least one of each is needed: judge some in review"
        )
    return JudgedReport(scorer.name, len(values[True]), len(values[False]), measure_roc(values[True], values[False]))


def train(
    name: str,
    captures: Sequence[Capture],
    judged: Sequence[Example] = (),
    seed: int = 0,
    kinds_to_learn: Sequence[str] | None = None,
    judge: str = "people",
    stretches: int | None = None,
) -> tuple[scorers.Scorer, str]:
    """A scorer of that name trained on captures and on what was judged; and which labels it rests on.

    Captures are natural. Unnatural are the motions that were judged so; with fewer than 20 of them damaged captures are added,
    a synthetic stand-in for people's judgements. judge: who judged, for the words. stretches: of captures to learn from, 150 if not said.
    """
    rng = make_rng(seed, "train", name)
    natural = TRAIN_NATURAL if stretches is None else stretches
    examples = [*make_naturals(captures, natural, rng), *judged]
    unnatural = sum(not example.natural for example in judged)
    labels = f"{natural} stretches of captures, {len(judged)} motions judged by {judge} ({unnatural} unnatural)"
    wanted = scorers.find(name)
    if wanted.needs_damaged and unnatural < ENOUGH:
        for kind in kinds() if kinds_to_learn is None else kinds_to_learn:
            examples += make_damaged(captures, kind, TRAIN_DAMAGED, rng)
        labels += ", and damaged captures as a synthetic stand-in for people's judgements"
    return wanted.fit(examples, rng), labels
