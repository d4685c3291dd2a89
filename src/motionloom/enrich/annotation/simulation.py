"""Teaching by a SYNTHETIC annotator: how well words are known after how many answers, by how the questions are chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.enrich.annotation import synthetic
from motionloom.enrich.annotation.body_signals import RATE, read_signals
from motionloom.enrich.annotation.choosing import find_strategy, pick
from motionloom.enrich.annotation.descriptors import Described, describe, join_described
from motionloom.enrich.annotation.learning import teach
from motionloom.enrich.annotation.morphology import open_and_close
from motionloom.enrich.annotation.words import DESCRIPTION, SHORTEST, STEP, Floats, Words, settle, to_chance

QUESTION = 1.0  # seconds that one question shows
WATCH = 2.0  # seconds: each is seen twice
PRESS = 1.0  # seconds for each word that the guess had wrong
ROUND = 8  # questions that are asked before the words are taught again
EVERY = 24  # answers between two measurements
Bits = NDArray[np.bool_]
Choose = Callable[[Described, NDArray[np.int8], list[int], int], list[int]]


@dataclass(frozen=True, eq=False)
class Take:
    """A clip as the study has it: described (N, D), truth (N, W), ten frames a second."""

    name: str
    performer: str
    described: Described
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
    signals = read_signals(motion)
    return Take(motion.name, performer, describe(signals, description, STEP), synthetic.annotate(motion, signals)[::STEP])


def measure_f1(truth: Bits, said: Bits) -> NDArray[np.float64]:
    """F1 (W,) of words said (N, W); 1 where a word never holds and is never said."""
    both, either = (truth & said).sum(axis=0), truth.sum(axis=0) + said.sum(axis=0)
    return np.where(either > 0, 2 * both / np.maximum(either, 1), 1.0)


class Study:
    """A pool to ask about and clips of other performers to be measured on, ready for any strategy."""

    def __init__(self, pool: Sequence[Take], held_out: Sequence[Take], description: str = DESCRIPTION) -> None:
        self.pool, self.description = join_described([take.described for take in pool]), description
        self.truth = np.concatenate([take.truth for take in pool])
        self.ends = np.cumsum([len(take.truth) for take in pool])[:-1]
        self.test = np.concatenate([take.described.rows for take in held_out])
        self.test_truth = np.concatenate([take.truth for take in held_out])
        self.test_ends = np.cumsum([len(take.truth) for take in held_out])[:-1]
        self.piece, self.clip = _cut(pool)

    def first_questions(self, rng: np.random.Generator) -> list[int]:
        """A second of each word: what a person who wants to teach it paints first."""
        there = (np.unique(self.piece[self.truth[:, word]]) for word in range(self.truth.shape[1]))
        return list(dict.fromkeys(int(rng.choice(pieces)) for pieces in there if len(pieces)))

    def run(self, strategy: str, answers: int, seed: int, choose: Choose | None = None) -> Curve:
        """Ask `answers` questions, ROUND at a time. choose: another program's way, given examples, labels, what was asked, and how many."""
        rng, score = np.random.default_rng(seed), find_strategy(strategy)
        asked = self.first_questions(np.random.default_rng([seed, 1]))[:answers]
        seconds, marks = len(asked) * (WATCH + PRESS), list[tuple[int, float, NDArray[np.float64]]]()
        while True:
            examples, labels = self.shown(asked)
            words = teach(synthetic.WORDS, examples, labels, self.description)
            # Where no second is left to ask about, more answers would change nothing.
            done = len(asked) >= answers or len(asked) > self.piece[-1]
            if len(asked) % EVERY == 0 or done:
                said = self._say(words)
                marks.append((answers if done else len(asked), seconds, measure_f1(self.test_truth, said)))
            if done:
                counts, times, scored = (np.array(column) for column in zip(*marks, strict=True))
                return Curve(strategy, counts, times, scored, said)
            chances = _settled(words, self.pool.rows, self.ends)
            count = min(ROUND - len(asked) % ROUND, answers - len(asked))
            if choose is None:
                free = ~np.isin(np.arange(len(self.clip)), asked)
                new = pick(score(chances, self.piece, rng), self.clip, free, count)
            else:
                new = choose(examples, labels, asked, count)
            seconds += sum(self._takes(question, chances) for question in new)
            asked = [*asked, *new]

    def shown(self, asked: Sequence[int]) -> tuple[Described, NDArray[np.int8]]:
        """The frames of the questions asked, and the annotator's answers (L, W)."""
        frames = np.isin(self.piece, asked)
        return Described(self.pool.rows[frames], self.pool.mirrored[frames], self.pool.shared), self.truth[frames].astype(np.int8)

    def _takes(self, question: int, chances: Floats) -> float:
        """Seconds that an answer takes: watching, and a key for each word that the guess had wrong."""
        frames = self.piece == question
        wrong = (chances[frames] > 0.5).mean(axis=0).round() != self.truth[frames].mean(axis=0).round()
        return WATCH + PRESS * float(wrong.sum())

    def _say(self, words: Words) -> Bits:
        chances = _settled(words, self.test, self.test_ends)
        return np.concatenate([open_and_close(part > 0.5, SHORTEST * RATE / STEP) for part in np.split(chances, self.test_ends)])


def _settled(words: Words, rows: Floats, ends: NDArray[np.intp]) -> Floats:
    """Chances (N, W) of rows of clips that end there, each clip by itself."""
    return np.concatenate([to_chance(settle(part)) for part in np.split(words.odds(rows), ends)])


def _cut(pool: Sequence[Take]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The question (N,) that each frame belongs to, clips in seconds, a short rest with the one before it; and the clip (P,) of each."""
    size, parts, clips, first = round(QUESTION * RATE / STEP), [], list[int](), 0
    for number, take in enumerate(pool):
        count = max(1, round(len(take.truth) / size))
        parts.append(first + np.minimum(np.arange(len(take.truth)) // size, count - 1))
        clips += [number] * count
        first += count
    return np.concatenate(parts), np.array(clips)


def answers_needed(curve: Curve, level: float) -> float:
    """Answers after which the mean F1 reaches a level; infinite where it never does."""
    reached = np.flatnonzero(curve.scores.mean(axis=1) >= level)
    return float(curve.answers[reached[0]]) if len(reached) else float("inf")
