"""Steering made exact: each state is played over its whole range, and its table read where it does what is asked.

The table of a parameter is made from the clips alone. What the machine plays has its loop's blend in every lap as well, which a sum over
the clips does not see: without this a walk asked to go straight turns by a degree or two in ten seconds. And whoever stands stays: what
little a captured stand wanders in a lap would otherwise add up.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.control import Controller
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.parameters import BOTH, GRID
from motionloom.behaviours.states import RATE, State, lap_of
from motionloom.behaviours.steering_table import correct_steering_table
from motionloom.compute import Progress
from motionloom.core import quaternion
from motionloom.core.editing import RootPath, join_root, split_root

ROUNDS = 2
LAPS = 12  # rounds of a state that are played, or as many as there is time for
SETTLE = round(2 * RATE)
STANDS, TURNS = 0.05, 0.1  # metres and radians a second: what moves less is meant to stay where it is


def calibrate(machine: Machine, progress: Progress | None = None) -> Machine:
    """The same machine with the weights of every parameter corrected by playing it."""
    progress = progress or Progress()
    progress.begin("Making steering exact", ROUNDS * len(machine.states))
    for _ in range(ROUNDS):
        states = list[State]()
        for state in machine.states:
            states.append(_correct(machine, state))
            progress.advance(note=state.name)
        machine = Machine(tuple(states), machine.transitions, machine.graph)
    return machine


def calibrate_state(machine: Machine, name: str) -> Machine:
    """The same machine with one state corrected, as after a person has changed it."""
    for _ in range(ROUNDS):
        states = tuple(_correct(machine, state) if state.name == name else state for state in machine.states)
        machine = Machine(states, machine.transitions, machine.graph)
    return machine


def _correct(machine: Machine, state: State) -> State:
    parameter = state.parameter
    if not state.cyclic:  # what is played once is measured as it is
        return state
    if parameter is None:
        return _hold(machine, state)
    if not parameter.kind.played:  # its table is exact
        return state
    got = play_values(machine, state, parameter.values)
    order = np.argsort(got, kind="stable")
    values = np.linspace(got.min(), got.max(), GRID)
    weights = np.stack([np.interp(values, got[order], column[order]) for column in parameter.weights.T], axis=1)
    weights /= weights.sum(axis=1, keepdims=True)
    steering = state.steering
    if steering is not None:
        steering = correct_steering_table(steering, play_laps(machine, state, steering.asked()))
    return replace(state, steering=steering, parameter=replace(parameter, values=values, weights=weights))


def _hold(machine: Machine, state: State) -> State:
    """A state of one clip that goes nowhere, without its drift; one that goes somewhere as it is."""
    drift = find_drift(machine, state)
    if np.hypot(drift[0], drift[1]) > STANDS or abs(drift[2]) > TURNS:
        return state
    in_place, path = split_root(state.motions[0])
    seconds = np.arange(len(in_place)) / RATE
    way = quaternion.rotate(quaternion.about_y(float(path.headings.mean())), np.array([drift[0], 0.0, drift[1]]))
    held = join_root(in_place, RootPath(path.positions - seconds[:, None] * way, path.headings - seconds * drift[2]))
    return replace(state, motions=(held,))


def find_drift(machine: Machine, state: State) -> NDArray[np.float64]:
    """How a cyclic state that is left alone moves and turns (3,): x and z metres and radians a second, in the mean over whole laps."""
    controller = Controller(machine, start=state.name)
    c, laps, last = controller.characters, 0, 0.0
    first, began, rounds = np.zeros(3), 0, count_rounds(state, 10_000)
    for frame in range(10_000):
        controller.advance()
        if c.at[0] < last:  # a lap ends where the reference frame falls back
            laps += 1
            if laps == 1:
                first, began = c.place[0].copy(), frame
            elif laps > rounds:
                break
        last = float(c.at[0])
    return np.asarray((c.place[0] - first) / max(frame - began, 1) * RATE)


def play_values(machine: Machine, state: State, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """What a state does (N,) when asked for each of these values (N,): the mean over whole laps, once it has settled."""
    axis = BOTH.index(state.parameter.name) if state.parameter is not None else 0
    asked = np.full((len(values), len(BOTH)), np.nan)
    asked[:, axis] = values
    return play_laps(machine, state, asked)[:, axis]


def play_laps(machine: Machine, state: State, asked: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turn and speed (N, 2) of a state when asked (N, 2) for either or both, NaN for what is not asked: means over whole laps."""
    controller, count = Controller(machine, len(asked), state.name), len(asked)
    c = controller.characters
    for name, values in zip(BOTH, asked.T, strict=True):
        meant = np.flatnonzero(np.isfinite(values))
        controller.steer_many(values[meant], meant, name)
    for _ in range(SETTLE):
        controller.advance()
    way, before, last_at = np.zeros((count, 2)), c.place.copy(), c.at.copy()
    first, begun = np.full(count, np.nan), np.zeros((count, 2))
    laps, frames, done, rounds = np.zeros(count, dtype=int), np.zeros(count), np.zeros((count, 2)), count_rounds(state, 4000)
    for frame in range(4000):
        controller.advance()
        moved = np.column_stack([c.place[:, 2] - before[:, 2], np.linalg.norm(c.place[:, :2] - before[:, :2], axis=1)])
        way += moved
        wrapped = c.at < last_at  # a lap ends where the reference frame falls back
        past = _past(state, last_at, c.at)
        before, last_at = c.place.copy(), c.at.copy()
        when, where = frame - past, way - past[:, None] * moved
        begin = wrapped & np.isnan(first)
        begun[begin], first[begin] = where[begin], when[begin]
        laps[wrapped & ~begin] += 1
        closed = wrapped & ~begin & (laps == rounds)
        frames[closed], done[closed] = (when - first)[closed], (where - begun)[closed]
        if np.all(frames > 0):
            break
    return np.asarray(done / np.maximum(frames, 1)[:, None] * RATE)


def count_rounds(state: State, frames: int) -> int:
    """How many rounds of a cyclic state are played in so many frames to know what it does: few where each has many laps."""
    first, last = lap_of(state)
    return max(min(LAPS, int(0.9 * frames / (last - first)) - 1), 1)


def _past(state: State, before: NDArray[np.float64], after: NDArray[np.float64]) -> NDArray[np.float64]:
    """Which part (N,) of a step in which a lap ended came after its end: whole steps would leave a turn a thousandth off."""
    if state.loop is None:
        return np.zeros(len(after))
    left, entered = np.maximum(state.loop.stop - before, 0.0), np.maximum(after - state.loop.frames[-1], 0.0)
    return np.asarray(np.clip(entered / np.maximum(left + entered, 1e-9), 0.0, 1.0))
