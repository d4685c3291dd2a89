"""Which classifier tells what looks human? All of them on one set: held-out performers, damage seen in training and not.

Errors are counted by frames, and by runs of motion in fractions as paper 004 section 3.4 does: of a run that looks human of which a quarter
of the frames are called human, a quarter counts as right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.compute.seeds import make_rng
from motionloom.core.errors import FileError
from motionloom.enrich.looks_human.classifier import CLASSIFIERS, LINE, Classifier
from motionloom.enrich.looks_human.damage import KINDS
from motionloom.enrich.looks_human.examples import STAND_IN, make_examples
from motionloom.enrich.looks_human.fitting import calibrate_kind, example_values, for_training
from motionloom.score.captures import Capture
from motionloom.score.objective_set import Example, split_subjects
from motionloom.score.roc import GRID, Roc, measure_roc

# Kinds that are alike are left out together: who has seen a twitch has seen half of a tremble.
LEFT_OUT = (
    ("limb swap", "arms out of step"),
    ("twitch", "trembling arm"),
    ("interpenetration", "elbow backwards"),
    ("arms at another pace", "trunk off balance"),
)
PAPER = {"error": 0.13, "false_positives": 0.12}


@dataclass
class Tally:
    """What a classifier said of held-out runs: of each its kind of damage ("" for none) and the chances (N,) of its frames."""

    runs: list[tuple[str, NDArray[np.float64]]] = field(default_factory=list)

    def frames(self, human: bool) -> NDArray[np.float64]:
        """The chances of all frames of one side."""
        return np.concatenate([chances for kind, chances in self.runs if (kind == "") == human] or [np.zeros(0)])

    def errors(self, by: str) -> dict[str, float]:
        """Shares of errors, both sides weighing the same: error, false_positives (not human called human), false_negatives."""
        called: dict[bool, list[float]] = {True: [], False: []}
        for kind, chances in self.runs:
            marks = chances >= LINE
            called[kind == ""] += [float(marks.mean())] if by == "runs" else marks.tolist()
        missed, passed = 1 - float(np.mean(called[True])), float(np.mean(called[False]))
        return {"error": (missed + passed) / 2, "false_positives": passed, "false_negatives": missed}

    def roc(self, kind: str | None = None) -> Roc:
        """The curve by frames, of one kind of damage where it is named."""
        bad = [chances for each, chances in self.runs if each and kind in (None, each)]
        return measure_roc(-self.frames(True), -np.concatenate(bad))

    def reliability(self) -> tuple[float, float]:
        """Brier score, and the mean gap between said chance and share in ten bins, both sides weighing the same."""
        human, other = self.frames(True), self.frames(False)
        chances, truth = np.concatenate([human, other]), np.repeat([1.0, 0.0], [len(human), len(other)])
        weights = np.repeat([0.5 / max(1, len(human)), 0.5 / max(1, len(other))], [len(human), len(other)])
        bins = np.minimum((chances * 10).astype(int), 9)
        said, true, mass = (np.bincount(bins, weights * values, 10) for values in (chances, truth, np.ones(len(chances))))
        return float((weights * (chances - truth) ** 2).sum()), float(np.abs(said - true).sum() / mass.sum())


@dataclass(frozen=True, eq=False)
class Comparison:
    """tallies: by classifier and whether the kind of damage was seen in training ("seen", "unseen"); subjects: of each half."""

    tallies: dict[str, dict[str, Tally]]
    subjects: tuple[tuple[str, ...], tuple[str, ...]]

    def to_json(self) -> dict[str, Any]:
        """Plain data: errors, areas and reliability of each."""
        return {
            "labels": STAND_IN,
            "held_out": [list(half) for half in self.subjects],
            "paper": PAPER,
            "classifiers": {name: {how: _describe(tally) for how, tally in own.items()} for name, own in self.tallies.items()},
        }


def _describe(tally: Tally) -> dict[str, Any]:
    brier, gap = tally.reliability()
    kinds = [kind for kind in KINDS if any(each == kind for each, _ in tally.runs)]
    return {
        "runs": {name: round(value, 4) for name, value in tally.errors("runs").items()},
        "frames": {name: round(value, 4) for name, value in tally.errors("frames").items()},
        "area": round(tally.roc().area, 4),
        "areas": {kind: round(tally.roc(kind).area, 4) for kind in kinds},
        "brier": round(brier, 4),
        "calibration_gap": round(gap, 4),
    }


def compare_classifiers(
    captures: Sequence[Capture],
    naturals: int = 200,
    damaged: int = 24,
    seed: int = 0,
    names: Sequence[str] = (),
    progress: Progress | None = None,
) -> Comparison:
    """Every classifier, taught on half of the performers and held against the other half, both ways."""
    progress, names = progress or Progress(), names or tuple(CLASSIFIERS.all())
    halves = split_subjects(captures)
    tallies = {name: {"seen": Tally(), "unseen": Tally()} for name in names}
    progress.begin("Comparing classifiers", 2 * len(names))
    sets = [make_examples(half, naturals, damaged, make_rng(seed, "looks human", n)) for n, half in enumerate(halves)]
    for n, held_out in enumerate(sets):
        for name in names:
            _compete(name, sets[1 - n], held_out, tallies[name], make_rng(seed, name, n))
            progress.advance(note=f"{name}, half {n + 1}")
    subjects = tuple(tuple(sorted({capture.subject for capture in half})) for half in halves)
    return Comparison(tallies, subjects)  # type: ignore[arg-type]


def _compete(
    name: str, taught: Sequence[Example], held_out: Sequence[Example], tallies: dict[str, Tally], rng: np.random.Generator
) -> None:
    """One classifier on one half: with all kinds of damage seen, then each group of kinds unseen, by the first one's calibration."""
    kind = CLASSIFIERS.find(name)
    line = calibrate_kind(kind, taught, rng)
    before = len(tallies["seen"].runs)
    _tally(kind.fit(for_training(kind, taught), rng), line, held_out, tallies["seen"])
    if not kind.needs_damaged:
        tallies["unseen"].runs += tallies["seen"].runs[before:]
        return
    for left_out in LEFT_OUT:
        rest = [example for example in taught if example.kind not in left_out]
        tested = [example for n, example in enumerate(held_out) if example.kind in left_out or (example.natural and n % len(LEFT_OUT) == 0)]
        _tally(kind.fit(rest, rng), line, tested, tallies["unseen"])


