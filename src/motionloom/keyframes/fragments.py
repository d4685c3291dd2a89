"""Fragments: curves are cut where the chosen band of one driver turns; sketch and captures alike (paper 002 §3.2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.keyframes.rig import Floats

SHORTEST = 3  # frames: nothing shorter can be resampled


@dataclass(frozen=True, eq=False)
class Fragments:
    """Pieces of curves that lie one after the other: start and stop (N,) frames, both of them part of the fragment, so that the stop of
    one is the start of the next; clip (N,): which curves they are of."""

    start: NDArray[np.intp]
    stop: NDArray[np.intp]
    clip: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.start)

    @property
    def lengths(self) -> NDArray[np.intp]:
        """Frames (N,) of each, both ends counted."""
        return self.stop - self.start + 1


def find_turns(curve: Floats) -> NDArray[np.intp]:
    """The frames at which the slope of a curve (F,) changes its sign, in order."""
    steps = np.sign(np.diff(curve))
    moving = np.flatnonzero(steps)
    if len(moving) < 2:
        return np.zeros(0, np.intp)
    turned = np.flatnonzero(np.diff(steps[moving]) != 0)
    return moving[turned + 1]


def cut(curve: Floats, clip: int = 0, offset: int = 0, inside: tuple[int, int] | None = None) -> Fragments:
    """The fragments of a curve (F,), or of the frames `inside` (both ends counted): they tile it. offset: added to all frames."""
    first, last = inside or (0, len(curve) - 1)
    turns = find_turns(curve[first : last + 1]) + first
    kept = [first]
    for turn in turns:
        if turn - kept[-1] >= SHORTEST - 1 and last - turn >= SHORTEST - 1:
            kept.append(int(turn))
    ends = np.array([*kept, last], np.intp) + offset
    return Fragments(ends[:-1], ends[1:], np.full(len(ends) - 1, clip, np.intp))


def chain(parts: list[Fragments]) -> Fragments:
    """Fragments of several curves as one list."""
    return Fragments(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("start", "stop", "clip")))
