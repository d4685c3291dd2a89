"""Every transition tried before a machine is done: out of whatever its source may be steered to, into whatever is asked meanwhile.

A cost matrix compares the references of two states. What is played is a blend of their clips at whatever phase a step falls on, steered
while it lasts; the only way to know that it does not jerk is to play it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.characters import MODES
from motionloom.behaviours.control import Controller
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.measures import limit_of, turning
from motionloom.behaviours.states import RATE, State, TransitionPoint, cost_between
from motionloom.behaviours.transition_points import transition_points_near
from motionloom.behaviours.transition_preview import with_transition
from motionloom.compute import Progress
from motionloom.core import quaternion
from motionloom.core.kinematics import forward_kinematics

ROOM, TURNING_ROOM = 0.85, 0.95  # of the captures' own limits: what a transition may reach when it is tried, of accelerations and turning
STEERED = 5  # values a source is steered to
PHASES = 2  # where between two frames it begins
LEAD, TRAIL = 5, 6  # frames before a transition and after it
TRANSITION = MODES.index("transition")


@dataclass(frozen=True)
class Trial:
    """How roughly a transition was played at worst: the largest acceleration of a joint, m/s2, and how fast one turned, rad/s."""

    acceleration: float
    turning: float

    def over(self, limit: Trial) -> float:
        """How many times as rough as a limit it is: 1 or less is smooth."""
        return max(self.acceleration / limit.acceleration, self.turning / limit.turning)


def find_limit(machine: Machine) -> Trial:
    """What a transition may reach: the captures' own 99.9th percentiles, with some room."""
    return Trial(ROOM * limit_of(machine), TURNING_ROOM * limit_of(machine, turning))


def mend_rough_transitions(machine: Machine, progress: Progress | None = None) -> Machine:
    """The machine with transitions that jerk moved, lengthened or, where others lead the same way, left out."""
    progress = progress or Progress()
    progress.begin("Trying transitions", len(machine.transitions))
    controller, limit = Controller(machine), find_limit(machine)
    costs: dict[tuple[str, str], NDArray[np.float64]] = {}
    tried = list[tuple[TransitionPoint, float]]()
    for point in machine.transitions:
        worst = try_transition(controller, point).over(limit)
        better, reached = (point, worst) if worst <= 1 else _better(controller, point, worst, limit, costs)
        tried.append((better, reached))
        said = f" was {worst:.0%} as rough as it may be when it was tried: another close by is {reached:.0%}" if reached < worst else ""
        progress.advance(note=f"{point.source} -> {point.target} at {point.start / RATE:.2f} s{said}")
    least: dict[tuple[str, str], float] = {}
    for point, reached in tried:
        least[point.source, point.target] = min(reached, least.get((point.source, point.target), np.inf))
    kept = [point for point, reached in tried if reached <= max(1.0, least[point.source, point.target])]
    return Machine(machine.states, tuple(kept), machine.graph)  # each has been played: no rule of thumb need hold as well


def _better(
    controller: Controller, point: TransitionPoint, worst: float, limit: Trial, costs: dict[tuple[str, str], NDArray[np.float64]]
) -> tuple[TransitionPoint, float]:
    """The first transition near a rough one that is smooth, or the smoothest of them, and how rough it is, 1 being the limit."""
    source, target = (controller.machine.state(name) for name in (point.source, point.target))
    pair = point.source, point.target
    if pair not in costs:
        costs[pair] = cost_between(source.motions[0], target.motions[0])
    best = (point, worst)
    for other in transition_points_near(source, target, point, costs[pair]):
        reached = try_transition(controller, other).over(limit)
        if reached < best[1]:
            best = (other, reached)
        if reached <= 1:
            break
    return best


def try_transition(controller: Controller, point: TransitionPoint) -> Trial:
    """A transition played over everything it may meet; the machine need not have it."""
    machine = controller.machine
    trial = _gather(controller, point, machine.state(point.source), machine.state(point.target))
    frames, count, c = LEAD + round(2 * (point.stop - point.start)) + TRAIL, len(trial), trial.characters
    rotations = np.zeros((frames, count, len(machine.skeleton), 4), np.float32)
    roots, moving = np.zeros((frames, count, 3), np.float32), np.zeros((frames, count), dtype=bool)
    for f in range(frames):
        rotations[f], roots[f] = trial.step()
        moving[f] = (c.mode == TRANSITION) & (c.point == len(controller.tables.windows))
    _, positions = forward_kinematics(rotations, roots, machine.skeleton.offsets, machine.skeleton.parents)
    found = np.linalg.norm(np.diff(positions.astype(np.float64), 2, axis=0), axis=3).max(axis=2) * RATE**2
    turned = quaternion.angle_between(rotations[1:].astype(np.float64), rotations[:-1].astype(np.float64)).max(axis=2) * RATE
    near = moving[1:] | moving[:-1]
    return Trial(float(found[near[1:] | near[:-1]].max(initial=0.0)), float(turned[near].max(initial=0.0)))


def _gather(controller: Controller, point: TransitionPoint, source: State, target: State) -> Controller:
    """Characters just before a transition: the source steered to each of its values, and then something else asked, or not."""
    machine = controller.machine
    rows = [(before, after, phase) for before in _values(source, target) for after in _asked(before, target) for phase in range(PHASES)]
    tables = with_transition(controller.tables, point, machine.graph.index(source.name), machine.graph.index(target.name))
    trial = Controller(machine, len(rows), tables=tables)
    for n, (before, after, phase) in enumerate(rows):
        trial.place(source.name, max(point.start - LEAD + phase / PHASES, 0.0), n, before)
        for name, value in after.items():
            trial.steer(value, n, name)
    trial.go_many(target.name)
    return trial


def _values(source: State, target: State) -> Sequence[dict[str, float]]:
    """What may be asked while a source plays: all along its parameter, or its target's if it has none."""
    parameter = source.parameter or target.parameter
    if parameter is None:
        return [{}]
    return [{parameter.name: float(value)} for value in np.linspace(parameter.values[0], parameter.values[-1], STEERED)]


def _asked(before: dict[str, float], target: State) -> Sequence[dict[str, float]]:
    """What may be asked next: the same, or either end of what the target can do."""
    if target.parameter is None:
        return [before]
    return [before, *({**before, target.parameter.name: float(value)} for value in target.parameter.values[[0, -1]])]
