"""One oracle across skeletons: trained on one, tested on others, with lengths scaled and not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from motionloom.compute import Progress
from motionloom.feet import detectors
from motionloom.feet.features import Features, Legs, Soles
from motionloom.feet.hand_labels import Example
from motionloom.feet.oracle import train
from motionloom.feet.plants import Plants
from motionloom.feet.reports.evaluate import Evaluation, evaluate, finder_of

BEHAVIOURS = ("stand", "walk", "walk_slow", "walk_fast", "turn_left_90", "jog", "run", "sprint", "jump", "kick", "take_errand")


@dataclass(frozen=True)
class TransferRow:
    """How one way to find plants does on each set of examples."""

    method: str
    sets: Mapping[str, Evaluation]

    def to_json(self) -> dict[str, Any]:
        return {"method": self.method, "sets": {name: evaluation.total.to_json() for name, evaluation in self.sets.items()}}


def sample_examples(noise: float, seed: int = 0, behaviours: Sequence[str] = BEHAVIOURS) -> list[Example]:
    """Clips of the procedural performers, as if captured with some noise, and their exact plants."""
    from motionloom import sample

    examples = []
    for subject, performer in enumerate(sample.performers()):
        for behaviour in behaviours:
            clip = sample.make(performer, behaviour, seed, noise=noise)
            plants = Plants(clip.plants, clip.motion.fps, np.ones_like(clip.plants), "sample")
            examples.append(Example(clip.motion, plants, subject, clip.label))
    return examples


def transfer(training: Sequence[Example], sets: Mapping[str, Sequence[Example]], progress: Progress | None = None) -> list[TransferRow]:
    """Oracles of the training examples, with each kind of features and scaling, and the detectors, on every set."""
    kinds: list[Features] = [
        *(Soles(scaling=scaling) for scaling in ("leg", "none", "segment")),
        *(Legs(scaling=scaling) for scaling in ("leg", "none", "segment")),
    ]
    progress = progress or Progress()
    progress.begin("Other skeletons", len(kinds) + len(detectors.names()))
    rows = []
    for features in kinds:
        name = f"{features.name}, scaled by {features.scaling}"  # type: ignore[attr-defined]
        label = train(training, features).label
        rows.append(TransferRow(name, {known: evaluate(name, label, examples) for known, examples in sets.items()}))
        progress.advance(note=name)
    for detector in detectors.names():
        find = finder_of(detectors.make(detector))
        rows.append(TransferRow(detector, {known: evaluate(detector, find, examples) for known, examples in sets.items()}))
        progress.advance(note=detector)
    return rows


def to_text(rows: Sequence[TransferRow]) -> str:
    """Accuracy and errors over 100 ms for people."""
    names = list(rows[0].sets)
    lines = [f"{'method':<26} " + " ".join(f"{name:>26}" for name in names)]
    for row in rows:
        cells = []
        for name in names:
            total = row.sets[name].total
            serious = sum(flaw.serious for flaw in total.flaws)
            cells.append(f"{100 * total.total.accuracy:.2f} %, {serious} of {total.plants} wrong")
        lines.append(f"{row.method:<26} " + " ".join(f"{cell:>26}" for cell in cells))
    return "\n".join(lines)
