"""Transitions to show, such as walk to run: which frames are meant, and how well the best of some tries does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError
from motionloom.core.masks import find_runs
from motionloom.transitions.stock import RATE
from motionloom.transitions.synthesis import Transition, make_transition
from motionloom.transitions.table import TransitionTable

SHOWCASES = ("walk:run", "run:take-off", "walk:stand", "stand:walk", "walk:turn")
STILL, LEVEL = 0.06, 0.03  # metres that somebody who stands moves along the ground, and up and down, within a transition's time
FLIGHT, BEFORE = 0.3, 0.1  # seconds of flight that make a jump; how long before it the take-off is
TURNING = 1.2  # radians a second, over half a second


@dataclass(frozen=True, eq=False)
class Showcase:
    """Transitions from:to tried from several sources: the best of all, and each source's best score (n,) metres."""

    name: str
    best: Transition
    scores: NDArray[np.float64]


def make_showcase(table: TransitionTable, name: str, sources: int = 20, targets: int = 6, seed: int = 2) -> Showcase:
    """Transitions `from:to` from random sources, each with the best of some random targets."""
    here, there = split_demand(name)
    rng = np.random.default_rng(seed)
    leave, enter = usable_frames(table, here, leaving=True), usable_frames(table, there, leaving=False)
    best: list[Transition] = []
    for source in rng.choice(leave, sources):
        made = [make_transition(table, int(source), int(target)) for target in rng.choice(enter, targets)]
        best.append(min(made, key=lambda one: one.score))
    return Showcase(name, min(best, key=lambda one: one.score), np.array([one.score for one in best]))


def split_demand(name: str) -> tuple[str, str]:
    """What a demand such as walk:run leaves and what it enters."""
    here, colon, there = name.partition(":")
    if not colon:
        raise MotionError(f"expected a transition such as walk:run, found {name!r}")
    return here, there


def find_moments(table: TransitionTable, name: str) -> NDArray[np.intp]:
    """The frames (n,) that a name means: `stand`, `take-off` and `turn` are found in the motion, others are annotations or labels."""
    stock = table.stock
    if name == "stand" and name not in stock.names():
        return _still_frames(table)
    if name == "take-off" and name not in stock.names():
        flights = [
            first + start
            for first, last in zip(stock.starts[:-1], stock.starts[1:], strict=True)
            for start, stop in find_runs(np.logical_not(np.logical_or.reduce(stock.plants[first:last], axis=1)))
            if stop - start >= FLIGHT * RATE and start >= BEFORE * RATE
        ]
        return np.array(flights, dtype=np.intp) - round(BEFORE * RATE)
    if name == "turn" and name not in stock.names():
        return _turning_frames(table)
    return stock.named_frames(name)


def _still_frames(table: TransitionTable) -> NDArray[np.intp]:
    """Frames in the middle of windows in which the hips hardly move."""
    stock, length = table.stock, table.frames
    first, last = table.starts, table.starts + length - 1
    gone = np.linalg.norm(stock.ground[last] - stock.ground[first], axis=1)
    heights = np.lib.stride_tricks.sliding_window_view(stock.heights, length)[first]
    return first[(gone < STILL) & (np.ptp(heights, axis=1) < LEVEL)] + length // 2


def _turning_frames(table: TransitionTable) -> NDArray[np.intp]:
    """The frame of each clip that turns fastest, where it is fast, with both feet used: spins in the air are no turns."""
    stock, found = table.stock, []
    wide = round(RATE / 2) | 1
    for first, last in zip(stock.starts[:-1], stock.starts[1:], strict=True):
        if last - first <= 2 * wide or not stock.plants[first:last].any(axis=1).mean() > 0.9:
            continue
        turn = np.convolve(stock.facing[first:last], np.ones(wide) / wide, "valid")
        speed = np.abs(np.gradient(turn)) * RATE
        if speed.max() > TURNING:
            found.append(first + wide // 2 + int(np.argmax(speed)))
    return np.array(found, dtype=np.intp)


def usable_frames(table: TransitionTable, name: str, leaving: bool) -> NDArray[np.intp]:
    """The frames of a name with a window after them (leaving) or before them (entering), away from their clip's ends where they can be."""
    stock, length = table.stock, table.frames
    frames = find_moments(table, name)
    clips = stock.clip_of[frames]
    before, after = frames - stock.starts[clips], stock.starts[clips + 1] - 1 - frames
    fits = (after if leaving else before) >= length - 1
    roomy = fits & ((before if leaving else after) >= RATE / 3)
    usable = frames[roomy] if roomy.any() else frames[fits]
    if len(usable) == 0:
        raise MotionError(f"no frame of {name!r} has the {length} frames that a transition needs; ask for shorter ones")
    return usable
