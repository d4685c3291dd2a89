"""Words that were taught: for each a support vector machine on descriptions of one second (paper 004, section 3.3), as plain arrays."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.array_files import read_arrays
from motionloom.core.errors import MotionError
from motionloom.enrich.annotation.body_signals import RATE, BodySignals
from motionloom.enrich.annotation.descriptors import find_descriptor
from motionloom.enrich.annotation.morphology import open_and_close

STEP = 3  # frames at RATE between two that are described: ten a second
COST = 30.0  # of an example on the wrong side: high, as in the paper
WIDTH = 0.15  # of the kernel: gamma times the number of features
FARTHEST = 4.0  # standard deviations: features beyond them are taken as that
SLOPE = 2.0  # log odds at a margin of 1
SHORTEST = 0.2  # seconds: guesses are opened and closed by this
CHUNK = 4096
YES, NO, UNKNOWN = 1, 0, -1
DESCRIPTION = "deeds"

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Words:
    """W words on D features, as a description names them.

    rows (L, D): the examples, standardised by mean and scale (D,); weights (W, L), bias (W,): the machines; taught (W,): whether a word
    has both a yes and a no to learn from.
    """

    names: tuple[str, ...]
    description: str
    mean: Floats
    scale: Floats
    rows: Floats
    weights: Floats
    bias: Floats

    @property
    def taught(self) -> NDArray[np.bool_]:
        """Which words (W,) have something to go by."""
        return np.asarray(np.any(self.weights != 0, axis=1))

    def standardise(self, described: NDArray[np.floating]) -> Floats:
        """Descriptions (N, D) in the words' own units."""
        return np.clip((described - self.mean) / self.scale, -FARTHEST, FARTHEST).astype(np.float32)

    def chances(self, described: NDArray[np.floating]) -> Floats:
        """How likely each word holds (N, W) 0..1; 0 for words that were not taught."""
        out = np.zeros((len(described), len(self.names)), np.float32)
        for start in range(0, len(described), CHUNK):
            part = kernel(self.standardise(described[start : start + CHUNK]), self.rows)
            out[start : start + CHUNK] = to_chance(part @ self.weights.T + self.bias)
        out[:, ~self.taught] = 0
        return out

    def guess(self, signals: BodySignals) -> Floats:
        """How likely each word holds in every frame (F, W) of a motion at `RATE`."""
        described = find_descriptor(self.description)(signals)[::STEP]
        return spread(self.chances(described), len(signals))

    def to_bytes(self) -> bytes:
        """Plain arrays that `from_bytes` reads."""
        stream = io.BytesIO()
        named = {name: getattr(self, name) for name in ("mean", "scale", "rows", "weights", "bias")}
        np.savez_compressed(stream, names=np.array(self.names), description=np.array(self.description), **named)
        return stream.getvalue()

    @staticmethod
    def from_bytes(content: bytes, where: str = "") -> Words:
        """Words that `to_bytes` wrote."""
        parts = ("names", "description", "mean", "scale", "rows", "weights", "bias")
        found = read_arrays(content, "taught words", where, needed=parts)
        arrays = {name: found[name].astype(np.float32) for name in parts[2:]}
        names = tuple(map(str, found["names"]))
        if arrays["weights"].shape != (len(names), len(arrays["rows"])) or arrays["rows"].shape[1] != len(arrays["mean"]):
            raise MotionError(f"{where or 'taught words'}: the arrays do not fit each other; teach the words anew")
        return Words(names, str(found["description"]), **arrays)


def spread(values: Floats, frames: int) -> Floats:
    """Values (N, W) of every STEP-th frame at all frames (F, W), linearly between."""
    at = np.minimum(np.arange(frames) / STEP, len(values) - 1)
    below = at.astype(np.intp)
    above = np.minimum(below + 1, len(values) - 1)
    part = (at - below).astype(np.float32)[:, None]
    return np.asarray(values[below] * (1 - part) + values[above] * part, np.float32)


def decide(chances: Floats) -> NDArray[np.bool_]:
    """Which words hold (F, W), from their chances at `RATE`, opened and closed."""
    return open_and_close(chances > 0.5, SHORTEST * RATE)


def to_chance(margins: NDArray[np.floating]) -> Floats:
    """0..1 of margins: 0.5 on the border."""
    return np.asarray(1 / (1 + np.exp(-np.clip(SLOPE * margins, -30, 30))), np.float32)


def kernel(a: Floats, b: Floats) -> Floats:
    """Radial basis functions (N, L) between standardised rows (N, D) and (L, D)."""
    gamma = np.float32(WIDTH / a.shape[1])
    squares = np.sum(a**2, axis=1)[:, None] + np.sum(b**2, axis=1)[None] - 2 * a @ b.T
    return np.asarray(np.exp(-gamma * np.maximum(squares, 0)), np.float32)


def fit_margins(products: Floats, labels: NDArray[np.int8]) -> tuple[Floats, Floats]:
    """Weights (W, L) and bias (W,) of machines on kernel products (L, L) of the examples, labels (L, W) yes, no or unknown."""
    from sklearn.svm import SVC

    weights, bias = np.zeros(labels.T.shape, np.float32), np.full(labels.shape[1], -2.0, np.float32)
    for word in range(labels.shape[1]):
        known = np.flatnonzero(labels[:, word] != UNKNOWN)
        answers = labels[known, word]
        if len(known) == 0 or answers.min() == answers.max():
            bias[word] = 2.0 if len(known) and answers[0] == YES else -2.0
            continue
        machine = SVC(C=COST, kernel="precomputed").fit(products[np.ix_(known, known)], answers)
        weights[word, known[machine.support_]] = machine.dual_coef_[0]
        bias[word] = machine.intercept_[0]
    return weights, bias


def teach(
    names: Sequence[str], described: NDArray[np.floating], labels: NDArray[np.int8], scale_by: NDArray[np.floating] | None = None
) -> Words:
    """Words of described examples (L, D) and their labels (L, W). scale_by (N, D): motion that says how far features spread."""
    if len(described) == 0:
        raise MotionError("there is nothing to learn words from; paint some on the timeline and confirm them")
    around = described if scale_by is None or len(scale_by) < 2 else scale_by
    mean, scale = around.mean(axis=0), np.maximum(around.std(axis=0), 1e-3)
    rows = np.clip((described - mean) / scale, -FARTHEST, FARTHEST).astype(np.float32)
    weights, bias = fit_margins(kernel(rows, rows), labels)
    used = np.any(weights != 0, axis=0)
    arrays = [np.asarray(array, np.float32) for array in (mean, scale, rows[used], weights[:, used], bias)]
    return Words(tuple(names), DESCRIPTION, *arrays)


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
