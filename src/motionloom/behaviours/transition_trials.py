"""Every transition tried before a machine is done: out of whatever its source may be steered to, into whatever is asked meanwhile.

A cost matrix compares the references of two states. What is played is a blend of their clips at whatever phase a step falls on, steered
while it lasts; the only way to know that it does not jerk is to play it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.characters import MODES
from motionloom.behaviours.control import Controller
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.measures import limit_of
from motionloom.behaviours.states import RATE, State, TransitionPoint, cost_between
from motionloom.behaviours.transition_points import transition_points_near
from motionloom.behaviours.transition_preview import with_transition
from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.kinematics import forward_kinematics

ROOM = 0.85  # of the captures' own limit: what a transition may reach when it is tried
STEERED = 5  # values a source is steered to
PHASES = 2  # where between two frames it begins
FEW = 12  # transitions from one state to another: of more, rough ones are left out and not mended
TOGETHER = 8  # transitions that are played at once
LEAD, TRAIL = 5, 6  # frames before a transition and after it
TRANSITION = MODES.index("transition")


def mend_rough_transitions(machine: Machine, progress: Progress | None = None) -> Machine:
    """The machine with transitions that jerk moved, lengthened or, where others lead the same way, left out."""
    progress = progress or Progress()
    progress.begin("Trying transitions", len(machine.transitions))
    controller, limit = Controller(machine), ROOM * limit_of(machine)
    peaks = {state.name: [_accelerations(motion) for motion in state.motions] for state in machine.states}
    costs: dict[tuple[str, str], NDArray[np.float64]] = {}
    tried = list[tuple[TransitionPoint, float, float]]()
    for points in _by_edge(machine.transitions):
        reached = try_all(controller, points)
        limits = [limit if len(points) <= FEW else max(limit, _own(peaks, machine, point)) for point in points]
        smooth = sum(worst <= most for worst, most in zip(reached, limits, strict=True))
        for point, worst, most in zip(points, reached, limits, strict=True):
            mend = worst > most and (len(points) <= FEW or smooth < len(points) / 2)
            better, after = _better(controller, point, worst, most, costs) if mend else (point, worst)
            tried.append((better, after, most))
            said = f" jerked when it was tried ({worst:.0f} m/s2): another close by does less ({after:.0f})" if mend else ""
            progress.advance(note=f"{point.source} -> {point.target} at {point.start / RATE:.2f} s{said}")
    least: dict[tuple[str, str], float] = {}
    for point, after, _ in tried:
        least[point.source, point.target] = min(after, least.get((point.source, point.target), np.inf))
    kept = [point for point, after, most in tried if after <= max(most, least[point.source, point.target])]
    return Machine(machine.states, tuple(kept), machine.graph)  # each has been played: no rule of thumb need hold as well


def _by_edge(points: Sequence[TransitionPoint]) -> list[list[TransitionPoint]]:
    """Transitions from one state to another together, in their order."""
    found: dict[tuple[str, str], list[TransitionPoint]] = {}
    for point in points:
        found.setdefault((point.source, point.target), []).append(point)
    return list(found.values())


def _accelerations(motion: Motion) -> NDArray[np.float64]:
    """The largest acceleration (F,) of a joint about each frame, m/s2."""
    found = np.linalg.norm(np.diff(motion.positions().astype(np.float64), 2, axis=0), axis=2).max(axis=1) * RATE**2
    return np.pad(found, 1, mode="edge")


def _own(peaks: Mapping[str, Sequence[NDArray[np.float64]]], machine: Machine, point: TransitionPoint) -> float:
    """What the clips do by themselves while a transition lasts, m/s2: it need not be smoother than they are."""
    most = 0.0
    for name, first, last in ((point.source, point.start, point.stop), (point.target, point.frames[0], point.frames[-1])):
        table = machine.state(name).frames
        rows = table[[min(max(round(first) - LEAD, 0), len(table) - 1), min(round(last) + TRAIL, len(table) - 1)]]
        most = max(
            most, *(float(peak[max(int(a), 0) : int(b) + 2].max(initial=0.0)) for peak, (a, b) in zip(peaks[name], rows.T, strict=True))
        )
    return most


def try_all(controller: Controller, points: Sequence[TransitionPoint]) -> list[float]:
    """The largest acceleration of a joint, m/s2, in each of the transitions that a machine has between two of its states."""
    machine, reached = controller.machine, list[float]()
    source, target = (machine.graph.index(name) for name in (points[0].source, points[0].target))
    first = int(controller.tables.ranges[source, target, 0])
    numbers = {id(point): first + k for k, point in enumerate(machine.transitions_between(points[0].source, points[0].target))}
    for begin in range(0, len(points), TOGETHER):
        some = points[begin : begin + TOGETHER]
        rows = [(point, *row) for point in some for row in _rows(machine, point)]
        trial = _place(Controller(machine, len(rows), tables=controller.tables), rows)
        reached += _play(trial, [numbers[id(point)] for point, *_ in rows], rows, some)
    return reached


def _better(
    controller: Controller, point: TransitionPoint, worst: float, limit: float, costs: dict[tuple[str, str], NDArray[np.float64]]
) -> tuple[TransitionPoint, float]:
    """The first transition near a rough one that is smooth, or the smoothest of them, and what it reaches."""
    source, target = (controller.machine.state(name) for name in (point.source, point.target))
    pair = point.source, point.target
    if pair not in costs:
        costs[pair] = cost_between(source.motions[0], target.motions[0])
    best = (point, worst)
    for other in transition_points_near(source, target, point, costs[pair]):
        reached = try_transition(controller, other)
        if reached < best[1]:
            best = (other, reached)
        if reached <= limit:
            break
    return best


def try_transition(controller: Controller, point: TransitionPoint) -> float:
    """The largest acceleration of a joint, m/s2, in a transition over everything it may meet; the machine need not have it."""
    machine = controller.machine
    source, target = (machine.graph.index(name) for name in (point.source, point.target))
    tables = with_transition(controller.tables, point, source, target)
    rows = [(point, *row) for row in _rows(machine, point)]
    trial = _place(Controller(machine, len(rows), tables=tables), rows)
    return _play(trial, [len(controller.tables.windows)] * len(rows), rows, [point])[0]


Row = tuple[TransitionPoint, dict[str, float], dict[str, float], int]


def _play(trial: Controller, numbers: Sequence[int], rows: Sequence[Row], points: Sequence[TransitionPoint]) -> list[float]:
    """The largest acceleration in each of some transitions, of characters that are about to take them, by their numbers in the tables."""
    machine, c = trial.machine, trial.characters
    frames, count = LEAD + round(2 * max(point.stop - point.start for point in points)) + TRAIL, len(trial)
    rotations = np.zeros((frames, count, len(machine.skeleton), 4), np.float32)
    roots, moving = np.zeros((frames, count, 3), np.float32), np.zeros((frames, count), dtype=bool)
    for f in range(frames):
        rotations[f], roots[f] = trial.step()
        moving[f] = (c.mode == TRANSITION) & (c.point == numbers)
    _, positions = forward_kinematics(rotations, roots, machine.skeleton.offsets, machine.skeleton.parents)
    found = np.linalg.norm(np.diff(positions.astype(np.float64), 2, axis=0), axis=3).max(axis=2) * RATE**2
    near = moving[:-2] | moving[1:-1] | moving[2:]
    worst = np.where(near, found, 0.0).max(axis=0)
    return [float(max(worst[n] for n, row in enumerate(rows) if row[0] is point)) for point in points]


def _rows(machine: Machine, point: TransitionPoint) -> list[tuple[dict[str, float], dict[str, float], int]]:
    """What a transition is tried with: steered before, asked for then, and where between two frames."""
    source, target = machine.state(point.source), machine.state(point.target)
    return [(before, after, phase) for before in _values(source, target) for after in _asked(before, target) for phase in range(PHASES)]


def _place(trial: Controller, rows: Sequence[Row]) -> Controller:
    """Characters just before a transition: the source steered to each of its values, and then something else asked, or not."""
    for n, (point, before, after, phase) in enumerate(rows):
        trial.place(point.source, max(point.start - LEAD + phase / PHASES, 0.0), n, before)
        for name, value in after.items():
            trial.steer(value, n, name)
    trial.go_many(rows[0][0].target)
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
