"""Every hop from lap to lap tried before a machine is done: those that jerk are left out, and the order goes around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.control import Controller
from motionloom.behaviours.kept import keep
from motionloom.behaviours.lap_order import order_of
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.measures import limit_of
from motionloom.behaviours.states import State, TransitionPoint
from motionloom.behaviours.takes import find_jerks
from motionloom.behaviours.transition_trials import (
    ROOM,
    TOGETHER,
    own_accelerations,
    place_before,
    play_trials,
    rows_of,
)
from motionloom.compute import Progress

TRIED, SMOOTH = keep(16), keep(16)


def keep_smooth_hops(machine: Machine, progress: Progress | None = None) -> Machine:
    """The machine without hops that jerk more than its captures, or than the laps themselves, do; the way round always stays."""
    progress = progress or Progress()
    todo = [state for state in machine.states if state.hops]
    if not todo:
        return machine
    controller, limit = Controller(machine), ROOM * limit_of(machine)
    smooth: dict[str, State] = {}
    for state in progress.each("Trying laps in other orders", todo, lambda state: state.name):
        peaks = {state.name: [find_jerks(motion) for motion in state.motions]}
        reached = TRIED.get(state, partial(try_hops, controller, state))
        limits = [max(limit, own_accelerations(peaks, machine, hop)) for hop in state.hops]
        round_again = order_of(state)[1][-1, 0]
        kept = tuple(k for k, (worst, most) in enumerate(zip(reached, limits, strict=True)) if worst <= most or k == round_again)
        smooth[state.name] = SMOOTH.get((state, kept), partial(_with_hops, state, kept))
    return Machine(tuple(smooth.get(state.name, state) for state in machine.states), machine.transitions, machine.graph)


def _with_hops(state: State, kept: Sequence[int]) -> State:
    return replace(state, hops=tuple(state.hops[k] for k in kept))


def try_hops(controller: Controller, state: State) -> list[float]:
    """The largest acceleration of a joint, m/s2, in each hop of a state, over what it may be steered to."""
    machine, reached = controller.machine, list[float]()
    number = machine.graph.index(state.name)
    first, into = int(controller.tables.ranges[number, number, 1]), _targets(state)
    asked = [row for row in rows_of(machine, state.hops[0]) if row[0] == row[1]]  # as it is steered all the while
    for begin in range(0, len(state.hops), TOGETHER):
        some: Sequence[TransitionPoint] = state.hops[begin : begin + TOGETHER]
        rows = [(k, hop, before, after, phase) for k, hop in enumerate(some, begin) for before, after, phase in asked]
        trial = place_before(Controller(machine, len(rows), tables=controller.tables), [row[1:] for row in rows])
        trial.characters.laps[:] = 1  # all were played just now but the one that is wanted
        trial.characters.laps[np.arange(len(rows)), into[[row[0] for row in rows]]] = 0
        played = play_trials(trial, [first + row[0] for row in rows], [row[1:] for row in rows])[:, 0]
        reached += np.maximum.reduceat(played, np.flatnonzero(np.diff([row[0] for row in rows], prepend=-1))).tolist()
    return reached


def _targets(state: State) -> NDArray[np.int64]:
    """The lap (H,) that each hop of a state leads into."""
    laps, into = np.nonzero(order_of(state)[1] >= 0)
    numbers = order_of(state)[1][laps, into]
    return np.asarray(into[np.argsort(numbers)])
