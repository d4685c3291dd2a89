"""How well found plants agree with labelled ones: by bit, by plant and at the borders."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from motionloom.core.masks import find_runs
from motionloom.feet.plants import POINTS, Bits, Plants, check_same_length

SERIOUS = 0.1  # seconds: a missed or phantom plant, or a split, longer than this is no border error


@dataclass(frozen=True)
class Counts:
    """Agreement of one kind of bit: true and false positives and negatives."""

    true_positive: int = 0
    false_positive: int = 0
    false_negative: int = 0
    true_negative: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(a + b for a, b in zip(self.values, other.values, strict=True)))

    @property
    def values(self) -> tuple[int, int, int, int]:
        return self.true_positive, self.false_positive, self.false_negative, self.true_negative

    @property
    def accuracy(self) -> float:
        return _share(self.true_positive + self.true_negative, sum(self.values))

    @property
    def precision(self) -> float:
        return _share(self.true_positive, self.true_positive + self.false_positive)

    @property
    def recall(self) -> float:
        return _share(self.true_positive, self.true_positive + self.false_negative)

    @property
    def f1(self) -> float:
        return _share(2 * self.true_positive, 2 * self.true_positive + self.false_positive + self.false_negative)

    @staticmethod
    def of(found: Bits, truth: Bits) -> Counts:
        """The counts of two masks of one shape."""
        both, either = int(np.sum(found & truth)), int(np.sum(found | truth))
        positives = int(found.sum())
        return Counts(both, positives - both, int(truth.sum()) - both, int(found.size) - either)


@dataclass(frozen=True)
class Flaw:
    """A plant that was missed, invented, split or run together with the next; seconds of it, and where."""

    kind: str  # missed, phantom, split, merged
    point: str
    start: int
    stop: int
    seconds: float
    clip: str = ""

    @property
    def serious(self) -> bool:
        return self.seconds > SERIOUS


@dataclass(frozen=True)
class Agreement:
    """Everything measured of one way to find plants against labels; agreements of clips add up."""

    points: dict[str, Counts] = field(default_factory=dict)
    borders: tuple[float, ...] = ()  # seconds by which each border of a matched plant is off, signed (found - label)
    plants: int = 0  # labelled ones
    flaws: tuple[Flaw, ...] = ()

    def __add__(self, other: Agreement) -> Agreement:
        points = {name: self.points.get(name, Counts()) + other.points.get(name, Counts()) for name in POINTS}
        return Agreement(points, self.borders + other.borders, self.plants + other.plants, self.flaws + other.flaws)

    @property
    def total(self) -> Counts:
        return sum(self.points.values(), Counts())

    @property
    def border_error(self) -> float:
        """Mean distance between found and labelled borders, seconds."""
        return float(np.mean(np.abs(self.borders))) if self.borders else 0.0

    def count(self, kind: str, serious: bool = True) -> int:
        """Flaws of one kind; only those over `SERIOUS` seconds unless told otherwise."""
        return sum(flaw.kind == kind and (flaw.serious or not serious) for flaw in self.flaws)

    def to_json(self) -> dict[str, Any]:
        """Plain data for a report."""
        rows = {name: _describe(counts) for name, counts in [*self.points.items(), ("total", self.total)]}
        kinds = ("missed", "phantom", "split", "merged")
        return {
            "bits": rows,
            "plants": self.plants,
            "flaws": {kind: {"all": self.count(kind, serious=False), "serious": self.count(kind)} for kind in kinds},
            "serious": [vars(flaw) for flaw in self.flaws if flaw.serious],
            "border_ms": {
                "mean": 1000 * self.border_error,
                "median": 1000 * float(np.median(np.abs(self.borders))) if self.borders else 0.0,
                "p95": 1000 * float(np.percentile(np.abs(self.borders), 95)) if self.borders else 0.0,
                "bias": 1000 * float(np.mean(self.borders)) if self.borders else 0.0,
            },
        }


def compare(found: Plants, truth: Plants, clip: str = "") -> Agreement:
    """How found plants of a clip agree with its labels."""
    check_same_length(found, truth)
    agreement = Agreement({name: Counts.of(found.bits[:, i], truth.bits[:, i]) for i, name in enumerate(POINTS)})
    for i, name in enumerate(POINTS):
        agreement += _compare_point(found.bits[:, i], truth.bits[:, i], truth.fps, name, clip)
    return agreement


def add_up(agreements: Iterable[Agreement]) -> Agreement:
    """The agreement over many clips."""
    return sum(agreements, Agreement())


def _compare_point(found: Bits, truth: Bits, fps: float, name: str, clip: str) -> Agreement:
    """Plants of one point against each other; a plant belongs to those it shares frames with."""
    flaws: list[Flaw] = []
    borders: list[float] = []
    wanted, given = find_runs(truth), find_runs(found)

    def flaw(kind: str, start: int, stop: int) -> None:
        flaws.append(Flaw(kind, name, start, stop, (stop - start) / fps, clip))

    for start, stop in wanted:
        inside = [run for run in given if run[0] < stop and run[1] > start]
        if not inside:
            flaw("missed", start, stop)
            continue
        for before, after in pairwise(inside):
            flaw("split", before[1], after[0])
        # A border at the clip's own border is no border: nobody saw the plant begin or end there.
        if start > 0 and inside[0][0] > 0:
            borders.append((inside[0][0] - start) / fps)
        if stop < len(truth) and inside[-1][1] < len(truth):
            borders.append((inside[-1][1] - stop) / fps)
    for start, stop in given:
        inside = [run for run in wanted if run[0] < stop and run[1] > start]
        if not inside:
            flaw("phantom", start, stop)
        for before, after in pairwise(inside):
            flaw("merged", before[1], after[0])
    return Agreement({}, tuple(borders), len(wanted), tuple(flaws))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def _describe(counts: Counts) -> dict[str, float]:
    return {
        "frames": sum(counts.values),
        "accuracy": counts.accuracy,
        "precision": counts.precision,
        "recall": counts.recall,
        "f1": counts.f1,
    }
