"""Many things done at once from many places, by the control machine itself: where each leads, when it is over, and what it passes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.characters import MODES, Characters
from motionloom.behaviours.control import Controller
from motionloom.behaviours.states import RATE

LONGEST = 8.0  # seconds: a behaviour that has not come about by then is not done
PLAYBACK = MODES.index("playback")
PERIOD = 12  # steps after which whoever follows a route is steered anew
FAR = 10**9  # a step that never comes
Pursue = Callable[[Characters, NDArray[np.int64]], NDArray[np.float64]]


@dataclass(frozen=True, eq=False)
class Rollout:
    """M characters through T steps: places (T, M, 3) x, z, heading and states (T, M) after each step.

    ends: (row, step) pairs (E, 2) at which what was asked is done, `after` (E) the characters as they are then. A row without an end did
    not get there, and one that has got there stays at its last end. asked (T / PERIOD, M): turns that were asked for before every
    PERIOD-th step, NaN where none was. frames (T, M): of the state, after each step; None where nobody knows.
    """

    places: NDArray[np.float64]
    states: NDArray[np.int64]
    ends: NDArray[np.int64]
    after: Characters
    asked: NDArray[np.float64]
    frames: NDArray[np.float64] | None = None


def roll_out(
    controller: Controller,
    characters: Characters,
    goals: NDArray[np.int64],
    turns: NDArray[np.float64],
    holds: Sequence[float],
    pursue: Pursue | None = None,
    lost: Callable[[NDArray[np.float64]], NDArray[np.bool_]] | None = None,
) -> Rollout:
    """Ask characters (M) for states (M,) steered by turns (M,), NaN for none, and play them until each has been in its state for the
    longest of `holds` seconds; each of these is an end. A state that is played once has one end, where its default state has begun.
    pursue: turns for those who are steered anew every PERIOD steps, NaN for the others, of the characters and which rows (K,) they are.
    lost: of places (K, 2), whether anybody who is there is of no use any more; looked at every PERIOD steps, and such a row stays there
    without further ends.

    Up to its last end each row is what `Request`s at the same steps would do to one character, to the last bit; then it stays there.
    """
    controller.restore(characters)
    moved = np.flatnonzero(goals != controller.characters.state)
    if len(moved):
        controller.go_many(goals[moved], moved, replace=True)
    machine = controller.machine
    cyclic = np.array([state.cyclic for state in machine.states])[goals]
    final = np.array([machine.graph.index(state.default) if state.default else k for k, state in enumerate(machine.states)])[goals]
    holding = np.unique([round(hold * RATE) for hold in holds])
    begun, entered = np.full(len(goals), FAR), np.zeros(len(goals), dtype=bool)
    rows, chunks, asked = np.arange(len(goals)), list[_Chunk](), list[NDArray[np.float64]]()
    ends, after = list[NDArray[np.int64]](), list[Characters]()
    last = _Chunk.of(controller.characters.place[None], goals[None], controller.characters.at[None], goals[None])
    for first in range(0, round(LONGEST * RATE), PERIOD):
        told = np.full(len(goals), np.nan)
        told[rows] = _steer(controller, turns[rows] if first == 0 else told[rows], pursue, rows)
        asked.append(told)
        before = controller.characters.copy()
        chunk = _play(controller, PERIOD)
        inside = np.logical_or.accumulate(chunk.states == goals[rows], axis=0) | entered[rows]
        there = inside & (chunk.states == final[rows]) & (chunk.modes == PLAYBACK)
        steps = first + np.arange(PERIOD)[:, None]
        begun[rows] = np.minimum(begun[rows], np.where(there.any(axis=0), first + there.argmax(axis=0), FAR))
        entered[rows] = inside[-1]
        held = steps - begun[rows] + 1
        done = np.where(cyclic[rows], (held[:, :, None] == holding).any(axis=2), held == 1)
        for f in np.flatnonzero(done.any(axis=1)).tolist():
            picked = np.flatnonzero(done[f])
            ends.append(np.stack([rows[picked], np.full(len(picked), first + f)], axis=1))
            after.append(_replay(controller, before.pick(picked), f + 1))
        last = last.spread(chunk, rows)
        chunks.append(last)
        going = np.flatnonzero(np.where(cyclic[rows], held[-1] < holding[-1], held[-1] < 1))
        if lost is not None:
            going = going[~lost(chunk.places[-1, going, :2])]
        if not len(going):
            break
        if len(going) < len(rows):
            rows = rows[going]
            controller.restore(controller.characters.pick(going))
    joined = Characters._make(np.concatenate(arrays) for arrays in zip(*after, strict=True)) if after else controller.characters.pick([])
    done_at = np.concatenate(ends) if ends else np.zeros((0, 2), dtype=np.int64)
    places, states, frames, _ = (np.concatenate(arrays) for arrays in zip(*chunks, strict=True))
    return Rollout(places, states, done_at, joined, np.array(asked), frames)


class _Chunk(NamedTuple):
    """Steps on end of some characters: places (F, N, 3), states, frames and modes (F, N) after each."""

    places: NDArray[np.float64]
    states: NDArray[np.int64]
    frames: NDArray[np.float64]
    modes: NDArray[np.int64]

    @staticmethod
    def of(*arrays: NDArray[Any]) -> _Chunk:
        return _Chunk._make(arrays)

    def spread(self, chunk: _Chunk, rows: NDArray[np.int64]) -> _Chunk:
        """A chunk of some rows as one of all: whoever is not in it stays as it was at the end of this one."""
        whole = [np.repeat(old[-1:], len(chunk.states), axis=0) for old in self]
        for out, new in zip(whole, chunk, strict=True):
            out[:, rows] = new
        return _Chunk._make(whole)


def _play(controller: Controller, steps: int) -> _Chunk:
    """So many steps of a controller's characters, without poses."""
    from motionloom.navigation._rollout_kernels import play_on

    shape = (steps, len(controller))
    chunk = _Chunk(np.empty((*shape, 3)), np.empty(shape, np.int64), np.empty(shape), np.empty(shape, np.int64))
    play_on(controller.tables, controller.characters, 1 / RATE, controller.rotations, controller.roots, *chunk)
    return chunk


def _replay(controller: Controller, characters: Characters, steps: int) -> Characters:
    """Characters so many steps later; they themselves are moved, the controller's are not."""
    from motionloom.navigation._rollout_kernels import play_on

    count = len(characters.state)
    shape, rotations, roots = (steps, count), controller.rotations[:count], controller.roots[:count]
    play_on(
        controller.tables, characters, 1 / RATE, rotations, roots,
        np.empty((*shape, 3)), np.empty(shape, np.int64), np.empty(shape), np.empty(shape, np.int64),
    )  # fmt: skip
    return characters


def _steer(controller: Controller, turns: NDArray[np.float64], pursue: Pursue | None, rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """Steer by turns (K,), and whoever of these rows (K,) follows a route by what that asks; what each was asked comes out, NaN for those
    who were not."""
    if pursue is not None:
        turns = np.where(np.isnan(turns), pursue(controller.characters, rows), turns)
    steered = np.flatnonzero(~np.isnan(turns))
    if len(steered):
        controller.steer_many(turns[steered], steered)
    return turns
