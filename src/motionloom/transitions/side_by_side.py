"""One pair of a comparison as motion: our transition, and the graph's way with its jumps blended, from the same place."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from motionloom.align.blend import blend, ease_weights
from motionloom.align.joining import follow_on
from motionloom.core import Motion
from motionloom.core.editing import concatenate
from motionloom.core.errors import FileError, MotionError
from motionloom.core.heading import turn_and_move
from motionloom.transitions.comparison import Comparison
from motionloom.transitions.joining import join
from motionloom.transitions.stock import RATE
from motionloom.transitions.synthesis import Transition, make_transition
from motionloom.transitions.table import TransitionTable


@dataclass(frozen=True, eq=False)
class Shown:
    """A motion with plants (N, 4) and, of ours, the places targets (N, 4, 3) metres where the feet should stand (nan: nowhere).

    begin, end: the frames at which the pair's source and target are; what lies outside is captured motion.
    """

    motion: Motion
    plants: NDArray[np.bool_]
    targets: NDArray[np.float64] | None
    begin: int
    end: int


def our_motion(table: TransitionTable, found: Comparison, n: int, lead: float = 0.0) -> Shown:
    """Our transition of pair n, with up to `lead` seconds of captured motion before and after it."""
    _check(table, found, n)
    frames = round(lead * RATE)
    return show_transition(table, make_transition(table, int(found.pairs[n, 0]), int(found.pairs[n, 1])), frames, frames)


def show_transition(table: TransitionTable, made: Transition, before: int = 0, after: int = 0) -> Shown:
    """A transition with up to so many frames of captured motion before and after it, and the plants of all of it."""
    first, last = _spread(table, made.source, made.target, before, after)
    plants = table.stock.plants
    bits = np.concatenate([plants[first : made.source], made.plants, plants[made.target + 1 : last + 1]])
    begin = made.source - first
    # Captured feet stand where they stand: only the transition has places of its own.
    targets = None if before or after else made.targets
    return Shown(join(table, made, before, after), bits, targets, begin, begin + len(made.motion) - 1)


def graph_motion(table: TransitionTable, found: Comparison, n: int, lead: float = 0.0) -> Shown:
    """The graph's shortest way of pair n, stretches as captured and jumps blended, with up to `lead` seconds before and after it.

    An error where the graph has no way.
    """
    _check(table, found, n)
    stock, route = table.stock, found.routes[n].copy()
    if len(route) == 0:
        raise MotionError(f"pair {n}: the motion graph has no way from one frame to the other; watch ours alone")
    first, last = _spread(table, int(route[0, 0]), int(route[-1, 1]), round(lead * RATE), round(lead * RATE))
    begin, after = int(route[0, 0]) - first, last - int(route[-1, 1])
    route[0, 0], route[-1, 1] = first, last
    motion, bits = stock.motion(first, int(route[0, 1]) + 1), [stock.plants[first : int(route[0, 1]) + 1]]
    for (_, leave), (enter, stop) in pairwise(route):
        across, stood = _jump(table, int(leave), int(enter), round(found.window * RATE))
        motion = concatenate([motion, follow_on(motion, across)[1:]])
        bits.append(stood[1:])
        if stop > enter:
            motion = concatenate([motion, follow_on(motion, stock.motion(int(enter), int(stop) + 1))[1:]])
            bits.append(stock.plants[enter + 1 : stop + 1])
    floor = stock.clips[int(stock.clip_of[first])].floor
    named = motion.with_arrays(motion.rotations, motion.root_positions, name="through the graph")
    return Shown(turn_and_move(named, 0.0, (0.0, floor, 0.0)), np.concatenate(bits), None, begin, len(motion) - 1 - after)


def _jump(table: TransitionTable, leave: int, enter: int, length: int) -> tuple[Motion, NDArray[np.bool_]]:
    """The blend of `length` steps that begins on frame `leave` and ends on frame `enter`, and the plants of the nearer clip."""
    steps = np.arange(length + 1)
    one, other = _within_clip(table, leave, leave + steps), _within_clip(table, enter, enter - length + steps)
    weights = ease_weights(length + 1)
    across = blend([_take(table, one), _take(table, other)], np.tile(steps.astype(np.float64), (2, 1)), weights)
    plants = table.stock.plants
    return across, np.where((weights[1] < 0.5)[:, None], plants[one], plants[other])


def _check(table: TransitionTable, found: Comparison, n: int) -> None:
    if not 0 <= n < len(found.pairs):
        raise MotionError(f"pair {n} of {len(found.pairs)}; they are counted from 0")
    if found.table != table.digest:
        raise FileError("this comparison was made with another table; compare again (`motionloom transition compare`)")


def _spread(table: TransitionTable, first: int, last: int, before: int, after: int) -> tuple[int, int]:
    """The frames so many before the first and after the last, as far as their clips go."""
    stock = table.stock
    begin, end = int(stock.starts[stock.clip_of[first]]), int(stock.starts[stock.clip_of[last] + 1]) - 1
    return max(first - before, begin), min(last + after, end)


def _within_clip(table: TransitionTable, frame: int, frames: NDArray[np.intp]) -> NDArray[np.intp]:
    """Frames held back at the ends of the clip that `frame` is of: a blend near an end stands in the last pose."""
    clip = table.stock.clip_of[frame]
    return np.clip(frames, table.stock.starts[clip], table.stock.starts[clip + 1] - 1)


def _take(table: TransitionTable, frames: NDArray[np.intp]) -> Motion:
    """Single frames of one clip as a motion where they were captured."""
    first = int(frames.min())
    whole = table.stock.motion(first, int(frames.max()) + 1)
    return whole.with_arrays(whole.rotations[frames - first], whole.root_positions[frames - first])
