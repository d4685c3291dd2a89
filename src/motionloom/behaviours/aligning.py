"""Warps put by hand inside a state (paper 001 sections 5.2 and 5.3): of a clip onto the reference, and of a state onto itself (figure 5.3).

Both give a machine that is whole again: what a parameter does is measured anew, and transitions that a new loop cuts off are found anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motionloom.align.blend import GroundPlace, blend
from motionloom.behaviours.calibration import calibrate_state
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.parameters import make_parameter
from motionloom.behaviours.state_graph import StateGraph
from motionloom.behaviours.states import BLEND, RATE, State, TransitionPoint, cost_between, lap_of, make_transition_point
from motionloom.behaviours.steering_table import make_steering_table
from motionloom.behaviours.transition_points import find_transition_points
from motionloom.core import Motion
from motionloom.core.errors import MotionError, list_names

REACH = 0.4  # seconds on either side of a key without another in which a warp comes back to where it was
PACES = (0.2, 5.0)  # of the reference: what a clip's pace may reach under keys
KEPT = 0.8  # of what is left of a clip before its end, or since its beginning: what keys may take
SHORTEST = 0.3  # seconds of a lap that a person makes


@dataclass(frozen=True)
class Key:
    """At second `at` of a state's reference a clip shows its second `shows`."""

    at: float
    shows: float


def bend_warp(state: State, clip: int, keys: Sequence[Key]) -> NDArray[np.float64]:
    """The frames (R,) of a clip at each reference frame, bent through the keys; away from them it stays as it is.

    In a cycle a key counts in every lap, so that the clip still comes round where the reference does.
    """
    if not 1 <= clip < len(state.motions):
        raise MotionError(f"state {state.name!r} has {len(state.motions)} clips, and the first is the reference; found clip {clip}")
    before, count = state.frames[:, clip], len(state.frames)
    index, last = np.arange(float(count)), len(state.motions[clip]) - 1
    for key in keys:
        if not 0 <= key.at * RATE <= count - 1 or not 0 <= key.shows * RATE <= last:
            raise MotionError(
                f"a key at {key.at:.2f} s of {state.name} that shows {key.shows:.2f} s of {state.motions[clip].name} is beyond their ends; "
                f"they last {(count - 1) / RATE:.2f} and {last / RATE:.2f} s"
            )
    if not keys:
        return before.copy()
    at = np.array([key.at * RATE for key in keys])
    away = np.array([key.shows * RATE for key in keys]) - np.interp(at, index, before)
    if state.loop is not None:
        first, end = lap_of(state)
        at, away = np.concatenate([at - (end - first), at, at + end - first]), np.tile(away, 3)
    room = KEPT * np.maximum(last - before, 0), KEPT * np.maximum(before, 0)
    bent = before + np.clip(_offsets(at, away, index), -room[1], room[0])
    missed = max(abs(float(np.interp(key.at * RATE, index, bent)) - key.shows * RATE) for key in keys)
    pace = np.diff(bent)
    worst = int(np.argmax(np.maximum(pace / PACES[1], PACES[0] / np.maximum(pace, 1e-9))))
    if not PACES[0] <= pace[worst] <= PACES[1]:
        raise MotionError(
            f"{state.motions[clip].name} would go at {pace[worst]:.1f} times the pace of {state.name} at {worst / RATE:.2f} s; "
            f"{PACES[0]:g} to {PACES[1]:g} may be: move the key less, or put its neighbours further away"
        )
    if missed > 0.5:
        raise MotionError(f"{state.motions[clip].name} would be asked for frames beyond its ends; move the key less")
    return np.asarray(bent)


def _offsets(at: NDArray[np.float64], away: NDArray[np.float64], index: NDArray[np.float64]) -> NDArray[np.float64]:
    """A smooth curve over the index (R,) through away (N,) at frames (N,), nothing further than REACH from any of them."""
    from scipy.interpolate import PchipInterpolator

    order = np.argsort(at, kind="stable")
    at, away = at[order], away[order]
    if np.any(np.diff(at) < 1):
        raise MotionError("two keys are at the same moment; take one of them out, or move it")
    reach = REACH * RATE
    knots, values = [at[0] - 2 * reach, at[0] - reach], [0.0, 0.0]
    for k in range(len(at)):
        knots.append(at[k])
        values.append(away[k])
        if k + 1 == len(at) or at[k + 1] - at[k] > 2 * reach:
            ends = [at[k] + reach] if k + 1 == len(at) else [at[k] + reach, at[k + 1] - reach]
            knots += ends
            values += [0.0] * len(ends)
    knots.append(knots[-1] + reach)
    inside = np.clip(index, knots[0], knots[-1])
    return np.asarray(PchipInterpolator(np.array(knots), np.array([*values, 0.0]))(inside))


def with_warp(machine: Machine, name: str, clip: int, keys: Sequence[Key]) -> Machine:
    """The machine with a clip of a state warped through keys onto its reference; steering is measured anew."""
    state = machine.state(name)
    frames = state.frames.copy()
    frames[:, clip] = bend_warp(state, clip, keys)
    return _with_state(machine, _measure_again(replace(state, frames=frames)))


