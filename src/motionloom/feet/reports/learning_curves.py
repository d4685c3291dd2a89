"""Learning curves: how good the oracle is after so many sequences, chosen by itself or at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.feet.active import SEQUENCE, Chooser, Piece, cut, take
from motionloom.feet.features import Features, Soles
from motionloom.feet.hand_labels import Example
from motionloom.feet.oracle import Oracle, OracleOptions, from_pool, pool_frames

RANDOM = "random"
ACTIVE = "doubt"
SHARES = (0.02, 0.04, 0.06, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9)  # of all sequences: when it is tested
RUNS = {ACTIVE: 3, RANDOM: 9}  # the first sequence is always a matter of luck; at random, all are
TOLERANCE = 0.003  # of the bits: so near to what all sequences teach counts as having learnt it (chosen within the training half)


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


@dataclass(frozen=True, eq=False)
class _Seen:
    """An example as the oracle sees it: descriptions (F, views, D) in every way that `Features.pooled` says, and how sparsely each is
    taught; made once for all the oracles of a curve. The first is that by which frames are judged."""

    example: Example
    ways: tuple[tuple[NDArray[np.float32], int], ...]

    @property
    def described(self) -> NDArray[np.float32]:
        return self.ways[0][0]


def _see(examples: Sequence[Example], features: Features) -> dict[str, _Seen]:
    return {
        example.name: _Seen(example, tuple((way.describe(example.motion), step) for way, step in features.pooled())) for example in examples
    }


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
    seconds: float = SEQUENCE,
    runs: Mapping[str, int] = RUNS,
    progress: Progress | None = None,
) -> list[Curve]:
    """A curve for every strategy: an oracle is taught the first sequences it chose and tested on held-out labels.

    The labels stand in for the person: whatever is asked is answered from them.
    """
    features = Soles()
    seen, tested = _see(training, features), _see(held_out, features)
    pieces = cut_labelled(training, seconds)
    every = [piece for own in pieces.values() for piece in own]
    counts = tuple(sorted({max(1, round(share * len(every))) for share in SHARES} | {len(every)}))
    final = _accuracy(_teach(seen, every, features), tested)
    progress = progress or Progress()
    progress.begin("Learning curves", sum(runs.values()))
    curves = []
    for strategy, times in runs.items():
        rows = []
        for run in range(times):
            order = choose_order(seen, pieces, strategy, run, counts[-2] if len(counts) > 1 else 1)
            rows.append(_test(order, counts[:-1], seen, tested, features))
            progress.advance(note=strategy)
        curves.append(Curve(strategy, counts, tuple((*row, final) for row in rows)))
    return curves


def in_percent(curves: Sequence[Curve]) -> list[Curve]:
    """The same curves with counts in percent of the sequences there are."""
    return [replace(curve, counts=tuple(round(100 * count / curve.counts[-1]) for count in curve.counts)) for curve in curves]


def choose_order(seen: Mapping[str, _Seen], pieces: Mapping[str, Sequence[Piece]], strategy: str, seed: int, count: int) -> list[Piece]:
    """The first `count` pieces that a strategy asks for."""
    rng = np.random.default_rng([seed, 20021])
    every = [piece for own in pieces.values() for piece in own]
    if strategy == RANDOM:
        return [every[i] for i in rng.permutation(len(every))[:count]]
    chooser = Chooser(Soles(), strategy)
    for name, own in pieces.items():
        chooser.add(name, seen[name].example.motion, own)
    order: list[Piece] = []
    while len(order) < count:
        oracle = _teach(seen, order, chooser.features) if order else None
        order.append(chooser.choose(oracle, order, rng).piece)
    return order


def _test(
    order: Sequence[Piece], counts: Sequence[int], seen: Mapping[str, _Seen], tested: Mapping[str, _Seen], features: Features
) -> tuple[float, ...]:
    """The accuracy after each count of an order."""
    return tuple(_accuracy(_teach(seen, order[:count], features), tested) for count in counts)


def _teach(seen: Mapping[str, _Seen], pieces: Sequence[Piece], features: Features) -> Oracle:
    """The oracle that `train` makes of the pieces, from descriptions that are there already; for features that see each foot."""
    taken = take({name: one.example for name, one in seen.items()}, pieces)
    described, bits = [], []
    for example in taken:
        frames = pool_frames(example)
        for way, step in seen[example.name].ways:
            described.append(way[frames[::step]].reshape(-1, features.width))
            bits.append(example.plants.bits[frames[::step]].reshape(-1, 2))
    return from_pool(np.concatenate(described), np.concatenate(bits), features, OracleOptions())


def _accuracy(oracle: Oracle, tested: Mapping[str, _Seen]) -> float:
    right = total = 0
    for one in tested.values():
        votes, _ = oracle.vote(one.described @ oracle.projection)
        rows = one.example.plants.checked
        agree = oracle.decide(votes, one.example.motion.fps).bits[rows] == one.example.plants.bits[rows]
        right, total = right + int(agree.sum()), total + agree.size
    return right / total


def to_text(curves: Sequence[Curve], unit: str = "sequences") -> str:
    """The curves for people, in percent, and how many sequences each needs to learn what all of them teach."""
    final, total = curves[0].means[-1], curves[0].counts[-1]
    lines = [f"{unit:<9} " + " ".join(f"{count:>6}" for count in curves[0].counts)]
    lines += [f"{curve.strategy:<9} " + " ".join(f"{100 * mean:>6.2f}" for mean in curve.means) for curve in curves]
    for curve in curves:
        need = curve.needed(final - TOLERANCE)
        lines.append(f"{curve.strategy}: {need} of {total} {unit} to come, and stay, within {100 * TOLERANCE:g} % of {100 * final:.2f} %")
    return "\n".join(lines)
