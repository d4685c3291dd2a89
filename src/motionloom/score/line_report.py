"""Does the line of naturalness hold? Areas under the ROC for every kind of damage, and the share of each performer's seconds under it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.compute.seeds import make_rng
from motionloom.core.errors import MotionError
from motionloom.score.captures import Capture, by_subject, detect_plants
from motionloom.score.damage import kinds
from motionloom.score.objective_set import Example, make_damaged, make_naturals
from motionloom.score.rarity import LINE, Rarity, measure_rarity, rarity_of_terms
from motionloom.score.reference import Reference, bundled, deal
from motionloom.score.roc import measure_roc
from motionloom.score.tracks import tracks_of
from motionloom.score.windows import Terms, read_terms
from motionloom.score.zero_moment import require_length

DRAWN_ANEW = 2000  # times that performers are drawn anew


@dataclass(frozen=True)
class DamageRow:
    """A kind of damage: the area under its ROC against captures, where the sources' plants are known and where they are detected, and the
    share that is over the line.
    """

    kind: str
    area: float
    area_detected: float
    over: float
    count: int


@dataclass(frozen=True)
class PerformerRow:
    """How a performer's captures lie to the line: shares of windows of a second, and of whole clips, that are under it."""

    performer: str
    clips: int
    windows: int
    windows_under: float
    clips_under: float
    rarest: str  # the term that is rarest in most of the windows over the line


@dataclass(frozen=True)
class Coverage:
    """The mean share of performers under the line, and within which it lies 95 times in a hundred when performers are drawn anew."""

    mean: float
    low: float
    high: float


def measure_coverage(shares: Sequence[float], seed: int = 0) -> Coverage:
    """The mean of performers' shares, with an interval by the bootstrap over performers: they, and not their windows, are the sample."""
    values = np.asarray(shares, dtype=np.float64)
    drawn = values[make_rng(seed, "coverage").integers(len(values), size=(DRAWN_ANEW, len(values)))].mean(axis=1)
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Coverage(float(values.mean()), float(low), float(high))


References = Mapping[str, Reference]  # by performer


def measure_damage(
    captures: Sequence[Capture], count: int, seed: int = 0, references: References | None = None, progress: Progress | None = None
) -> list[DamageRow]:
    """A row for each kind of damage: `count` damaged stretches of two seconds against three times as many captured ones.

    references: what each performer is held against, see `learn_crosswise`; the table that comes with Motionloom if not given.
    """
    rng = make_rng(seed, "line")
    references = references or {}
    natural = _score_both(make_naturals(captures, 3 * count, rng), references)
    rows = []
    for kind in (progress or Progress()).each("Scoring damage", kinds(), str):
        damaged = _score_both(make_damaged(captures, kind, count, rng), references)
        areas = [measure_roc(natural[:, n], damaged[:, n]).area for n in (0, 1)]
        rows.append(DamageRow(kind, areas[0], areas[1], float(np.mean(damaged[:, 0] > LINE)), len(damaged)))
    return rows


def _score_both(examples: Sequence[Example], references: References) -> NDArray[np.float64]:
    """Totals (N, 2) of examples by their sources' plants, and by plants that are detected in them."""
    plants = [(example.plants, detect_plants(example.motion)) for example in examples]
    return np.array(
        [
            [measure_rarity(example.motion, bits, reference=references.get(example.subject)).total for bits in own]
            for example, own in zip(examples, plants, strict=True)
        ]
    )


def measure_line(everybody: Mapping[str, Sequence[Terms]], references: References | None = None) -> list[PerformerRow]:
    """A row for each performer of `read_all_terms`, by references as in `measure_damage`."""
    references = references or {}
    return [_describe(who, [rarity_of_terms(terms, references.get(who, bundled())) for terms in own]) for who, own in everybody.items()]


def learn_crosswise(everybody: Mapping[str, Sequence[Terms]], teachers: Collection[str] | None = None) -> dict[str, Reference]:
    """For each performer of `read_all_terms` what others show: performers are dealt into a few groups, and each group by all the others.

    teachers: performers from whom terms are learned, all if not given; by the others only the line is drawn.
    """
    if len(everybody) < 2:
        raise MotionError(f"the line is measured on performers that it was not learned from; found {len(everybody)}, give more")
    found = {}
    for fold in deal(tuple(everybody)):
        others = {who: own for who, own in everybody.items() if who not in fold}
        found |= dict.fromkeys(fold, learn_reference(others, teachers))
    return found


def learn_reference(everybody: Mapping[str, Sequence[Terms]], teachers: Collection[str] | None = None) -> Reference:
    """What performers of `read_all_terms` show; teachers: see `learn_crosswise`."""
    captured = [(who, terms) for who, own in everybody.items() for terms in own]
    return Reference.learn([each for each in captured if teachers is None or each[0] in teachers], captured)


def read_all_terms(captures: Sequence[Capture], progress: Progress | None = None) -> dict[str, list[Terms]]:
    """The terms of every performer's captures; those that are too short to tell are left out."""
    found: dict[str, list[Terms]] = {}
    for who, own in (progress or Progress()).each("Measuring performers", by_subject(captures).items(), lambda item: item[0]):
        found[who] = [read_terms(tracks_of(capture.motion, capture.plants)) for capture in own if _long_enough(capture)]
    return {who: terms for who, terms in found.items() if terms}


def _long_enough(capture: Capture) -> bool:
    try:
        require_length(capture.motion)
    except MotionError:
        return False
    return True


def _describe(performer: str, found: Sequence[Rarity]) -> PerformerRow:
    windows = np.concatenate([each.windows for each in found])
    over = [each.worst_term for each in found if not each.natural]
    rarest = max(sorted(set(over)), key=over.count) if over else ""
    under = float(np.mean(windows <= LINE)), float(np.mean([each.natural for each in found]))
    return PerformerRow(performer, len(found), len(windows), *under, rarest)
