"""`motionloom feet report --across`: how well plants of performers never seen are found.

Every performer is left out in turn, and confidence intervals are over clips.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.core.ground import foot_points
from motionloom.feet import detectors
from motionloom.feet.cores import keep_cores
from motionloom.feet.detectors.kinetic import Kinetic
from motionloom.feet.features import Soles, Steps
from motionloom.feet.growing import grow_oracle, rows_of
from motionloom.feet.hand_labels import Example
from motionloom.feet.measures import Agreement, add_up, compare
from motionloom.feet.oracle import Oracle, OracleOptions, from_pool, pool_frames
from motionloom.feet.plants import Plants
from motionloom.feet.reports.conditions import CONDITIONS
from motionloom.feet.signals import FootSignals, measure

FOLDS = 5
DRAWS = 2000  # of clips, with replacement, for a confidence interval
BORDER = (2.5, 97.5)  # percentiles between which it lies
Rows = tuple[NDArray[np.float32], NDArray[np.bool_]]
BEST, OLD, NEW = "kinetic, fitted", "neighbours", "trees"


@dataclass(frozen=True, eq=False)
class Seen:
    """An example and what every method looks at, made once: signals, and descriptions (F, 2, D) for neighbours and for trees."""

    example: Example
    signals: FootSignals
    soles: NDArray[np.float32]
    steps: NDArray[np.float32]

    @staticmethod
    def of(example: Example) -> Seen:
        motion = example.motion
        return Seen(example, measure(motion), Soles().describe(motion), Steps().describe(motion))

    @cached_property
    def taught(self) -> Rows:
        """What trees are grown on: descriptions (P, D) of each foot and bits (P, 2)."""
        return rows_of(self.example, Steps())

    def pooled(self) -> Rows:
        """What neighbours are taught: descriptions (P, D) of each foot in the frames that a person set, and bits (P, 2)."""
        frames = pool_frames(self.example)
        return self.soles[frames].reshape(-1, self.soles.shape[2]), self.example.plants.bits[frames].reshape(-1, 2)


Find = Callable[[Seen], Plants]


@dataclass(frozen=True)
class Row:
    """How one method did under one condition: the agreement on each clip, in the order of the examples, and their kinds of motion."""

    condition: str
    method: str
    clips: tuple[Agreement, ...]
    kinds: tuple[str, ...]

    @property
    def errors(self) -> NDArray[np.int64]:
        """Wrong bits and all bits (clips, 2)."""
        totals = [clip.total for clip in self.clips]
        return np.array([[total.false_positive + total.false_negative, sum(total.values)] for total in totals])

    def interval(self) -> tuple[float, float, float]:
        """The share of wrong bits and its confidence interval, over clips drawn with replacement."""
        low, high = np.percentile(_drawn(self.errors), BORDER)
        wrong, every = self.errors.sum(axis=0)
        return float(wrong / every), float(low), float(high)

    def against(self, other: Row) -> tuple[float, float, float]:
        """This method's errors as a share of another's, with its confidence interval, both over the same clips."""
        low, high = np.percentile(_drawn(self.errors) / np.maximum(_drawn(other.errors), 1e-9), BORDER)
        return float(self.errors[:, 0].sum() / max(other.errors[:, 0].sum(), 1)), float(low), float(high)

    def by_kind(self) -> dict[str, float]:
        """The share of wrong bits for each kind of motion."""
        kinds, errors = np.array(self.kinds), self.errors
        return {str(kind): float(np.divide(*errors[kinds == kind].sum(axis=0))) for kind in np.unique(kinds)}

    def to_json(self) -> dict[str, Any]:
        total = add_up(self.clips)
        serious = sum(flaw.serious for flaw in total.flaws)
        error, low, high = self.interval()
        return {
            "condition": self.condition,
            "method": self.method,
            "error": error,
            "interval": [low, high],
            "f1": total.total.f1,
            "border_ms": 1000 * total.border_error,
            "serious": serious,
            "kinds": self.by_kind(),
        }


def _drawn(errors: NDArray[np.int64]) -> NDArray[np.float64]:
    """The share of wrong bits (DRAWS,) of clips drawn with replacement; the same draws for every method."""
    draws = np.random.default_rng(20121).integers(0, len(errors), (DRAWS, len(errors)))
    wrong, every = errors[draws].sum(axis=1).T
    return np.asarray(wrong / every)


def leave_out(examples: Sequence[Example], folds: int = FOLDS) -> list[NDArray[np.intp]]:
    """Which examples each fold tests: all of a performer in one, performers dealt out in order."""
    subjects = sorted({example.subject for example in examples})
    dealt = np.array([subjects.index(example.subject) % folds for example in examples])
    return [found for found in (np.flatnonzero(dealt == fold) for fold in range(folds)) if len(found)]


def across(examples: Sequence[Example], progress: Progress | None = None) -> list[Row]:
    """Every method under every condition; fitted, trained and grown as captured on all performers but those tested."""
    progress = progress or Progress()
    plain = [Seen.of(example) for example in progress.each("Describing labelled captures", examples, lambda example: example.name)]
    folds = leave_out(examples)
    progress.begin("Leaving performers out", len(folds))
    finders = []
    for tested in folds:
        taught = [seen for index, seen in enumerate(plain) if index not in set(tested.tolist())]
        finders.append(fit(taught))
        progress.advance()
    rows = []
    for condition, change in CONDITIONS.items():
        seen = plain if change is None else [Seen.of(change(example)) for example in examples]
        for method in finders[0]:
            clips: dict[int, Agreement] = {}
            for tested, found in zip(folds, finders, strict=True):
                clips |= {int(index): judge(found[method], seen[index]) for index in tested}
            kinds = tuple(example.kind for example in examples)
            rows.append(Row(condition, method, tuple(clips[index] for index in range(len(examples))), kinds))
    return rows


def fit(taught: Sequence[Seen]) -> dict[str, Find]:
    """Two thresholds, the best detector as it comes and fitted, neighbours (the oracle before trees) and trees, of the same examples."""
    kinetic = detectors.make("kinetic")
    thresholds = Kinetic(enter=1.0, shortest=0.0)  # of height and of speed, frame by frame
    fitted = kinetic.fitted([(seen.signals, seen.example.plants) for seen in taught])
    neighbours = from_pool(*_pool([seen.pooled() for seen in taught]), Soles(), OracleOptions())
    trees = grow_oracle([seen.taught for seen in taught])
    return {
        "two thresholds": _detect(thresholds),
        "kinetic": _detect(kinetic),
        BEST: _detect(fitted),
        OLD: lambda seen: label(neighbours, seen.soles, seen),
        NEW: lambda seen: label(trees, seen.steps, seen),
    }


def _pool(parts: Sequence[Rows]) -> Rows:
    return np.concatenate([described for described, _ in parts]), np.concatenate([bits for _, bits in parts])


def _detect(detector: detectors.Detector) -> Find:
    return lambda seen: Plants(detector.detect(seen.signals), seen.signals.fps)


def label(oracle: Oracle, described: NDArray[np.float32], seen: Seen) -> Plants:
    """The plants that an oracle finds in an example that was described already."""
    plants = oracle.decide(oracle.vote(oracle.project(described))[0], seen.signals.fps)
    return replace(plants, bits=keep_cores(foot_points(seen.example.motion), plants.bits, plants.fps))


def judge(find: Find, seen: Seen) -> Agreement:
    """How what is found agrees with the labelled stretch of an example."""
    checked = seen.example.plants.checked
    labelled = slice(int(checked[0]), int(checked[-1]) + 1)
    return compare(find(seen)[labelled], seen.example.plants[labelled], seen.example.name)


def to_text(rows: Sequence[Row]) -> str:
    """The table for people."""
    head = f"{'condition':<16} {'method':<16} {'errors %':>9} {'95 % between':>14} {'F1':>6} {'border ms':>9} {'over 100 ms':>11}"
    lines = [f"{head}  of {BEST}'s errors"]
    best: Mapping[str, Row] = {row.condition: row for row in rows if row.method == BEST}
    for row in rows:
        plain = row.to_json()
        low, high = (100 * border for border in plain["interval"])
        share = "{:.2f} ({:.2f} to {:.2f})".format(*row.against(best[row.condition]))
        text = (
            f"{row.condition:<16} {row.method:<16} {100 * plain['error']:>9.2f} {f'{low:.2f} to {high:.2f}':>14} {100 * plain['f1']:>6.2f}"
        )
        lines.append(f"{text} {plain['border_ms']:>9.1f} {plain['serious']:>11}  {share}")
    captured = [row for row in rows if row.condition == rows[0].condition]
    lines += ["", f"errors in % by kind, {rows[0].condition}", f"{'kind':<16} " + " ".join(f"{row.method:>16}" for row in captured)]
    for kind in captured[0].by_kind():
        lines.append(f"{kind:<16} " + " ".join(f"{100 * row.by_kind()[kind]:>16.2f}" for row in captured))
    return "\n".join(lines)
