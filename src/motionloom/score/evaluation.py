"""Which scorer tells natural from unnatural? All of them on one objective set, unseen performers and unseen kinds of damage.

The set is a synthetic stand-in for people's judgements, and every report says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from motionloom.compute import Progress
from motionloom.compute.seeds import make_rng
from motionloom.core.errors import MotionError
from motionloom.score import scorers
from motionloom.score.captures import Capture
from motionloom.score.damage import NAMED, kinds
from motionloom.score.objective_set import Example, make_damaged, make_naturals, split_subjects
from motionloom.score.roc import Roc, join, measure_roc

STAND_IN = "objective set: held-out captures against damaged ones, a synthetic stand-in for people's judgements"
PLAIN = scorers.Trial()
Terms = dict[str, dict[str, dict[str, list[Roc]]]]  # scorer -> term -> kind -> one curve for each half


@dataclass(frozen=True)
class Contestant:
    """A scorer, by name, and how it takes part."""

    label: str
    scorer: str
    trial: scorers.Trial = PLAIN


def contestants() -> tuple[Contestant, ...]:
    """Every registered scorer, in each of the ways in which it wants to be measured."""
    return tuple(
        Contestant(f"{name}, {trial.words}" if trial.words else name, name, trial)
        for name, scorer in scorers.SCORERS.all().items()
        for trial in scorer.trials
    )


@dataclass(frozen=True)
class Sizes:
    """How many examples: to train on and to test with, natural and of each kind of damage."""

    train_natural: int = 150
    train_damaged: int = 40
    test_natural: int = 150
    test_damaged: int = 50


@dataclass(frozen=True, eq=False)
class Evaluation:
    """curves: contestant -> kind -> one curve for each half that was held out; terms: scorer -> term -> kind -> area."""

    curves: dict[str, dict[str, list[Roc]]]
    terms: dict[str, dict[str, dict[str, float]]]
    subjects: tuple[tuple[str, ...], tuple[str, ...]]
    sizes: Sizes

    def curve(self, contestant: str, which: Sequence[str]) -> Roc:
        """A contestant's curve over kinds of damage together, over both halves."""
        return join([curve for kind in which for curve in self.curves[contestant][kind]])

    def to_json(self) -> dict[str, Any]:
        """Plain data: areas, and the joint curve."""
        report: dict[str, Any] = {"labels": STAND_IN, "held_out": [list(half) for half in self.subjects], "sizes": vars(self.sizes)}
        report["scorers"] = {name: self._describe(name) for name in self.curves}
        report["terms"] = self.terms
        return report

    def _describe(self, name: str) -> dict[str, Any]:
        by_kind = self.curves[name]
        together, named = self.curve(name, tuple(by_kind)), self.curve(name, [kind for kind in NAMED if kind in by_kind] or tuple(by_kind))
        return {
            "area": {kind: round(join(curves).area, 4) for kind, curves in by_kind.items()},
            "area_named": round(named.area, 4),
            "area_together": round(together.area, 4),
            "area_of_each_half": [round(join(list(half)).area, 4) for half in zip(*by_kind.values(), strict=True)],
            "found_at_one_false_alarm_in_ten": round(together.share_found(0.1), 4),
            "curve_together": [round(float(x), 4) for x in together.found],
        }


def evaluate(
    captures: Sequence[Capture],
    sizes: Sizes = Sizes(),  # noqa: B008  # frozen
    seed: int = 0,
    competing: Sequence[Contestant] | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Train on each half of the performers, test on the other; competing: all `contestants()` if not given."""
    competing = contestants() if competing is None else competing
    halves = split_subjects(captures)
    if not all(halves):
        who = captures[0].subject if captures else "nobody"
        raise MotionError(f"scorers are trained on some performers and tested on others; found captures of {who} alone, give others too")
    curves: dict[str, dict[str, list[Roc]]] = {contestant.label: {kind: [] for kind in kinds()} for contestant in competing}
    terms: Terms = {}
    progress = progress or Progress()
    progress.begin("Measuring scorers", len(halves) * (1 + len(competing)))
    for n, test_side in enumerate(halves):
        rng = make_rng(seed, "score", n)
        train = _make_set(halves[1 - n], sizes.train_natural, sizes.train_damaged, rng)
        test = _make_set(test_side, sizes.test_natural, sizes.test_damaged, rng)
        progress.advance(note=f"half {n + 1}: examples")
        for contestant in competing:
            for kind, curve in _compete(contestant, train, test, rng, terms).items():
                curves[contestant.label][kind].append(curve)
            progress.advance(note=f"half {n + 1}: {contestant.label}")
    subjects = tuple(tuple(sorted({capture.subject for capture in half})) for half in halves)
    areas = {
        name: {term: {kind: round(join(found).area, 4) for kind, found in by_kind.items()} for term, by_kind in own.items()}
        for name, own in terms.items()
    }
    return Evaluation(curves, areas, subjects, sizes)  # type: ignore[arg-type]


def _make_set(captures: Sequence[Capture], natural: int, damaged: int, rng: np.random.Generator) -> list[Example]:
    examples = make_naturals(captures, natural, rng)
    for kind in kinds():
        examples += make_damaged(captures, kind, damaged, rng)
    return examples


def _compete(contestant: Contestant, train: list[Example], test: list[Example], rng: np.random.Generator, terms: Terms) -> dict[str, Roc]:
    """One contestant's curve for each kind of damage."""
    kind_of_scorer = scorers.find(contestant.scorer)
    if kind_of_scorer.needs_damaged and contestant.trial.unseen:
        found: dict[str, Roc] = {}
        for kind in kinds():
            scorer = kind_of_scorer.fit([example for example in train if example.kind != kind], rng)
            found |= _curves(_score(scorer, [e for e in test if e.natural or e.kind == kind], contestant.trial.sources_known))
        return found
    scored = _score(kind_of_scorer.fit(train, rng), test, contestant.trial.sources_known)
    if kind_of_scorer.terms_alone and contestant.label == contestant.scorer:
        own = terms.setdefault(contestant.scorer, {})
        for term in scored[0][1].terms:
            for kind, curve in _curves(scored, term).items():
                own.setdefault(term, {}).setdefault(kind, []).append(curve)
    return _curves(scored)


Scored = list[tuple[Example, scorers.Score]]


def _score(scorer: scorers.Scorer, examples: Sequence[Example], sources_known: bool) -> Scored:
    return [(example, scorer.score(example.motion, example.plants if sources_known else None)) for example in examples]


def _curves(scored: Scored, term: str | None = None) -> dict[str, Roc]:
    """The curve of each kind of damage among the examples; of one term where it is named."""
    values: dict[str, list[float]] = {}
    for example, score in scored:
        values.setdefault(example.kind, []).append(score.total if term is None else score.terms[term])
    natural = values.pop("")
    return {kind: measure_roc(natural, damaged) for kind, damaged in values.items()}
