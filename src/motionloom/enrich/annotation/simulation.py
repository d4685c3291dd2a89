"""Teaching by a SYNTHETIC annotator: how well words are known after how many answers, by how the questions are chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.enrich.annotation import synthetic
from motionloom.enrich.annotation.body_signals import RATE, read_signals
from motionloom.enrich.annotation.choosing import find_strategy
from motionloom.enrich.annotation.descriptors import find_descriptor
from motionloom.enrich.annotation.morphology import open_and_close
from motionloom.enrich.annotation.words import (
    DESCRIPTION,
    FARTHEST,
    SHORTEST,
    STEP,
    Floats,
    fit_margins,
    kernel,
    mirror_labels,
    to_chance,
)

QUESTION = 1.0  # seconds that one question shows
WATCH = 2.0  # seconds: each is seen twice
LEARNT = 5  # frames of a question, evenly spaced, that are learnt from: neighbours say the same
PRESS = 1.0  # seconds for each word that the guess had wrong
Bits = NDArray[np.bool_]
Choose = Callable[[Floats, NDArray[np.int8], list[int]], int]


@dataclass(frozen=True, eq=False)
class Take:
    """A clip as the study has it: described and mirrored (N, D), truth (N, W), ten frames a second."""

    name: str
    performer: str
    described: Floats
    mirrored: Floats
    truth: Bits


@dataclass(frozen=True, eq=False)
class Curve:
    """What one strategy reached: F1 (Q, W) after answers (Q,) that took seconds (Q,); said (N, W): of the held-out frames, at the end."""

    strategy: str
    answers: NDArray[np.intp]
    seconds: NDArray[np.float64]
    scores: NDArray[np.float64]
    said: Bits


def read_take(motion: Motion, performer: str, description: str = DESCRIPTION) -> Take:
    """A motion, described, with the synthetic annotator's words."""
    signals, describe = read_signals(motion), find_descriptor(description)
    truth = synthetic.annotate(motion, signals)[::STEP]
    described, mirrored = (describe(each)[::STEP].astype(np.float32) for each in (signals, signals.mirrored()))
    return Take(motion.name, performer, described, mirrored, truth)


def measure_f1(truth: Bits, said: Bits) -> NDArray[np.float64]:
    """F1 (W,) of words said (N, W); 1 where a word never holds and is never said."""
    both, either = (truth & said).sum(axis=0), truth.sum(axis=0) + said.sum(axis=0)
    return np.where(either > 0, 2 * both / np.maximum(either, 1), 1.0)


