"""A gait tried with its feet held before it is part of a machine: what cannot be blended calmly is not blended.

Each clip of a state keeps its feet by itself. In a blend their votes differ, legs that were captured nearly straight must reach, and what
is held jerks, though the bare blend is smooth. The only way to know is to play it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.calibration import alone
from motionloom.behaviours.control import Controller
from motionloom.behaviours.footing import find_footing
from motionloom.behaviours.measures import usual
from motionloom.behaviours.parameters import make_parameter
from motionloom.behaviours.states import RATE, State, lap_of
from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.kinematics import accelerations, forward_kinematics
from motionloom.core.roles import SIDES

SECONDS = 12.0  # for which each is played
STEADY, WANDERING = 5, 3  # characters that hold one value, and that are asked for another every so often
EVERY = 0.8  # seconds
LEGS = (("knee", "ankle"), ("hip",))  # whose accelerations are looked at, together
ROOM = 1.0  # of the captures' own 99.9th percentile
HARD = 1.5  # of the same: what jerks so hard is left out even if less can be asked for then
WORTH = (0.2, 0.15)  # of what can be asked for, and in its unit: what may be lost without that


def keep_calm_feet(state: State, captures: Sequence[Motion] = ()) -> tuple[State, list[str]]:
    """A cyclic state without the clips whose blend jerks more than captured once feet are held, and which those are.

    captures: what it is made of, as it was captured; the state's own clips where none are given.
    The reference stays. Whoever is left out is the one without which it jerks least; nobody is where that is of no use, or where a turn
    would be lost for a little.
    """
    left, best = list[str](), (np.inf, state, 0)
    if not state.cyclic or state.plants is None or len(state.motions) < 2 or state.steering is not None or _has_words(state):
        return state, left
    excess, whole = find_excess(state, captures), _range(state)
    while True:
        best = min(best, (excess, state, len(left)), key=lambda each: each[0])
        if excess <= ROOM or len(state.motions) == 1:
            break
        others = [(k, without(state, k)) for k in range(1, len(state.motions))]
        others = [each for each in others if excess > HARD or whole - _range(each[1]) <= max(WORTH[0] * whole, WORTH[1])]
        if not others:
            break
        tried = [(find_excess(fewer, captures), k, fewer) for k, fewer in others]
        least, gone, fewer = min(tried, key=lambda each: each[0])
        left.append(f"{_describe(state, gone)} left out: with feet held its blends jerk {excess:.1f} times as hard as was captured")
        state, excess = fewer, least
    return best[1], left[: best[2]]


def find_excess(state: State, captures: Sequence[Motion] = ()) -> float:
    """How many times the captures' own 99.9th percentile of leg accelerations is reached while a state plays with its feet held."""
    machine = alone(state)
    roles = body_of(machine.skeleton).roles
    groups = [[roles[f"{side}_{part}"] for side in SIDES for part in parts] for parts in LEGS]
    captured = [np.concatenate([accelerations(motion)[:, joints].ravel() for motion in captures or machine.captures]) for joints in groups]
    played = _play(state)
    return max(usual(played[:, :, joints].ravel()) / max(usual(before), 1e-6) for joints, before in zip(groups, captured, strict=True))


def _play(state: State) -> NDArray[np.float64]:
    """Accelerations (F, N, J) m/s2 of characters that play a state with feet held, steered steadily and to and fro."""
    machine = alone(state)
    controller = Controller(machine, STEADY + WANDERING, state.name, footing=find_footing(machine))
    rng, frames = np.random.default_rng(0), round(SECONDS * RATE)
    low, high = (0.0, 0.0) if state.parameter is None else state.parameter.values[[0, -1]]
    rotations = np.empty((frames, len(controller), len(machine.skeleton), 4), dtype=np.float32)
    roots = np.empty((frames, len(controller), 3), dtype=np.float32)
    for frame in range(frames):
        if state.parameter is not None and frame % round(EVERY * RATE) == 0:
            asked = np.concatenate([np.linspace(low, high, STEADY), rng.uniform(low, high, WANDERING)])
            controller.steer_many(asked, parameter=state.parameter.name)
        rotations[frame], roots[frame] = controller.step()
    _, places = forward_kinematics(rotations, roots, machine.skeleton.offsets, machine.skeleton.parents)
    return np.asarray(np.linalg.norm(np.diff(places[round(RATE) :].astype(np.float64), 2, axis=0), axis=3) * RATE**2)


def without(state: State, k: int) -> State:
    """The state without one of its clips, which is not the reference; steered as before, where there is something left to steer."""
    kept = [n for n in range(len(state.motions)) if n != k]
    fewer = replace(
        state,
        motions=tuple(state.motions[n] for n in kept),
        frames=state.frames[:, kept],
        plants=None if state.plants is None else tuple(state.plants[n] for n in kept),
        captured=None if state.captured is None else tuple(state.captured[n] for n in kept),
        parameter=None,
    )
    if state.parameter is None or len(kept) == 1:
        return fewer
    return replace(fewer, parameter=make_parameter(state.parameter.name, fewer.motions, fewer.frames, lap_of(fewer)))


def _range(state: State) -> float:
    """How much can be asked of a state, in the unit of its parameter."""
    return 0.0 if state.parameter is None else float(np.ptp(state.parameter.values))


def _has_words(state: State) -> bool:
    return state.parameter is not None and bool(state.parameter.words)


def _describe(state: State, k: int) -> str:
    name = state.motions[k].name
    return f"{name} and laps that turn as it does are" if state.hops else f"{name} is"
