"""Boosted trees on what can be measured of the second about a frame: plants, balance, penetration, twitch, posture, arms against legs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, ClassVar, Self
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.enrich.looks_human.classifier import Classifier, Values, register
from motionloom.enrich.looks_human.features import STRIDE, Rows, mirror_rows, read_rows
from motionloom.feet.boosting import TreeOptions, Trees, grow
from motionloom.score.objective_set import Example
from motionloom.score.tracks import RATE

OPTIONS = TreeOptions(trees=300, depth=4, rate=0.08)
MOST_ROWS = 20_000  # of each side, mirrored ones among them
SETTLE = 1.4  # seconds over which log odds are taken together: what is wrong with a limb is wrong for longer than a moment
# Rows of motions that somebody still holds, with the plants they were read by: examples are read again for every fit and measurement.
_read: WeakKeyDictionary[Motion, tuple[NDArray[np.bool_], Rows]] = WeakKeyDictionary()
_lock = Lock()


@register
@dataclass(frozen=True, eq=False)
class Boosted(Classifier):
    """Log odds of trees, one row every 1/15 s, straight between them."""

    name: ClassVar[str] = "boosted"
    title: ClassVar[str] = "boosted trees on plants, balance, penetration, twitch, posture and phase"
    trees: Trees

    def values(self, motion: Motion, plants: NDArray[np.bool_]) -> Values:
        """Log odds (F,) that a frame looks human."""
        from scipy.ndimage import uniform_filter1d

        rows = rows_of(motion, plants)
        columns = np.ascontiguousarray(rows.values.T)
        mirrored = np.ascontiguousarray(mirror_rows(rows.values).T)
        odds = (self.trees.odds(columns) + self.trees.odds(mirrored)) / 2
        odds = uniform_filter1d(odds, round(SETTLE * RATE / STRIDE), mode="nearest")
        return np.interp(np.arange(len(motion)) / motion.fps, rows.at, odds)

    @classmethod
    def fit(cls, examples: Sequence[Example], rng: np.random.Generator) -> Self:
        """Trees grown on judged rows of captures against touched rows of the others, as many of each side."""
        sides: dict[bool, list[NDArray[np.float32]]] = {True: [], False: []}
        for example in examples:
            sides[example.natural].append(example_rows(example))
        if not sides[True] or not sides[False]:
            raise MotionError("the boosted classifier learns from motion that looks human and from motion that does not; give both")
        both = [np.concatenate(rows) for rows in (sides[True], sides[False])]
        count = min(*(len(rows) for rows in both), MOST_ROWS // 2)
        chosen = [rows[rng.permutation(len(rows))[:count]] for rows in both]
        values = np.concatenate([side for rows in chosen for side in (rows, mirror_rows(rows))])
        return cls(grow(np.ascontiguousarray(values.T), np.repeat([True, False], 2 * count), OPTIONS))

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Its parameters as named arrays."""
        trees = self.trees
        return {"questions": trees.questions, "limits": trees.limits, "leaves": trees.values, "start": np.array(trees.start)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The trees that `to_arrays` described."""
        return cls(Trees(arrays["questions"], arrays["limits"], arrays["leaves"], float(arrays["start"])))


def example_rows(example: Example) -> NDArray[np.float32]:
    """The rows (N, D) of an example that are judged; of one that does not look human, those that were touched."""
    rows = rows_of(example.motion, example.plants)
    at = np.clip(np.rint(rows.at * example.motion.fps).astype(np.intp), 0, len(example.motion) - 1)
    return rows.values[rows.whole if example.natural else rows.whole & example.touched[at]]


def rows_of(motion: Motion, plants: NDArray[np.bool_]) -> Rows:
    """The rows of a motion, kept as long as the motion is."""
    with _lock:
        known = _read.get(motion)
    if known is not None and np.array_equal(known[0], plants):
        return known[1]
    rows = read_rows(motion, plants)
    with _lock:
        _read[motion] = (plants, rows)
    return rows