class Study:
    """A pool to ask about and clips of other performers to be measured on, ready for any strategy."""

    def __init__(self, pool: Sequence[Take], held_out: Sequence[Take]) -> None:
        described = np.concatenate([take.described for take in pool])
        self.mean, self.scale = described.mean(axis=0), np.maximum(described.std(axis=0), 1e-3)
        self.rows, self.mirrored = self._units(described), self._units(np.concatenate([take.mirrored for take in pool]))
        self.truth = np.concatenate([take.truth for take in pool])
        self.test = self._units(np.concatenate([take.described for take in held_out]))
        self.test_truth = np.concatenate([take.truth for take in held_out])
        self.borders = np.cumsum([len(take.truth) for take in held_out])[:-1]
        self.piece = _cut(pool)

    def _units(self, described: Floats) -> Floats:
        return np.clip((described - self.mean) / self.scale, -FARTHEST, FARTHEST).astype(np.float32)

    def first_questions(self, rng: np.random.Generator) -> list[int]:
        """A second of each word: what a person who wants to teach it paints first."""
        there = (np.unique(self.piece[self.truth[:, word]]) for word in range(self.truth.shape[1]))
        return list(dict.fromkeys(int(rng.choice(pieces)) for pieces in there if len(pieces)))

    def run(self, strategy: str, answers: int, seed: int, every: int = 10, choose: Choose | None = None) -> Curve:
        """Ask `answers` questions. choose: another program's way to choose, given the examples, their labels and the questions asked."""
        rng = np.random.default_rng(seed)
        asked: list[int] = self.first_questions(np.random.default_rng([seed, 1]))
        score, seconds = find_strategy(strategy), len(asked) * (WATCH + PRESS)
        most = 2 * (answers + 1) * LEARNT + 2 * len(asked) * LEARNT
        pool, test, own = _Products(self.rows, most), _Products(self.test, most), np.empty((most, most), np.float32)
        examples, labels = np.empty((0, self.rows.shape[1]), np.float32), np.empty((0, self.truth.shape[1]), np.int8)
        taken, marks = 0, list[tuple[int, float, NDArray[np.float64]]]()
        while True:
            for question in asked[taken:]:
                frames = self._shown(question)
                new = np.concatenate([self.rows[frames], self.mirrored[frames]])
                answer = self.truth[frames].astype(np.int8)
                examples, labels = np.concatenate([examples, new]), np.concatenate([labels, answer, mirror_labels(synthetic.WORDS, answer)])
                pool.add(new)
                test.add(new)
                last = len(examples)
                own[last - len(new) : last, :last] = kernel(new, examples)
                own[:last, last - len(new) : last] = own[last - len(new) : last, :last].T
            taken = len(asked)
            weights, bias = fit_margins(own[: len(examples), : len(examples)], labels)
            if taken % every == 0 or taken >= answers:
                said = self._say(test, weights, bias)
                marks.append((taken, seconds, measure_f1(self.test_truth, said)))
            if taken >= answers:
                counts, times, scored = (np.array(column) for column in zip(*marks, strict=True))
                return Curve(strategy, counts, times, scored, said)
            chances = to_chance(pool.all @ weights.T + bias)
            scores = score(chances, self.piece, pool.all.max(axis=1), rng)
            scores[asked] = -np.inf
            asked.append(int(np.argmax(scores)) if choose is None else choose(examples, labels, asked))
            frames = self.piece == asked[-1]
            wrong = (chances[frames] > 0.5).mean(axis=0).round() != self.truth[frames].mean(axis=0).round()
            seconds += WATCH + PRESS * float(wrong.sum())

    def _shown(self, question: int) -> NDArray[np.intp]:
        """The frames of a question that are learnt from: LEARNT of them, evenly spaced."""
        frames = np.flatnonzero(self.piece == question)
        return frames[np.unique(np.linspace(0, len(frames) - 1, LEARNT).round().astype(int))]

    def _say(self, test: _Products, weights: Floats, bias: Floats) -> Bits:
        chances = to_chance(test.all @ weights.T + bias)
        return np.concatenate([open_and_close(part > 0.5, SHORTEST * RATE / STEP) for part in np.split(chances, self.borders)])


class _Products:
    """Kernel products of fixed rows with examples that keep coming; space for `most` of them."""

    def __init__(self, rows: Floats, most: int) -> None:
        self.rows, self._count = rows, 0
        self._products = np.empty((len(rows), most), np.float32)

    def add(self, examples: Floats) -> None:
        self._products[:, self._count : self._count + len(examples)] = kernel(self.rows, examples)
        self._count += len(examples)

    @property
    def all(self) -> Floats:
        return self._products[:, : self._count]


def _cut(pool: Sequence[Take]) -> NDArray[np.intp]:
    """The question (N,) that each frame belongs to: clips in seconds, a short rest with the one before it."""
    size, parts, first = round(QUESTION * RATE / STEP), [], 0
    for take in pool:
        count = max(1, round(len(take.truth) / size))
        parts.append(first + np.minimum(np.arange(len(take.truth)) // size, count - 1))
        first += count
    return np.concatenate(parts)


def answers_needed(curve: Curve, level: float) -> float:
    """Answers after which the mean F1 reaches a level; infinite where it never does."""
    reached = np.flatnonzero(curve.scores.mean(axis=1) >= level)
    return float(curve.answers[reached[0]]) if len(reached) else float("inf")
