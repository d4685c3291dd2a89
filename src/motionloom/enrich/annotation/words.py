"""Words that were taught: each by boosted trees and a support vector machine on descriptions of one second, as plain arrays.

The paper (004, section 3.3) has the machine only. Trees find the few numbers by which a word is told, the machine says what is near an
example; the mean of both carries over to other performers better than either.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from motionloom.core.array_files import read_arrays
from motionloom.core.errors import MotionError
from motionloom.enrich.annotation.body_signals import RATE, BodySignals
from motionloom.enrich.annotation.descriptors import describe
from motionloom.enrich.annotation.morphology import open_and_close
from motionloom.feet.boosting import Trees

STEP = 3  # frames at RATE between two that are described: ten a second
FARTHEST = 4.0  # standard deviations: features beyond them are taken as that
WIDTH = 0.5  # of the kernel, on features whose weights have length 1
TREES, MARGIN = 0.5, 1.5  # what the trees' log odds and the machine's margin count
LEAN = 0.6  # log odds: a word is said from a third on, since what is missed costs F1 more than what is said in vain
SETTLE = 0.3  # seconds over which log odds are taken together
SHORTEST = 0.2  # seconds: guesses are opened and closed by this
CHUNK = 4096
YES, NO, UNKNOWN = 1, 0, -1
DESCRIPTION = "deeds"

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Words:
    """W words on D features, as a description names them, standardised by mean and scale (D,) for the machines.

    questions, limits (W, T, depth), leaves (W, T, 2 ** depth), start (W,): the trees. picks (W, K): features of each machine, stress
    (W, K) their weights, supports (L, K) the examples of all machines, owner (L,) whose each is, duals (L,), bias (W,).
    taught (W,): whether a word has both a yes and a no to learn from; start (W,) is all that the others say.
    """

    names: tuple[str, ...]
    description: str
    taught: NDArray[np.bool_]
    mean: Floats
    scale: Floats
    questions: NDArray[np.int16]
    limits: Floats
    leaves: Floats
    start: Floats
    picks: NDArray[np.int16]
    stress: Floats
    supports: Floats
    owner: NDArray[np.int16]
    duals: Floats
    bias: Floats

    def odds(self, described: NDArray[np.floating]) -> Floats:
        """Log odds (N, W) that each word holds in described rows (N, D)."""
        out = np.empty((len(described), len(self.names)), np.float32)
        for start in range(0, len(described), CHUNK):
            rows = np.asarray(described[start : start + CHUNK], np.float32)
            units, columns = self._units(rows), np.ascontiguousarray(rows.T)
            for word in range(len(self.names)):
                out[start : start + CHUNK, word] = self._odds_of(word, columns, units)
        return out

    def chances(self, described: NDArray[np.floating]) -> Floats:
        """How likely each word holds (N, W) 0..1, ten rows a second that follow each other; 0 for words that were not taught."""
        out = to_chance(settle(self.odds(described)))
        out[:, ~self.taught & (self.start < 0)] = 0
        return out

    def guess(self, signals: BodySignals) -> Floats:
        """How likely each word holds in every frame (F, W) of a motion at `RATE`."""
        return spread(self.chances(describe(signals, self.description, STEP).rows), len(signals))

    def _units(self, rows: Floats) -> Floats:
        return np.clip((rows - self.mean) / self.scale, -FARTHEST, FARTHEST)

    def _odds_of(self, word: int, columns: Floats, units: Floats) -> Floats:
        if not self.taught[word]:
            return np.full(len(units), self.start[word], np.float32)
        trees = Trees(self.questions[word], self.limits[word], self.leaves[word], float(self.start[word]))
        own = self.owner == word
        products = kernel(units[:, self.picks[word]] * self.stress[word], self.supports[own])
        return np.asarray(TREES * trees.odds(columns) + MARGIN * (products @ self.duals[own] + self.bias[word]), np.float32)

    def to_bytes(self) -> bytes:
        """Plain arrays that `from_bytes` reads."""
        stream = io.BytesIO()
        arrays = {name: getattr(self, name) for name in _ARRAYS}
        np.savez_compressed(stream, names=np.array(self.names), description=np.array(self.description), **arrays)
        return stream.getvalue()

    @staticmethod
    def from_bytes(content: bytes, where: str = "") -> Words:
        """Words that `to_bytes` wrote."""
        found = read_arrays(content, "taught words (`motionloom annotate teach` makes them)", where, needed=("names", "description"))
        names = tuple(map(str, found["names"].ravel()))
        if not _fit(found, len(names)):
            raise MotionError(f"{where or 'taught words'}: of an earlier version, or damaged; teach the words anew")
        return Words(names, str(found["description"]), *(found[name] for name in _ARRAYS))


_ARRAYS = tuple(field.name for field in fields(Words))[2:]


def _fit(found: dict[str, NDArray[np.generic]], words: int) -> bool:
    """Whether the arrays of a file fit each other."""
    if not all(name in found for name in _ARRAYS):
        return False
    shapes = {name: found[name].shape for name in _ARRAYS}
    by_word = all(shapes[name][:1] == (words,) for name in ("taught", "questions", "limits", "leaves", "start", "picks", "stress", "bias"))
    by_example = len({shapes[name][:1] for name in ("supports", "owner", "duals")}) == 1
    fitting = shapes["mean"] == shapes["scale"] and shapes["questions"] == shapes["limits"] and shapes["picks"] == shapes["stress"]
    return by_word and by_example and fitting and shapes["supports"][1:] == shapes["picks"][1:]


def spread(values: Floats, frames: int) -> Floats:
    """Values (N, W) of every STEP-th frame at all frames (F, W), linearly between."""
    at = np.minimum(np.arange(frames) / STEP, len(values) - 1)
    below = at.astype(np.intp)
    above = np.minimum(below + 1, len(values) - 1)
    part = (at - below).astype(np.float32)[:, None]
    return np.asarray(values[below] * (1 - part) + values[above] * part, np.float32)


def settle(odds: Floats) -> Floats:
    """Log odds (N, W) of rows that follow each other, ten a second, each taken with its neighbours."""
    from scipy.ndimage import uniform_filter1d

    return np.asarray(uniform_filter1d(odds, max(1, round(SETTLE * RATE / STEP)), axis=0, mode="nearest"))


def decide(chances: Floats) -> NDArray[np.bool_]:
    """Which words hold (F, W), from their chances at `RATE`, opened and closed."""
    return open_and_close(chances > 0.5, SHORTEST * RATE)


def to_chance(odds: NDArray[np.floating]) -> Floats:
    """0..1 of log odds: 0.5 where the word comes to be said."""
    return np.asarray(1 / (1 + np.exp(-np.clip(odds + LEAN, -30, 30))), np.float32)


def kernel(a: Floats, b: Floats) -> Floats:
    """Radial basis functions (N, L) between weighted rows (N, K) and (L, K)."""
    squares = np.sum(a**2, axis=1)[:, None] + np.sum(b**2, axis=1)[None] - 2 * a @ b.T
    return np.asarray(np.exp(-np.float32(WIDTH) * np.maximum(squares, 0)), np.float32)


def mirror_name(word: str) -> str:
    """What a word is called when left and right change places: "turn left" is "turn right"."""
    swap = {"left": "right", "right": "left", "Left": "Right", "Right": "Left"}
    return " ".join(swap.get(part, part) for part in word.split(" "))


def mirror_labels(names: Sequence[str], labels: NDArray[np.int8]) -> NDArray[np.int8]:
    """Labels (L, W) of the mirrored examples; unknown for a word whose other side is not in the vocabulary."""
    order = [names.index(mirror_name(name)) if mirror_name(name) in names else -1 for name in names]
    mirrored = labels[:, order].copy()
    mirrored[:, [place < 0 for place in order]] = UNKNOWN
    return mirrored
