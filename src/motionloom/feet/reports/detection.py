"""`motionloom feet report`: every way to find plants against labels that it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from motionloom.compute import Progress
from motionloom.feet.hand_labels import Example
from motionloom.feet.measures import SERIOUS, Agreement
from motionloom.feet.oracle import Oracle, train
from motionloom.feet.reports.evaluate import Evaluation, Finder, evaluate, finder_of, fitted_detectors

KINDS_OF_ERROR = ("missed", "phantom", "split", "merged")


@dataclass(frozen=True)
class Report:
    """Evaluations on held-out examples, and on how much they were trained and tested."""

    evaluations: tuple[Evaluation, ...]
    training: str
    tested: str
    oracle: Oracle

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        rows = {
            evaluation.name: {
                **evaluation.total.to_json(),
                "kinds": {kind: evaluation.of_kinds(kind).total.accuracy for kind in sorted(set(evaluation.kinds.values()))},
                "walking_and_running": evaluation.of_kinds("walk", "run").to_json(),
                "clips": {clip: agreement.total.accuracy for clip, agreement in evaluation.clips.items()},
            }
            for evaluation in self.evaluations
        }
        return {"training": self.training, "tested": self.tested, "oracle": self.oracle.version, "methods": rows}

    def to_text(self) -> str:
        """A page for people."""
        lines = [f"trained on {self.training}", f"tested on {self.tested}", "", *_table(self.evaluations)]
        oracle = self.evaluations[-1]
        kinds = sorted(set(oracle.kinds.values()))
        lines += [
            "",
            "oracle by kind of motion: " + ", ".join(f"{kind} {100 * oracle.of_kinds(kind).total.accuracy:.1f} %" for kind in kinds),
        ]
        serious = [flaw for flaw in oracle.total.flaws if flaw.serious]
        lines.append(f"oracle errors over {1000 * SERIOUS:.0f} ms: " + ("none" if not serious else ""))
        lines += [
            f"  {flaw.clip} {flaw.point} {flaw.kind} at frames {flaw.start}-{flaw.stop} ({1000 * flaw.seconds:.0f} ms)" for flaw in serious
        ]
        return "\n".join(lines)

    def clips_to_text(self, methods: Sequence[str] = ("oracle", "kinetic", "kinetic, fitted")) -> str:
        """Clip by clip for people: how many bits of it each of some methods has right."""
        chosen = [evaluation for evaluation in self.evaluations if evaluation.name in methods]
        lines = [f"{'clip':<28} {'kind':<14} {'frames':>6} " + " ".join(f"{each.name:>15}" for each in chosen)]
        for clip, kind in chosen[0].kinds.items():
            frames = sum(chosen[0].clips[clip].points["left_heel"].values)
            cells = " ".join(f"{100 * each.clips[clip].total.accuracy:>15.2f}" for each in chosen)
            lines.append(f"{clip:<28} {kind:<14} {frames:>6} {cells}")
        return "\n".join(lines)


def make_report(training: Sequence[Example], held_out: Sequence[Example], progress: Progress | None = None) -> Report:
    """All detectors, as shipped and fitted to the training examples, and the oracle of the training examples."""
    from motionloom.feet import detectors

    progress = progress or Progress()
    progress.begin("Measuring detectors and oracle", 2 * len(detectors.names()) + 1)
    rows: list[Evaluation] = []

    def add(name: str, find: Finder) -> None:
        rows.append(evaluate(name, find, held_out))
        progress.advance(note=name)

    for name in detectors.names():
        add(name, finder_of(detectors.make(name)))
    for name, found in fitted_detectors(training).items():
        add(f"{name}, fitted", finder_of(found))
    oracle = train(training)
    add("oracle", oracle.label)
    return Report(tuple(rows), _size(training), _size(held_out), oracle)


def _size(examples: Sequence[Example]) -> str:
    frames = sum(len(example.plants.checked) for example in examples)
    subjects = len({example.subject for example in examples})
    return f"{frames} frames of {len(examples)} clips of {subjects} performers"


def _table(evaluations: Sequence[Evaluation]) -> list[str]:
    points = ("left_heel", "left_toe", "right_heel", "right_toe")
    head = f"{'method':<18} {'total':>6} " + " ".join(f"{name:>10}" for name in points)
    head += f" {'precision':>9} {'recall':>6} {'F1':>6} {'border ms':>9}  " + " ".join(f"{kind:>8}" for kind in KINDS_OF_ERROR)
    return [head, *(_row(evaluation.name, evaluation.total) for evaluation in evaluations)]


def _row(name: str, agreement: Agreement) -> str:
    total = agreement.total
    text = f"{name:<18} {100 * total.accuracy:>6.2f} " + " ".join(f"{100 * counts.accuracy:>10.2f}" for counts in agreement.points.values())
    text += f" {100 * total.precision:>9.2f} {100 * total.recall:>6.2f} {100 * total.f1:>6.2f} {1000 * agreement.border_error:>9.1f}  "
    return text + " ".join(f"{f'{agreement.count(kind, serious=False)} ({agreement.count(kind)})':>8}" for kind in KINDS_OF_ERROR)
