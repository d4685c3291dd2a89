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
from motionloom.behaviours.kept import keep
from motionloom.behaviours.lap_order import order_of
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.parameters import BOTH, GRID
from motionloom.behaviours.state_graph import StateGraph
from motionloom.behaviours.states import RATE, State, lap_of
from motionloom.behaviours.steering_table import correct_steering_table
from motionloom.compute import Progress
from motionloom.core import quaternion
from motionloom.core.editing import RootPath, join_root, split_root

ROUNDS = 2
LAPS = 12  # laps of a state that are played, or as many as there is time for
LONGEST, BLOCK = 4000, 200  # frames that are played at most, and at a time
SETTLE = round(2 * RATE)
EXACT = keep(64)
STANDS, TURNS = 0.05, 0.1  # metres and radians a second: what moves less is meant to stay where it is


def calibrate(machine: Machine, progress: Progress | None = None) -> Machine:
    """The same machine with the weights of every parameter corrected by playing it."""
    progress = progress or Progress()
    states = tuple(_calibrated(state) for state in progress.each("Making steering exact", machine.states, lambda state: state.name))
    return Machine(states, machine.transitions, machine.graph)


def calibrate_state(machine: Machine, name: str) -> Machine:
    """The same machine with one state corrected, as after a person has changed it."""
    states = tuple(_calibrated(state) if state.name == name else state for state in machine.states)
    return Machine(states, machine.transitions, machine.graph)


def _calibrated(state: State) -> State:
    """A state corrected by playing it by itself: what a cycle does on end has nothing to do with others."""
    found: State = EXACT.get(state, lambda: _play_and_correct(state))
    return found


def _play_and_correct(state: State) -> State:
    if not state.cyclic:  # what is played once is measured as it is
        return state
    for _ in range(ROUNDS):
        state = _correct(alone(state), state)
    return state


def alone(state: State) -> Machine:
    """The machine of one cyclic state."""
    return Machine((state,), (), StateGraph((state.name,), np.full((1, 1), np.inf), frozenset({state.name})))


def _correct(machine: Machine, state: State) -> State:
    parameter = state.parameter
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
    controller = Controller(in_order(machine), start=state.name)
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
    controller, count = Controller(in_order(machine), len(asked), state.name), len(asked)
    c = controller.characters
    for name, values in zip(BOTH, asked.T, strict=True):
        meant = np.flatnonzero(np.isfinite(values))
        controller.steer_many(values[meant], meant, name)
    controller.run(SETTLE, drawn=False)
    places, at, rounds = c.place.copy()[None], c.at.copy()[None], count_rounds(state, LONGEST)
    while len(at) <= LONGEST and np.any(_count_wraps(at) <= rounds):
        more = controller.run(BLOCK, drawn=False)
        places, at = np.concatenate([places, more.places]), np.concatenate([at, more.at])
    moved = np.concatenate(
        [np.diff(places[:, :, 2:], axis=0), np.linalg.norm(np.diff(places[:, :, :2], axis=0), axis=2)[..., None]], axis=2
    )
    way, done = np.cumsum(moved, axis=0), np.zeros((count, 2))
    for n in range(count):
        ends = np.flatnonzero(np.diff(at[:, n]) < 0)[: rounds + 1 : max(rounds, 1)]
        if len(ends) == 2:
            past = _past(state, at[ends, n], at[ends + 1, n])
            when, where = ends - past, way[ends, n] - past[:, None] * moved[ends, n]
            done[n] = (where[1] - where[0]) / (when[1] - when[0]) * RATE
    return done


def _count_wraps(at: NDArray[np.float64]) -> NDArray[np.int64]:
    """How often each character's reference frame (F, N) fell back: a round of its state ends there."""
    return np.asarray((np.diff(at, axis=0) < 0).sum(axis=0))


def in_order(machine: Machine) -> Machine:
    """The machine that plays the laps of each cycle in their order, so that each counts once in a round."""
    if not any(state.hops for state in machine.states):
        return machine
    return Machine(tuple(replace(state, hops=()) for state in machine.states), machine.transitions, machine.graph)


def count_rounds(state: State, frames: int) -> int:
    """How many rounds of a cyclic state are played in so many frames to know what it does: few where each has many laps."""
    first, last = lap_of(state)
    laps = len(order_of(state)[0]) or 1
    return max(min(LAPS // laps, int(0.9 * frames / (last - first)) - 1), 1)


def _past(state: State, before: NDArray[np.float64], after: NDArray[np.float64]) -> NDArray[np.float64]:
    """Which part (N,) of a step in which a lap ended came after its end: whole steps would leave a turn a thousandth off."""
    if state.loop is None:
        return np.zeros(len(after))
    left, entered = np.maximum(state.loop.stop - before, 0.0), np.maximum(after - state.loop.frames[-1], 0.0)
    return np.asarray(np.clip(entered / np.maximum(left + entered, 1e-9), 0.0, 1.0))
