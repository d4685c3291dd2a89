"""What people said: scorers measured on, and retrained with, the judgements in a library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from motionloom.compute.seeds import make_rng
from motionloom.core.errors import LibraryError
from motionloom.score import scorers
from motionloom.score.captures import Capture, detect_plants
from motionloom.score.damage import kinds
from motionloom.score.objective_set import NATURAL, Example, make_damaged, make_naturals
from motionloom.score.roc import Roc, measure_roc

if TYPE_CHECKING:
    from motionloom.library import Library

QUESTION = "natural"
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


def read_verdicts(library: Library, question: str = QUESTION) -> dict[str, bool]:
    """Clip to what most people said of it; where as many say one thing as the other it is left out."""
    votes: dict[str, list[bool]] = {}
    for judgement in library.judgements(question=question):
        votes.setdefault(judgement.clip, []).append(judgement.verdict)
    return {clip: 2 * sum(said) > len(said) for clip, said in sorted(votes.items()) if 2 * sum(said) != len(said)}


def judged_examples(library: Library, question: str = QUESTION) -> list[Example]:
    """The clips that people judged, by the verdict of most, in the order of `read_verdicts`."""
    found = []
    for clip, natural in read_verdicts(library, question).items():
        motion, plants = library.motion(clip), library.plants(clip)
        bits = detect_plants(motion) if plants is None else plants.bits
        record = library.clip(clip)
        touched = np.full(len(motion), not natural)
        found.append(Example(motion, bits, NATURAL if natural else UNNATURAL, record.subject or record.name, touched))
    return found


def measure_judged(scorer: scorers.Scorer, library: Library, question: str = QUESTION) -> JudgedReport:
    """A scorer held against people's judgements; an error that says what is missing where there are too few."""
    examples = judged_examples(library, question)
    values = {natural: [scorer.score(e.motion, e.plants).total for e in examples if e.natural == natural] for natural in (True, False)}
    if not values[True] or not values[False]:
        raise LibraryError(
            f"{library.folder}: people judged {len(values[True])} clips natural and {len(values[False])} unnatural; "
            "at least one of each is needed: judge some in the studio's review queue"
        )
    return JudgedReport(scorer.name, len(values[True]), len(values[False]), measure_roc(values[True], values[False]))


def train(
    name: str, captures: Sequence[Capture], judged: Sequence[Example] = (), seed: int = 0, kinds_to_learn: Sequence[str] | None = None
) -> tuple[scorers.Scorer, str]:
    """A scorer of that name trained on captures and on what people judged; and which labels it rests on.

    Captures are natural. Unnatural are the clips that people judged so; with fewer than 20 of them damaged captures are added,
    a synthetic stand-in for people's judgements.
    """
    rng = make_rng(seed, "train", name)
    examples = [*make_naturals(captures, TRAIN_NATURAL, rng), *judged]
    unnatural = sum(not example.natural for example in judged)
    labels = f"{TRAIN_NATURAL} stretches of captures, {len(judged)} clips judged by people ({unnatural} unnatural)"
    wanted = scorers.find(name)
    if wanted.needs_damaged and unnatural < ENOUGH:
        for kind in kinds() if kinds_to_learn is None else kinds_to_learn:
            examples += make_damaged(captures, kind, TRAIN_DAMAGED, rng)
        labels += ", and damaged captures as a synthetic stand-in for people's judgements"
    return wanted.fit(examples, rng), labels
