"""Which seconds a person should be asked about next: one strategy a name.

chances (N, W) of frames, ten a second; piece (N,): the question that each frame belongs to. Scores (P, W) of the questions come out, by the
word that they are for.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError, list_names

RAREST = 10.0  # frames: a word is not taken as rarer than a second of the pool
TURNS = 0.6  # of a word's score is left when a question was chosen for it, so that words take turns
Numbers = NDArray[np.floating]
Scored = NDArray[np.float64]
Scores = Callable[[Numbers, NDArray[np.intp], np.random.Generator], Scored]


def by_chance(chances: Numbers, piece: NDArray[np.intp], rng: np.random.Generator) -> Scored:
    """Any question."""
    return rng.random((int(piece.max()) + 1, 1))


def by_doubt(chances: Numbers, piece: NDArray[np.intp], rng: np.random.Generator) -> Scored:
    """Uncertainty sampling: the question with most doubt about all words."""
    return _mean(np.minimum(chances, 1 - chances).sum(axis=1, keepdims=True), piece)


def by_use(chances: Numbers, piece: NDArray[np.intp], rng: np.random.Generator) -> Scored:
    """Ours: doubt about a word counts by the share of that word that it puts in question, so that rare words are asked for.

    Frames in doubt over frames where the word is thought to hold is about what F1 loses if the guess is wrong.
    """
    return _mean(np.minimum(chances, 1 - chances) / (chances.sum(axis=0) + RAREST), piece)


def _mean(values: Numbers, piece: NDArray[np.intp]) -> Scored:
    sums = np.stack([np.bincount(piece, column) for column in values.T], axis=1)
    return np.asarray(sums / np.maximum(np.bincount(piece), 1)[:, None])


def pick(scores: Scored, clip: NDArray[np.intp], free: NDArray[np.bool_], count: int) -> list[int]:
    """So many questions at once, of scores (P, W), those that are free (P,): each of another clip (P,), words taking turns."""
    share, left, chosen = np.ones(scores.shape[1]), free.copy(), list[int]()
    for _ in range(min(count, int(free.sum()))):
        total = np.where(left, (scores * share).sum(axis=1), -np.inf)
        best = int(np.argmax(total))
        chosen.append(best)
        share[int(np.argmax(scores[best] * share))] *= TURNS
        left[clip == clip[best]] = False
        if not left.any():
            left = free.copy()
            left[chosen] = False
    return chosen


STRATEGIES: dict[str, Scores] = {"use": by_use, "doubt": by_doubt, "chance": by_chance}


def find_strategy(name: str) -> Scores:
    """A strategy by name."""
    if name not in STRATEGIES:
        raise MotionError(f"no way {name!r} to choose questions; there are {list_names(tuple(STRATEGIES))}")
    return STRATEGIES[name]
