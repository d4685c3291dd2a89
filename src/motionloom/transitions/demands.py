"""Demands to look at: transitions from frames that do one thing to another thing, the performers who leave in turn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError
from motionloom.transitions.deeds import expectations
from motionloom.transitions.showcase import find_moments, split_demand, usable_frames
from motionloom.transitions.synthesis import Transition, make_transition
from motionloom.transitions.table import TransitionTable
from motionloom.transitions.yardstick import add_up, count_captured, count_window, find_lead

KINDS = (
    "walk:run", "run:stand", "run:jump", "stand:walk", "walk:turn_in_place", "walk:sit",
    "walk:kick", "stand:punch", "walk:wave", "jump:walk", "sit:walk", "walk:pickup",
)  # fmt: skip
TARGETS = 6  # random targets of which the best is taken, where what is asked for has no label
WINDOWS = 80  # captured windows that a transition is held against
SPIKE = 99.9  # percentile of captures that is one time


@dataclass(frozen=True, eq=False)
class Demand:
    """A transition `from:to` that was asked for, and how many times the captures' 99.9th percentile its worst measures are."""

    kind: str
    made: Transition
    worst: tuple[tuple[str, float], ...]


def make_demands(table: TransitionTable, kind: str, count: int = 5, seed: int = 0) -> list[Demand]:
    """So many transitions `from:to`, from random frames of different performers where there are as many."""
    here, there = split_demand(kind)
    rng = np.random.default_rng(seed)
    lines = _lines(table)
    made = [_make(table, source, there, rng) for source in _sources(table, here, count, rng)]
    return [Demand(kind, one, _worst(table, one, lines)) for one in made]


def leaving_frames(table: TransitionTable, name: str) -> NDArray[np.intp]:
    """The frames (n,) with a window after them that do what a name says: not those in which somebody still waits."""
    frames = usable_frames(table, name, leaving=True)
    stock = table.stock
    if name not in stock.names():
        return frames
    named = np.zeros(len(stock), dtype=bool)
    named[stock.named_frames(name)] = True
    for mask, _ in expectations(stock.deeds, name, named):
        if mask[frames].any():
            frames = frames[mask[frames]]
    return frames


def _sources(table: TransitionTable, name: str, count: int, rng: np.random.Generator) -> list[int]:
    """Random frames, performer after performer."""
    frames, stock = leaving_frames(table, name), table.stock
    who = np.array([stock.clips[int(clip)].subject for clip in stock.clip_of[frames]])
    turns = rng.permutation(np.unique(who))
    return [int(rng.choice(frames[who == turns[n % len(turns)]])) for n in range(count)]


def _make(table: TransitionTable, source: int, name: str, rng: np.random.Generator) -> Transition:
    if name in table.stock.names():
        return make_transition(table, source, name)
    targets = rng.choice(usable_frames(table, name, leaving=False), TARGETS)
    return min((make_transition(table, source, int(target)) for target in targets), key=lambda one: one.score)


@lru_cache(maxsize=4)
def _lines(table: TransitionTable) -> dict[str, float]:
    """The captures' 99.9th percentile of each measure that they have any of."""
    starts = np.random.default_rng(0).choice(table.starts, min(WINDOWS, len(table.starts)), replace=False)
    captured = add_up([count_captured(table, int(start)) for start in starts])
    found = {name: values.percentile(SPIKE) for name, values in captured.values.items()}
    return {name: line for name, line in found.items() if line}


def _worst(table: TransitionTable, made: Transition, lines: dict[str, float]) -> tuple[tuple[str, float], ...]:
    """The three measures that are most times above their lines."""
    from motionloom.transitions.joining import join

    before, after = find_lead(table, made.source)[0], find_lead(table, made.target)[1]
    counted = count_window(join(table, made, before, after), before, table.frames)
    times = [(name, counted.values[name].largest / line) for name, line in lines.items()]
    return tuple(sorted(times, key=lambda each: -each[1])[:3])


def known_kinds(table: TransitionTable, kinds: tuple[str, ...] = KINDS) -> tuple[list[str], list[str]]:
    """Which of these kinds the clips of a table can show, and which they cannot."""
    can: dict[bool, list[str]] = {True: [], False: []}
    for kind in kinds:
        can[all(_is_there(table, name) for name in split_demand(kind))].append(kind)
    return can[True], can[False]


def _is_there(table: TransitionTable, name: str) -> bool:
    try:
        return len(find_moments(table, name)) > 0
    except MotionError:
        return False
