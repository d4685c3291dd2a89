"""Which sequence a person should label next (paper 000, section 3.4).

A library is cut into sequences. The first is taken at random; then always the one from which the oracle has most to learn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import MotionError, list_names
from motionloom.feet.features import Features, Soles
from motionloom.feet.hand_labels import Example
from motionloom.feet.oracle import Oracle, confidence_of

SEQUENCE = 0.25  # seconds; the paper asks for 200 frames at a time, most of which say nothing (docs/feet.md, docs/decisions.md)
SHORTEST = 0.25  # of a sequence: a shorter rest at a clip's end joins the sequence before it
LOOKS = 60.0  # frames a second that are looked at to choose: as many as join the pool

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Piece:
    """A sequence of a clip: frames start:stop."""

    clip: str
    start: int
    stop: int

    def __len__(self) -> int:
        return self.stop - self.start


@dataclass(frozen=True)
class Choice:
    """A piece to label next, the frame of it that the oracle knows least about, and why it was chosen, as a number."""

    piece: Piece
    frame: int
    score: float


def farthest(votes: Floats, distances: Floats) -> Floats:
    """The paper's measure (F,): how far a frame is from all labelled ones; a piece counts by its largest."""
    return distances.max(axis=1)


def doubt(votes: Floats, distances: Floats) -> Floats:
    """Ours (F,): how unsure the oracle is of a frame's four bits, by votes and distance; a piece counts by its sum.

    A glitch is far from everything but teaches little; many frames about which votes are split teach a lot.
    """
    return (1 - confidence_of(votes, distances)).sum(axis=1)


# name: (measure of frames, how those of a piece add up)
STRATEGIES: dict[str, tuple[Callable[[Floats, Floats], Floats], Callable[[Floats], float]]] = {
    "farthest": (farthest, lambda scores: float(scores.max())),
    "doubt": (doubt, lambda scores: float(scores.sum())),
}


def cut(clip: str, frames: int, fps: float, seconds: float = SEQUENCE, first: int = 0) -> list[Piece]:
    """`frames` frames of a clip, from `first`, in pieces of about `seconds`, none of them much shorter."""
    length = max(1, round(seconds * fps))
    count = max(1, int(np.floor(frames / length + 1 - SHORTEST)))
    borders = [first + min(i * length, frames) for i in range(count)] + [first + frames]
    return [Piece(clip, start, stop) for start, stop in pairwise(borders)]


@dataclass
class Chooser:
    """The clips of a library, described once and asked again and again which piece of them to label next."""

    features: Features = field(default_factory=Soles)
    strategy: str = "doubt"
    pieces: list[Piece] = field(default_factory=list)
    _looks: dict[str, tuple[int, Floats]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.strategy not in STRATEGIES:
            raise MotionError(f"no strategy {self.strategy!r} to choose sequences; there are {list_names(tuple(STRATEGIES))}")

    def add(self, clip: str, motion: Motion, pieces: Sequence[Piece] | None = None) -> None:
        """Make a clip known, cut into pieces: those given, or the whole clip in sequences."""
        step = max(1, round(motion.fps / LOOKS))
        self._looks[clip] = (step, np.ascontiguousarray(self.features.describe(motion)[::step]))
        self.pieces += cut(clip, len(motion), motion.fps) if pieces is None else pieces

    def choose(self, oracle: Oracle | None, labelled: Iterable[Piece], rng: np.random.Generator) -> Choice:
        """The next piece: at random while there is no oracle, then the one from which it has most to learn."""
        done = set(labelled)
        waiting = [piece for piece in self.pieces if piece not in done]
        if not waiting:
            raise MotionError("every sequence is labelled; add clips to go on")
        if oracle is None:
            piece = waiting[int(rng.integers(len(waiting)))]
            return Choice(piece, piece.start, float("inf"))
        frame_scores = {clip: self._score(clip, oracle) for clip in {piece.clip for piece in waiting}}
        return max((self._choice(piece, frame_scores[piece.clip]) for piece in waiting), key=lambda choice: choice.score)

    def _score(self, clip: str, oracle: Oracle) -> Floats:
        votes, distances = oracle.vote(oracle.project(self._looks[clip][1]))
        return STRATEGIES[self.strategy][0](votes, distances)

    def _choice(self, piece: Piece, scores: Floats) -> Choice:
        step = self._looks[piece.clip][0]
        first = -(-piece.start // step)
        own = scores[first : max(-(-piece.stop // step), first + 1)]
        if len(own) == 0:
            return Choice(piece, piece.start, 0.0)
        frame = min((first + int(np.argmax(own))) * step, piece.stop - 1)
        return Choice(piece, frame, STRATEGIES[self.strategy][1](own))


def take(examples: Mapping[str, Example], pieces: Iterable[Piece]) -> list[Example]:
    """Examples, by clip, of which only the pieces count as labelled by a person."""
    chosen: dict[str, NDArray[np.bool_]] = {}
    for piece in pieces:
        mask = chosen.setdefault(piece.clip, np.zeros(len(examples[piece.clip].motion), bool))
        mask[piece.start : piece.stop] = True
    return [_only(examples[clip], mask) for clip, mask in chosen.items()]


def _only(example: Example, mask: NDArray[np.bool_]) -> Example:
    plants = replace(example.plants, by_person=example.plants.by_person & mask[:, None])
    return replace(example, plants=plants)
