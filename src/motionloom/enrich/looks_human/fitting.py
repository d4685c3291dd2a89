"""A classifier fitted and calibrated: its values are turned into chances on performers that it has not seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motionloom.enrich.looks_human.classifier import CLASSIFIERS, DEFAULT, Classifier, Judge, judged_frames
from motionloom.score.objective_set import Example

ROUNDS = 50
FOLDS = 4  # parts of the performers, each judged by who was taught by the others: nearly as many as the judge itself sees


def fit_judge(examples: Sequence[Example], labels: str, rng: np.random.Generator, name: str = DEFAULT) -> Judge:
    """A judge that rests on the examples; labels: whose they are, which every report says."""
    kind = CLASSIFIERS.find(name)
    slope, offset = calibrate_kind(kind, examples, rng)
    return Judge(kind.fit(for_training(kind, examples), rng), slope, offset, labels)


def calibrate_kind(kind: type[Classifier], examples: Sequence[Example], rng: np.random.Generator) -> tuple[float, float]:
    """Slope and offset for a kind of classifier, by what it says of performers that it was not taught by."""
    folds = split_performers(examples)
    values, human = [], []
    for held_out in folds:
        taught = kind.fit(for_training(kind, [example for fold in folds if fold is not held_out for example in fold]), rng)
        for example in held_out:
            found = example_values(taught, example)
            values.append(found)
            human.append(np.full(len(found), example.natural))
    return calibrate(np.concatenate(values), np.concatenate(human))


def for_training(kind: type[Classifier], examples: Sequence[Example]) -> list[Example]:
    """The examples that a kind of classifier may see."""
    return [example for example in examples if kind.needs_damaged or example.natural]


def split_performers(examples: Sequence[Example], folds: int = FOLDS) -> list[list[Example]]:
    """The examples in up to `folds` parts of about as many, no performer in two; every other one in two where a part has but one side."""
    subjects: dict[str, list[Example]] = {}
    for example in examples:
        subjects.setdefault(example.subject, []).append(example)
    parts: list[list[Example]] = [[] for _ in range(max(2, min(folds, len(subjects))))]
    for _, group in sorted(subjects.items(), key=lambda item: (-len(item[1]), item[0])):
        min(parts, key=len).extend(group)
    whole = all({example.natural for example in part} == {True, False} for part in parts)
    return parts if whole else [list(examples[::2]), list(examples[1::2])]


def example_values(classifier: Classifier, example: Example) -> NDArray[np.float64]:
    """Its values at ten frames a second that are judged, of an example that does not look human at those that were touched."""
    use = judged_frames(example.motion) & (True if example.natural else example.touched)
    frames = np.flatnonzero(use)[:: max(1, round(example.motion.fps / 10))]
    if not len(frames):
        return np.zeros(0)
    return classifier.values(example.motion, example.plants)[frames]


def calibrate(values: NDArray[np.float64], human: NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and offset of the log odds that values (N,) mean human (N,), both sides weighing the same (Platt 1999, by Newton's method)."""
    middle, spread = float(np.median(values)), max(float(values.std()), 1e-9)
    x = np.stack([(values - middle) / spread, np.ones(len(values))], axis=1)
    weights = np.where(human, 0.5 / max(human.mean(), 1e-6), 0.5 / max(1 - human.mean(), 1e-6))
    found = np.zeros(2)
    for _ in range(ROUNDS):
        chances = 1 / (1 + np.exp(-np.clip(x @ found, -30, 30)))
        slope = x.T @ (weights * (human - chances)) - 1e-3 * found
        curve = (x * (weights * chances * (1 - chances))[:, None]).T @ x + 1e-3 * np.eye(2)
        step = np.linalg.solve(curve, slope)
        found += step
        if np.abs(step).max() < 1e-9:
            break
    return float(found[0] / spread), float(found[1] - found[0] * middle / spread)