def _tally(classifier: Classifier, line: tuple[float, float], held_out: Sequence[Example], into: Tally) -> None:
    for example in held_out:
        found = example_values(classifier, example)
        if len(found):
            into.runs.append((example.kind, 1 / (1 + np.exp(-np.clip(line[0] * found + line[1], -30, 30)))))


def describe_comparison(found: Comparison) -> list[str]:
    """A table, a line a classifier."""
    lines = [f"{'classifier':<10} {'damage':<8} {'area':>6} {'error, FP by runs':>18} {'by frames':>14} {'Brier':>6} {'gap':>6}"]
    for name, own in found.tallies.items():
        for how, tally in own.items():
            runs, frames = tally.errors("runs"), tally.errors("frames")
            brier, gap = tally.reliability()
            counted = [f"{each['error']:.1%}, {each['false_positives']:.1%}" for each in (runs, frames)]
            lines.append(f"{name:<10} {how:<8} {tally.roc().area:>6.3f} {counted[0]:>18} {counted[1]:>14} {brier:>6.3f} {gap:>6.3f}")
    lines.append(f"paper 004, by runs, people's labels: error {PAPER['error']:.0%}, false positives {PAPER['false_positives']:.0%}")
    lines.append(f"labels: {STAND_IN}; performers held out in turn: {len(found.subjects[0])} and {len(found.subjects[1])}")
    return lines


def plot_comparison(found: Comparison, path: Path) -> None:
    """One picture of all curves, damage seen and not seen in training."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4.4), layout="constrained")
    FigureCanvasAgg(figure)
    for panel, how in zip(figure.subplots(1, 2), ("seen", "unseen"), strict=True):
        for name, own in found.tallies.items():
            curve = own[how].roc()
            panel.plot(GRID, curve.found, lw=1.8, label=f"{name}  {curve.area:.2f}")
        panel.plot([0, 1], [0, 1], color="0.8", lw=1, zorder=0)
        panel.set(
            xlim=(0, 1), ylim=(0, 1.01), xlabel="human frames rejected", ylabel="damaged frames found", title=f"damage {how} in training"
        )
        panel.legend(fontsize=8, loc="lower right", frameon=False)
    figure.suptitle("Held-out performers; labels are a synthetic stand-in for people's judgements", fontsize=10)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=100)
    except OSError as error:
        raise FileError(f"{path}: cannot write: {error.strerror or error}") from None
