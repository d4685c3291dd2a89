"""Which second a person should be asked about next: one strategy a name.

chances (N, W) of frames, ten a second; piece (N,): the question that each frame belongs to; near (N,) 0..1: how like it is to the nearest
example. Scores (P,) of the questions come out.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError, list_names

STRANGE = 0.15  # doubt that is added where no example is like it at all
RAREST = 10.0  # frames: a word is not taken as rarer than a second of the pool
Numbers = NDArray[np.floating]
Scores = Callable[[Numbers, NDArray[np.intp], Numbers, np.random.Generator], NDArray[np.float64]]


def by_chance(chances: Numbers, piece: NDArray[np.intp], near: Numbers, rng: np.random.Generator) -> NDArray[np.float64]:
    """Any question."""
    return rng.random(int(piece.max()) + 1)


def by_doubt(chances: Numbers, piece: NDArray[np.intp], near: Numbers, rng: np.random.Generator) -> NDArray[np.float64]:
    """Uncertainty sampling: the question with most doubt about all words."""
    return _mean(np.minimum(chances, 1 - chances).sum(axis=1), piece)


def by_use(chances: Numbers, piece: NDArray[np.intp], near: Numbers, rng: np.random.Generator) -> NDArray[np.float64]:
    """Ours: doubt about a word counts by the share of that word that it puts in question, so that rare words are asked for.

    Frames in doubt over frames where the word is thought to hold is about what F1 loses if the guess is wrong. What is unlike all
    examples counts more: a machine is sure of it without a reason.
    """
    doubt = np.minimum(chances, 1 - chances)
    rare = 1 / (chances.sum(axis=0) + RAREST)
    return _mean(((doubt + STRANGE * (1 - near)[:, None]) * rare).sum(axis=1), piece)


def _mean(values: Numbers, piece: NDArray[np.intp]) -> NDArray[np.float64]:
    return np.bincount(piece, values) / np.maximum(np.bincount(piece), 1)


STRATEGIES: dict[str, Scores] = {"use": by_use, "doubt": by_doubt, "chance": by_chance}


def find_strategy(name: str) -> Scores:
    """A strategy by name."""
    if name not in STRATEGIES:
        raise MotionError(f"no way {name!r} to choose questions; there are {list_names(tuple(STRATEGIES))}")
    return STRATEGIES[name]
