"""A whole performance as one motion: captured parts, one after the other, with a transition from each to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.editing import concatenate
from motionloom.core.errors import MotionError
from motionloom.core.heading import turn_and_move
from motionloom.transitions.activities import LONGEST, activity_end
from motionloom.transitions.performing import can_go_on, find_source, go_to, place_at
from motionloom.transitions.stock import RATE
from motionloom.transitions.synthesis import Transition, choose_target, named_targets
from motionloom.transitions.table import TransitionTable

AFTER = 0.5  # seconds of captured motion after the last activity


@dataclass(frozen=True)
class Part:
    """Frames first to last of the stock, of one clip, as captured."""

    first: int
    last: int


@dataclass(frozen=True, eq=False)
class Performance:
    """motion (F frames) and its plants (F, 4); part and frame (F,): which part each frame shows, -1 in transitions, and which frame of the
    stock; transitions: each with the first frame of the motion that is its own and the one after its last."""

    motion: Motion
    plants: NDArray[np.bool_]
    part: NDArray[np.intp]
    frame: NDArray[np.intp]
    transitions: tuple[tuple[int, int, Transition], ...]


def perform(table: TransitionTable, parts: Sequence[Part]) -> Performance:
    """The parts in order, begun at the origin and facing +z, on a floor at height 0."""
    for part in parts:
        _check(table, part)
    if not parts:
        raise MotionError("a performance has at least one part")
    stock, first = table.stock, parts[0]
    place = place_at(table, first.first, 0.0, 0.0, 0.0)
    frames = np.arange(first.first, first.last + 1)
    motions = [turn_and_move(stock.motion(first.first, first.last + 1), place.angle, (place.x, 0.0, place.z))]
    plants, shown, which, made = [stock.plants[frames]], [frames], [np.zeros(len(frames), np.intp)], list[tuple[int, int, Transition]]()
    for n, part in enumerate(parts[1:], start=1):
        stretch = go_to(table, parts[n - 1].last, place, part.first, part.last)
        assert stretch.made is not None
        place = stretch.place
        begin, captured = sum(map(len, motions)) - 1, part.last - part.first + 1
        motions.append(stretch.motion[1 : stretch.blend - 1 + captured])
        plants.append(stretch.plants[1 : stretch.blend - 1 + captured])
        shown.append(np.concatenate([np.zeros(stretch.blend - 2, np.intp), np.arange(part.first, part.last + 1)]))
        which.append(np.concatenate([np.full(stretch.blend - 2, -1), np.full(captured, n)]))
        made.append((begin, begin + stretch.blend, stretch.made))
    return Performance(concatenate(motions), np.concatenate(plants), np.concatenate(which), np.concatenate(shown), tuple(made))


def plan(table: TransitionTable, activities: Sequence[str], rng: np.random.Generator, each: float = LONGEST) -> list[Part]:
    """A performance of these activities in order, begun at a random frame of the first.

    Each goes on to its end, at most `each` seconds; the last is followed by half a second of what was captured after it.
    """
    parts: list[Part] = []
    for n, name in enumerate(activities):
        if parts:
            source, _ = find_source(table, parts[-1].last)
            enter = choose_target(table, source, name, can_go_on(table, name))
        else:
            enter = int(rng.choice(named_targets(table, name, can_go_on(table, name))[0]))
        last = n == len(activities) - 1
        parts.append(Part(enter, _after(table, enter, name, each) if last else _leave(table, enter, name, each)))
    return parts


def _leave(table: TransitionTable, enter: int, name: str, each: float) -> int:
    """The frame at which an activity is left: its end, or the last one before it after which its clip goes on for a transition."""
    end = activity_end(table, enter, name, each)
    windowed = enter + np.flatnonzero(table.window_of[enter : end + 1] >= 0)
    return int(windowed[-1]) if len(windowed) else end


def _after(table: TransitionTable, enter: int, name: str, each: float) -> int:
    end = int(table.stock.starts[int(table.stock.clip_of[enter]) + 1]) - 1
    return min(activity_end(table, enter, name, each) + round(AFTER * RATE), end)


def _check(table: TransitionTable, part: Part) -> None:
    stock = table.stock
    if not 0 <= part.first <= part.last < len(stock) or stock.clip_of[part.first] != stock.clip_of[part.last]:
        raise MotionError(f"a part of a performance is frames of one clip in order, found {part.first} to {part.last} of {len(stock)}")
