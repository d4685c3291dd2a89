"""The state of characters that a machine plays: plain arrays, which can be copied, picked from and put back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.lap_order import begin_chance
from motionloom.behaviours.parameters import kinds

MODES = ("playback", "preparation", "transition")
QUEUE = 64  # events a character can have waiting


class Characters(NamedTuple):
    """N characters. A plain tuple of arrays: copy them all and a run can be taken up again from there.

    state (N,), at (N,) reference frame, mode (N,) of MODES, point (N,) transition or -1, goal (N,) state or -1, doing (N,) serial of the
    request for it; weights and entering (N, K) of the state's clips and the transition's target's; asked (N, P) value of each
    parameter and heard (N, P), which follows it; place (N, 3): x, z metres and heading; queue: kinds, amounts and serials (N, QUEUE) from
    head (N,), waiting (N,) of them; done (N,): serial of the last request that was carried out; given (N,): of the last that was made;
    replaced (N,): how many were dropped for newer ones; feet (N, 4, 3): x, z metres of each heel and toe where feet are held, and how
    firmly it is, 0 to 1, or -1 where nobody has looked yet; pelvis (N, 2): metres by which it is raised for them, and
    how fast; laps (N, M): for each lap of the state the number, counted from 1, of the last time it was begun, 0 for never; chance (N,):
    the generator that draws the next one.
    """

    state: NDArray[np.int64]
    at: NDArray[np.float64]
    mode: NDArray[np.int64]
    point: NDArray[np.int64]
    goal: NDArray[np.int64]
    doing: NDArray[np.int64]
    weights: NDArray[np.float64]
    entering: NDArray[np.float64]
    asked: NDArray[np.float64]
    heard: NDArray[np.float64]
    place: NDArray[np.float64]
    kinds: NDArray[np.int64]
    amounts: NDArray[np.float64]
    serials: NDArray[np.int64]
    head: NDArray[np.int64]
    waiting: NDArray[np.int64]
    done: NDArray[np.int64]
    given: NDArray[np.int64]
    replaced: NDArray[np.int64]
    feet: NDArray[np.float64]
    pelvis: NDArray[np.float64]
    laps: NDArray[np.int64]
    chance: NDArray[np.int64]

    def copy(self) -> Characters:
        """The same characters in arrays of their own."""
        return Characters._make(array.copy() for array in self)

    def pick(self, which: Sequence[int] | NDArray[np.int64]) -> Characters:
        """Some of them, in this order, a character as often as it is named."""
        return Characters._make(array[np.asarray(which, dtype=np.int64)] for array in self)

    def join(self, others: Characters) -> Characters:
        """These and others of the same machine after them."""
        return Characters._make(np.concatenate(pair) for pair in zip(self, others, strict=True))


def make_characters(count: int, clips: int, laps: int = 1, seed: int = 0) -> Characters:
    """Characters at the origin that nothing is asked of, with room for the weights of so many clips and for so many laps; in no state yet.

    seed: of the first one's order of laps; each other has the next.
    """

    def whole(value: int = 0) -> NDArray[np.int64]:
        return np.full(count, value, dtype=np.int64)

    asked = np.tile([kind.unasked for kind in kinds()], (count, 1))  # straight on, at the reference's own speed and in its style
    queue = np.zeros((count, QUEUE), dtype=np.int64)
    return Characters(
        whole(),
        np.zeros(count),
        whole(),
        whole(-1),
        whole(-1),
        whole(),
        np.zeros((count, clips)),
        np.zeros((count, clips)),
        asked,
        asked.copy(),
        np.zeros((count, 3)),
        queue,
        queue.astype(np.float64),
        queue.copy(),
        whole(),
        whole(),
        whole(),
        whole(),
        whole(),
        np.full((count, 4, 3), -1.0),
        np.zeros((count, 2)),
        np.zeros((count, laps), dtype=np.int64),
        begin_chance(seed + np.arange(count)),
    )