def play_warp(state: State, clip: int, frames: NDArray[np.float64]) -> tuple[Motion, Motion, Motion]:
    """The reference, half of each, and the clip on the reference's clock, from the origin facing +z; frames (R,) as `bend_warp` gives."""
    pair, at = [state.motions[0], state.motions[clip]], np.stack([np.arange(len(frames), dtype=np.float64), frames])
    one, half, other = (blend(pair, at, np.tile([[1 - share], [share]], len(frames)), start=GroundPlace()) for share in (0.0, 0.5, 1.0))
    return one, half, other


def place_loop(state: State, start: float, enter: float, blend: float = BLEND, cost: NDArray[np.float64] | None = None) -> TransitionPoint:
    """A self-transition put by hand: from second `start` of a state's reference back to its second `enter`, lasting `blend`.

    cost: the reference's `cost_between` itself, where it is known already.
    """
    cost = cost_between(state.motions[0], state.motions[0]) if cost is None else cost
    frames, row, column = (round(seconds * RATE) for seconds in (blend, start, enter))
    if frames < 2 or min(row, column) < 0 or row + frames >= len(cost) or row - column < max(SHORTEST * RATE, frames):
        raise MotionError(
            f"{state.name} cannot go from {start:g} s back to {enter:g} s over {blend:g} s: it lasts {(len(cost) - 1) / RATE:.2f} s, "
            f"and a lap {SHORTEST:g} s or more, and no less than its blend"
        )
    point = make_transition_point(state.name, state.name, cost, row, column, frames)
    if point.frames[-1] > point.start:
        raise MotionError(f"{state.name} would begin its next lap before the last is blended; let it last less than {blend:g} s")
    return point


def with_loop(machine: Machine, point: TransitionPoint) -> Machine:
    """The machine with another self-transition of a state; a state that ended in another becomes cyclic by it.

    Transitions out of it that a lap no longer passes, and into it that would be cut short, go; where none is left on an edge they are
    found anew, and an error says where there is none.
    """
    old = machine.state(point.source)
    state = _measure_again(replace(old, loop=point, default="", hops=()))
    kept = [each for each in machine.transitions if _fits(each, state)]
    have = {(each.source, each.target) for each in kept}
    for a, b in sorted(machine.graph.edges - have):
        source, target = (state if name == state.name else machine.state(name) for name in (a, b))
        found = find_transition_points(source, target)
        if not found:
            raise MotionError(
                f"with this loop {a} no longer leads to {b}: no lap passes a frame from which it goes; take that edge out first"
            )
        kept += found
    about = machine.graph
    graph = StateGraph(about.names, about.costs, about.cyclic | {state.name}, dict(about.about))
    return _with_state(Machine(machine.states, machine.transitions, graph), state, tuple(kept))


def without_loop(machine: Machine, name: str, default: str) -> Machine:
    """The machine with a state that is played once and ends in `default`."""
    if any(state.default == name for state in machine.states):
        raise MotionError(f"other states end in {name}, so it must go on for ever; let them end elsewhere first")
    ends = [state.name for state in machine.states if state.cyclic and (name, state.name) in machine.graph.edges and state.name != name]
    if default not in ends:
        raise MotionError(f"{name} cannot end in {default or 'nothing'}; it leads to {list_names(ends) or 'no cyclic state'}")
    graph = StateGraph(machine.graph.names, machine.graph.costs, machine.graph.cyclic - {name}, dict(machine.graph.about))
    states = tuple(replace(state, loop=None, default=default, hops=()) if state.name == name else state for state in machine.states)
    return Machine(states, machine.transitions, graph)


def _fits(point: TransitionPoint, state: State) -> bool:
    """Whether a transition goes with a cyclic state's loop: every lap passes where it leaves, and it is over before the loop begins."""
    loop = state.loop
    assert loop is not None  # only cyclic states come here
    leaves = point.source != state.name or loop.frames[-1] <= point.start <= loop.start
    return leaves and (point.target != state.name or point.frames[-1] <= loop.start)


def _measure_again(state: State) -> State:
    """The state with what its parameter does measured on its warps and its lap as they are now; tables of words stay."""
    if state.parameter is None or state.parameter.kind.table is not None:
        return state
    lap = lap_of(state) if state.loop is not None else (0.0, float(len(state.frames) - 2))
    steering = None if state.steering is None else make_steering_table(state.motions, state.frames, lap)
    return replace(state, parameter=make_parameter(state.parameter.name, state.motions, state.frames, lap), steering=steering)


def _with_state(machine: Machine, state: State, transitions: tuple[TransitionPoint, ...] | None = None) -> Machine:
    states = tuple(state if each.name == state.name else each for each in machine.states)
    return calibrate_state(Machine(states, machine.transitions if transitions is None else transitions, machine.graph), state.name)
