"""Which sequence to label next: the one that holds the frame least like anything labelled so far (paper 000, section 3.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.feet.features import Features, Soles
from motionloom.feet.hand_labels import Example
from motionloom.feet.neighbours import build
from motionloom.feet.oracle import OracleOptions, principal_components

SEQUENCE = 200 / 60  # seconds: the paper's 200 frames at 60 Hz
SHORTEST = 0.25  # of a sequence: a shorter rest at a clip's end joins the sequence before it


@dataclass(frozen=True)
class Piece:
    """A sequence of a clip: frames start:stop."""

    clip: str
    start: int
    stop: int

    def __len__(self) -> int:
        return self.stop - self.start


@dataclass(frozen=True, eq=False)
class Choice:
    """A piece to label next, the frame of it that is least known, and how far that is from all labelled ones, in usual distances."""

    piece: Piece
    frame: int
    distance: float


def cut(clip: str, frames: int, fps: float, seconds: float = SEQUENCE) -> list[Piece]:
    """A clip in pieces of about `seconds`, none of them much shorter."""
    length = max(1, round(seconds * fps))
    count = max(1, int(np.floor(frames / length + 1 - SHORTEST)))
    borders = [min(i * length, frames) for i in range(count)] + [frames]
    return [Piece(clip, start, stop) for start, stop in zip(borders[:-1], borders[1:], strict=True)]


@dataclass
class Chooser:
    """All frames of a library, described once; asked again and again which piece to label next.

    The distances to the labelled frames are kept and only those to newly labelled ones are computed, so a question takes
    milliseconds however much is labelled.
    """

    features: Features = field(default_factory=Soles)
    components: int = OracleOptions.components
    pieces: list[Piece] = field(default_factory=list)
    _descriptions: dict[str, NDArray[np.float32]] = field(default_factory=dict, repr=False)
    _nearest: dict[str, NDArray[np.float32]] = field(default_factory=dict, repr=False)
    _labelled: set[Piece] = field(default_factory=set, repr=False)

    def add(self, clip: str, motion: Motion, pieces: Sequence[Piece] | None = None) -> None:
        """Make a clip known, cut into pieces (those given, or the whole clip in sequences)."""
        self._descriptions[clip] = self.features.describe(motion)
        self._nearest[clip] = np.full(self._descriptions[clip].shape[:2], np.inf, np.float32)
        self.pieces += cut(clip, len(motion), motion.fps) if pieces is None else pieces

    @property
    def waiting(self) -> list[Piece]:
        """The pieces that nobody has labelled."""
        return [piece for piece in self.pieces if piece not in self._labelled]

    def mark(self, piece: Piece) -> None:
        """Take a piece as labelled."""
        self._labelled.add(piece)
        pool = self._descriptions[piece.clip][piece.start : piece.stop].reshape(-1, self.features.width)
        projection = self._projection
        neighbours = build(pool @ projection)
        for clip, described in self._descriptions.items():
            flat = (described @ projection).transpose(1, 0, 2).reshape(-1, projection.shape[1])
            _, distances = neighbours.query(flat, 1)
            found = distances[:, 0].reshape(described.shape[1], described.shape[0]).T
            self._nearest[clip] = np.minimum(self._nearest[clip], found)

    def choose(self, rng: np.random.Generator) -> Choice:
        """The next piece: at random while nothing is labelled, then always the one that holds the least known frame."""
        waiting = self.waiting
        if not waiting:
            raise MotionError("every sequence is labelled; add clips to go on")
        if not self._labelled:
            piece = waiting[int(rng.integers(len(waiting)))]
            return Choice(piece, piece.start, float("inf"))
        farthest = [float(self._nearest[piece.clip][piece.start : piece.stop].max()) for piece in waiting]
        best = int(np.argmax(farthest))
        piece = waiting[best]
        frame = int(np.argmax(self._nearest[piece.clip][piece.start : piece.stop].max(axis=1)))
        return Choice(piece, piece.start + frame, farthest[best])

    @property
    def _projection(self) -> NDArray[np.float32]:
        if not hasattr(self, "_kept") or self._kept[0] != len(self._descriptions):
            every = np.concatenate([described.reshape(-1, self.features.width)[::8] for described in self._descriptions.values()])
            self._kept = (len(self._descriptions), principal_components(every, self.components))
        return self._kept[1]


def take(examples: Mapping[str, Example], pieces: Sequence[Piece]) -> list[Example]:
    """Examples whose only labelled frames are those of the pieces."""
    chosen = []
    for name, example in examples.items():
        mask = np.zeros(len(example.motion), bool)
        for piece in pieces:
            if piece.clip == name:
                mask[piece.start : piece.stop] = True
        if mask.any():
            person = example.plants.by_person & mask[:, None]
            plants = type(example.plants)(example.plants.bits, example.plants.fps, person, example.plants.source)
            chosen.append(Example(example.motion, plants, example.subject, example.kind))
    return chosen
