"""Many things done at once from many places, by the control machine itself: where each leads, when it is over, and what it passes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.characters import MODES, Characters
from motionloom.behaviours.control import Controller
from motionloom.behaviours.states import RATE

LONGEST = 8.0  # seconds: a behaviour that has not come about by then is not done
PLAYBACK = MODES.index("playback")
PERIOD = 12  # steps after which whoever follows a route is steered anew


@dataclass(frozen=True, eq=False)
class Rollout:
    """M characters through T steps: places (T, M, 3) x, z, heading and states (T, M) after each step.

    ends: (row, step) pairs (E, 2) at which what was asked is done, `after` (E) the characters as they are then. A row without an end did
    not get there. asked (T / PERIOD, M): turns that were asked for before every PERIOD-th step, NaN where none was. frames (T, M): of the
    state, after each step; None where nobody knows.
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
    pursue: Callable[[Characters], NDArray[np.float64]] | None = None,
) -> Rollout:
    """Ask characters (M) for states (M,) steered by turns (M,), NaN for none, and play them until each has been in its state for the
    longest of `holds` seconds; each of these is an end. A state that is played once has one end, where its default state has begun.
    pursue: turns (M,) for those who are steered anew every PERIOD steps, NaN for the others.

    All of it is what `Request`s at the same steps would do to one character, to the last bit.
    """
    controller.restore(characters)
    moved, asked = np.flatnonzero(goals != controller.characters.state), list[NDArray[np.float64]]()
    if len(moved):
        controller.go_many(goals[moved], moved, replace=True)
    machine = controller.machine
    cyclic = np.array([state.cyclic for state in machine.states])[goals]
    final = np.array([machine.graph.index(state.default) if state.default else k for k, state in enumerate(machine.states)])[goals]
    holding = np.unique([round(hold * RATE) for hold in holds])
    begun, entered = np.full(len(goals), -1), np.zeros(len(goals), dtype=bool)
    places, states, ends, after = list[NDArray[np.float64]](), list[NDArray[np.int64]](), list[NDArray[np.int64]](), list[Characters]()
    frames = list[NDArray[np.float64]]()
    for step in range(round(LONGEST * RATE)):
        if step % PERIOD == 0:
            asked.append(_steer(controller, turns if step == 0 else np.full(len(turns), np.nan), pursue))
        controller.advance()
        now = controller.characters
        places.append(now.place.copy())
        states.append(now.state.copy())
        frames.append(now.at.copy())
        entered |= now.state == goals
        there = entered & (now.state == final) & (now.mode == PLAYBACK) & (begun < 0)
        begun[there] = step
        held = step - begun + 1
        done = (begun >= 0) & np.where(cyclic, (held[:, None] == holding).any(axis=1), begun == step)
        if done.any():
            rows = np.flatnonzero(done)
            ends.append(np.stack([rows, np.full(len(rows), step)], axis=1))
            after.append(now.pick(rows))
        if np.all((begun >= 0) & (~cyclic | (held >= holding[-1]))):
            break
    joined = Characters._make(np.concatenate(arrays) for arrays in zip(*after, strict=True)) if after else controller.characters.pick([])
    done_at = np.concatenate(ends) if ends else np.zeros((0, 2), dtype=np.int64)
    return Rollout(np.array(places), np.array(states), done_at, joined, np.array(asked), np.array(frames))


def _steer(
    controller: Controller, turns: NDArray[np.float64], pursue: Callable[[Characters], NDArray[np.float64]] | None
) -> NDArray[np.float64]:
    """Steer by turns (M,), and whoever follows a route by what that asks; what each was asked comes out, NaN for those who were not."""
    if pursue is not None:
        turns = np.where(np.isnan(turns), pursue(controller.characters), turns)
    steered = np.flatnonzero(~np.isnan(turns))
    if len(steered):
        controller.steer_many(turns[steered], steered)
    return turns
