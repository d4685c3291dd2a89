"""Every transition tried before a machine is done: out of whatever its source may be steered to, into whatever is asked meanwhile.

A cost matrix compares the references of two states. What is played is a blend of their clips at whatever phase a step falls on, steered
while it lasts; the only way to know that it does not jerk is to play it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.control import Controller
from motionloom.behaviours.kept import keep
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.measures import limit_of, turning
from motionloom.behaviours.states import RATE, State, TransitionPoint, cost_between, make_transition_point
from motionloom.behaviours.takes import find_jerks
from motionloom.behaviours.transition_points import list_windows_near
from motionloom.behaviours.transition_preview import with_transition
from motionloom.compute import Progress
from motionloom.core import quaternion
from motionloom.core.kinematics import forward_kinematics

ROOM = 0.85  # of the captures' own limit: what a transition may reach when it is tried
STEERED = 5  # values a source is steered to
PHASES = 2  # where between two frames it begins
FEW = 12  # transitions from one state to another: of more, rough ones are left out and not mended
TOGETHER = 8  # transitions that are played at once
LEAD, TRAIL = 5, 6  # frames before a transition and after it
HARDEST = 3  # of what a rough transition was tried with: what others near it are tried with first
REACHED, NEAR, MADE = keep(4000), keep(500), keep(4000)


def mend_rough_transitions(machine: Machine, progress: Progress | None = None) -> Machine:
    """The machine with transitions that jerk moved, lengthened or, where others lead the same way, left out."""
    progress = progress or Progress()
    progress.begin("Trying transitions", len(machine.transitions))
    controller, limit = Controller(machine), ROOM * limit_of(machine)
    per_turn = limit_of(machine) / max(limit_of(machine, turning), 1e-6)
    peaks = {state.name: [find_jerks(motion) for motion in state.motions] for state in machine.states}
    costs: dict[tuple[str, str], NDArray[np.float64]] = {}
    tried = list[tuple[TransitionPoint, float, float]]()
    for points in _by_edge(machine.transitions):
        reached = try_all(controller, points, per_turn)
        limits = [limit if len(points) <= FEW else max(limit, own_accelerations(peaks, machine, point)) for point in points]
        smooth = sum(worst <= most for worst, most in zip(reached, limits, strict=True))
        for point, worst, most in zip(points, reached, limits, strict=True):
            mend = worst > most and (len(points) <= FEW or smooth < len(points) / 2)
            better, after = _better(controller, point, worst, most, costs, per_turn) if mend else (point, worst)
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


def own_accelerations(peaks: Mapping[str, Sequence[NDArray[np.float64]]], machine: Machine, point: TransitionPoint) -> float:
    """What the clips do by themselves while a transition lasts, m/s2: it need not be smoother than they are."""
    most = 0.0
    for name, first, last in ((point.source, point.start, point.stop), (point.target, point.frames[0], point.frames[-1])):
        table = machine.state(name).frames
        rows = table[[min(max(round(first) - LEAD, 0), len(table) - 1), min(round(last) + TRAIL, len(table) - 1)]]
        most = max(
            most, *(float(peak[max(int(a), 0) : int(b) + 2].max(initial=0.0)) for peak, (a, b) in zip(peaks[name], rows.T, strict=True))
        )
    return most


def try_all(controller: Controller, points: Sequence[TransitionPoint], per_turn: float = 0.0) -> list[float]:
    """How hard each of the transitions that a machine has between two of its states jerks, m/s2: see `roughness`."""
    machine = controller.machine
    source, target = (machine.graph.index(name) for name in (points[0].source, points[0].target))
    first, routes = int(controller.tables.ranges[source, target, 0]), controller.tables.routes.copy()
    routes[source, target] = target  # straight there, also where another way costs less
    tables = controller.tables._replace(routes=routes)
    numbers = {id(point): first + k for k, point in enumerate(machine.transitions_between(points[0].source, points[0].target))}
    around = _around(machine, points[0])
    new = [point for point in points if not REACHED.has((*around, point))]
    for begin in range(0, len(new), TOGETHER):
        some = new[begin : begin + TOGETHER]
        rows = [(point, *row) for point in some for row in rows_of(machine, point)]
        trial = place_before(Controller(machine, len(rows), tables=tables), rows)
        played = play_trials(trial, [numbers[id(point)] for point, *_ in rows], rows)
        for point in some:
            REACHED.put((*around, point), np.array([peak for peak, row in zip(played, rows, strict=True) if row[0] is point]))
    tried = [REACHED.get((*around, point), partial(_try, controller, point)) for point in points]
    return [float(roughness(peaks, per_turn).max()) for peaks in tried]


def roughness(peaks: NDArray[np.float64], per_turn: float) -> NDArray[np.float64]:
    """The largest acceleration (N,) of a joint, m/s2, or what its turning counts for where that is more, by what was played (N, 2).

    per_turn: m/s2 that count as much as a joint which turns by one radian a second.
    """
    return np.asarray(np.maximum(peaks[:, 0], per_turn * peaks[:, 1]))


def _around(machine: Machine, point: TransitionPoint) -> tuple[Hashable, ...]:
    """All that what a transition does depends on, beside itself: its states, and when each must be left."""
    return machine.state(point.source), machine.state(point.target), machine.must_leave(point.source), machine.must_leave(point.target)


def _better(
    controller: Controller,
    point: TransitionPoint,
    worst: float,
    limit: float,
    costs: dict[tuple[str, str], NDArray[np.float64]],
    per_turn: float,
) -> tuple[TransitionPoint, float]:
    """The first transition near a rough one that is smooth, or the smoothest of them, and what it reaches."""
    source, target = (controller.machine.state(name) for name in (point.source, point.target))
    pair, around = (point.source, point.target), _around(controller.machine, point)
    best = (point, worst)
    peaks = roughness(REACHED.get((*around, point), partial(_try, controller, point)), per_turn)
    hardest = np.argsort(-peaks, kind="stable")[:HARDEST]

    def cost() -> NDArray[np.float64]:
        if pair not in costs:
            costs[pair] = cost_between(source.motions[0], target.motions[0])
        return costs[pair]

    for window in NEAR.get((source, target, point), lambda: list_windows_near(source, target, point, cost())):
        other = MADE.get((source, target, *window), partial(_make_point, *pair, cost, window))  # where they are tried: few are
        few = REACHED.get((*around, other, *hardest), partial(_try, controller, other, hardest))
        if roughness(few, per_turn).max() >= best[1]:  # it cannot be better: where the first jerks most it jerks as much
            continue
        reached = float(roughness(REACHED.get((*around, other), partial(_try, controller, other)), per_turn).max())
        if reached < best[1]:
            best = (other, reached)
        if reached <= limit:
            break
    return best


def _make_point(source: str, target: str, cost: Callable[[], NDArray[np.float64]], window: tuple[int, int, int]) -> TransitionPoint:
    return make_transition_point(source, target, cost(), *window)


def try_transition(controller: Controller, point: TransitionPoint) -> float:
    """The largest acceleration of a joint, m/s2, in a transition over everything it may meet; the machine need not have it."""
    return float(_try(controller, point)[:, 0].max())


def _try(controller: Controller, point: TransitionPoint, some: Sequence[int] | NDArray[np.intp] | None = None) -> NDArray[np.float64]:
    """What was played (N, 2), see `play_trials`, with each of the rows that a transition is tried with, or with some of them."""
    machine = controller.machine
    source, target = (machine.graph.index(name) for name in (point.source, point.target))
    tables = with_transition(controller.tables, point, source, target)
    rows = [(point, *row) for row in rows_of(machine, point)]
    rows = rows if some is None else [rows[k] for k in some]
    trial = place_before(Controller(machine, len(rows), tables=tables), rows)
    return play_trials(trial, [len(controller.tables.windows)] * len(rows), rows)


Row = tuple[TransitionPoint, dict[str, float], dict[str, float], int]


def play_trials(trial: Controller, numbers: Sequence[int], rows: Sequence[Row]) -> NDArray[np.float64]:
    """The largest acceleration of a joint, m/s2, and how fast one turns at most, radians a second (N, 2), of each character that is
    about to take a transition, by their numbers (N,) in the tables."""
    machine = trial.machine
    rotations, roots, points, *_ = trial.run(LEAD + round(2 * max(point.stop - point.start for point, *_ in rows)) + TRAIL)
    moving = points == numbers
    _, positions = forward_kinematics(rotations, roots, machine.skeleton.offsets, machine.skeleton.parents)
    near = moving[:-2] | moving[1:-1] | moving[2:]
    frame, who = np.nonzero(near)
    before, now, after = (positions[frame + k, who].astype(np.float64) for k in range(3))
    moved = (after - now) - (now - before)
    found, turned = np.zeros(near.shape), np.zeros((len(near) + 1, len(rows)))
    found[frame, who] = np.sqrt((moved[..., 0] ** 2 + moved[..., 1] ** 2 + moved[..., 2] ** 2).max(axis=1)) * RATE**2
    frame, who = np.nonzero(np.pad(near, ((0, 1), (0, 0))) | np.pad(near, ((1, 0), (0, 0))))
    turned[frame, who] = quaternion.angle_between(rotations[frame + 1, who], rotations[frame, who]).max(axis=1) * RATE
    peaks = (found, np.where(near, np.maximum(turned[1:], turned[:-1]), 0.0))
    return np.stack([each.max(axis=0) for each in peaks], axis=1)


def rows_of(machine: Machine, point: TransitionPoint) -> list[tuple[dict[str, float], dict[str, float], int]]:
    """What a transition is tried with: steered before, asked for then, and where between two frames."""
    source, target = machine.state(point.source), machine.state(point.target)
    return [(before, after, phase) for before in _values(source, target) for after in _asked(before, target) for phase in range(PHASES)]


def place_before(trial: Controller, rows: Sequence[Row]) -> Controller:
    """Characters just before a transition: the source steered to each of its values, and then something else asked, or not."""
    starts = np.array([max(point.start - LEAD + phase / PHASES, 0.0) for point, _, _, phase in rows])
    alike: dict[tuple[tuple[str, float], ...], list[int]] = {}
    asked: dict[str, list[tuple[int, float]]] = {}
    for n, (_, before, after, _) in enumerate(rows):
        alike.setdefault(tuple(before.items()), []).append(n)
        for name, value in after.items():
            asked.setdefault(name, []).append((n, value))
    for steered, numbers in alike.items():
        trial.place(rows[0][0].source, starts[numbers], numbers, dict(steered))
    for name, wishes in asked.items():
        trial.steer_many([value for _, value in wishes], [n for n, _ in wishes], name)
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
