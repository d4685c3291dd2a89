"""Learning curves: how good the oracle is after so many sequences, chosen by itself or at random."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from motionloom.feet.active import SEQUENCE, STRATEGIES, Chooser, Piece, cut, take
from motionloom.feet.evaluate import evaluate
from motionloom.feet.hand_labels import Example
from motionloom.feet.oracle import train

RANDOM = "random"
COUNTS = (1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 28, 32)


@dataclass(frozen=True)
class Curve:
    """One way to choose: accuracies (runs, steps) after counts (steps,) of sequences."""

    strategy: str
    counts: tuple[int, ...]
    accuracies: tuple[tuple[float, ...], ...]

    @property
    def means(self) -> tuple[float, ...]:
        return tuple(float(mean) for mean in np.mean(self.accuracies, axis=0))

    def needed(self, accuracy: float) -> int | None:
        """The fewest sequences after which the mean accuracy is reached, and kept; None if it never is."""
        reached = None
        for count, mean in zip(self.counts, self.means, strict=True):
            reached = (reached or count) if mean >= accuracy else None
        return reached

    def to_json(self) -> dict[str, Any]:
        return {"strategy": self.strategy, "counts": self.counts, "accuracies": self.accuracies}


def cut_labelled(examples: Sequence[Example], seconds: float = SEQUENCE) -> dict[str, list[Piece]]:
    """The labelled stretch of every example in sequences."""
    pieces = {}
    for example in examples:
        checked = example.plants.checked
        pieces[example.name] = cut(example.name, int(checked[-1]) + 1 - int(checked[0]), example.motion.fps, seconds, int(checked[0]))
    return pieces


def learn(
    training: Sequence[Example],
    held_out: Sequence[Example],
    counts: Sequence[int],
    runs: int = 3,
    seconds: float = SEQUENCE,
    strategies: Sequence[str] = (*STRATEGIES, RANDOM),
    say: Callable[[str], None] = lambda text: None,
) -> list[Curve]:
    """A curve for every strategy: an oracle is trained on the first sequences it chose and tested on held-out labels.

    The labels stand in for the person: whatever is asked is answered from them.
    """
    examples = {example.name: example for example in training}
    pieces = cut_labelled(training, seconds)
    total = sum(len(own) for own in pieces.values())
    steps = tuple(sorted({count for count in counts if count < total} | {total}))
    curves = []
    for strategy in strategies:
        say(f"{strategy}: {runs} runs of {total} sequences")
        rows = []
        for run in range(runs):
            order = choose_order(examples, pieces, strategy, run, steps[-2] if len(steps) > 1 else total)
            rows.append(tuple(_accuracy(examples, _first(order, pieces, step), held_out) for step in steps))
        curves.append(Curve(strategy, steps, tuple(rows)))
    return curves


def choose_order(
    examples: Mapping[str, Example], pieces: Mapping[str, Sequence[Piece]], strategy: str, seed: int, count: int
) -> list[Piece]:
    """The first `count` pieces that a strategy asks for."""
    rng = np.random.default_rng([seed, 20021])
    every = [piece for own in pieces.values() for piece in own]
    if strategy == RANDOM:
        return [every[i] for i in rng.permutation(len(every))[:count]]
    chooser = Chooser(strategy=strategy)
    for name, own in pieces.items():
        chooser.add(name, examples[name].motion, own)
    order: list[Piece] = []
    while len(order) < count:
        oracle = train(take(examples, order)) if order else None
        order.append(chooser.choose(oracle, order, rng).piece)
    return order


def _first(order: Sequence[Piece], pieces: Mapping[str, Sequence[Piece]], count: int) -> list[Piece]:
    """The first `count` pieces of an order; all there are where it is shorter."""
    return list(order[:count]) if count <= len(order) else [piece for own in pieces.values() for piece in own]


def _accuracy(examples: Mapping[str, Example], chosen: Sequence[Piece], held_out: Sequence[Example]) -> float:
    oracle = train(take(examples, chosen))
    return evaluate("oracle", oracle.label, held_out).total.total.accuracy


def to_text(curves: Sequence[Curve]) -> str:
    """The curves for people, in percent, and how many sequences each needs to come within a fifth of a percent of all."""
    final = curves[0].means[-1]
    lines = ["sequences " + " ".join(f"{count:>7}" for count in curves[0].counts)]
    lines += [f"{curve.strategy:<9} " + " ".join(f"{100 * mean:>7.2f}" for mean in curve.means) for curve in curves]
    for curve in curves:
        near = curve.needed(final - 0.002)
        lines.append(f"{curve.strategy}: within 0.2 % of all {curve.counts[-1]} sequences ({100 * final:.2f} %) after {near}")
    return "\n".join(lines)
