"""One transition played on its own: what leaves, what it becomes and what it goes over into, before it is part of the machine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.control import Controller
from motionloom.behaviours.states import RATE, TransitionPoint
from motionloom.behaviours.tables import Tables
from motionloom.core.kinematics import forward_kinematics

LEAD, TRAIL = 0.6, 0.8  # seconds before a transition and after it
LONGEST = 6.0  # seconds of a preview


@dataclass(frozen=True, eq=False)
class TransitionPreview:
    """Source, blend and target (3, F, J, ...) at the machine's rate, each from its own origin facing +z.

    begins, ends: frames between which the transition lasts; places (F, 2): second of the source's and of the target's reference at each
    frame, NaN where the blend is not in it.
    """

    positions: NDArray[np.float32]
    rotations: NDArray[np.float32]
    begins: int
    ends: int
    places: NDArray[np.float64]


def preview_transition(controller: Controller, point: TransitionPoint, lead: float = LEAD, trail: float = TRAIL) -> TransitionPreview:
    """Play a transition, whether the machine has it or not. The controller is asked only for its machine and tables."""
    graph = controller.machine.graph
    tables = with_transition(controller.tables, point, graph.index(point.source), graph.index(point.target))
    first = max(point.start - lead * RATE, 0.0)
    itself = point.source == point.target
    blend = _Run(controller, tables, point.source, first, goal=None if itself else point.target)
    frames, places, begins, ends = 0, [], -1, -1
    while frames < LONGEST * RATE and not (ends >= 0 and frames >= ends + trail * RATE):
        blend.step()
        moving = blend.played.mode() == "transition" and ends < 0
        begins = frames if moving and begins < 0 else begins
        ends = frames if begins >= 0 and not moving and ends < 0 else ends
        places.append(_place(point, float(blend.played.characters.at[0]), begins >= 0, ends >= 0))
        frames += 1
    begins, ends = max(begins, 0), ends if ends >= 0 else frames
    alone = _Run(controller, controller.tables, point.source, first)
    other = _follow(controller, point, (begins + ends) // 2)
    for step in range(frames):
        alone.step()
        other.step(hold=other.late > step)
    rotations = np.stack([np.stack(run.rotations) for run in (alone, blend, other)])
    roots = np.stack([np.stack(run.roots) for run in (alone, blend, other)])
    skeleton = controller.machine.skeleton
    world, positions = forward_kinematics(rotations, roots, skeleton.offsets, skeleton.parents)
    return TransitionPreview(positions.astype(np.float32), world.astype(np.float32), begins, ends, np.array(places))


class _Run:
    """One character put into a state at a frame, which nobody steers, and what it did."""

    def __init__(self, controller: Controller, tables: Tables, state: str, frame: float, goal: str | None = None, late: int = 0) -> None:
        self.played, self.late = Controller(controller.machine, tables=tables), late
        self.played.place(state, frame)
        if goal is not None:
            self.played.go(goal)
        self.rotations, self.roots = list[NDArray[np.float32]](), list[NDArray[np.float32]]()

    def step(self, hold: bool = False) -> None:
        """One frame on, or the same again."""
        rotations, roots = self.played.step(0.0 if hold else 1 / RATE)
        self.rotations.append(rotations[0].copy())
        self.roots.append(roots[0].copy())


def with_transition(tables: Tables, point: TransitionPoint, source: int, target: int) -> Tables:
    """Tables in which this transition is the only one from its source to its target and the way to go; of a state to itself, its loop."""
    count, knots = len(tables.windows), tables.maps.shape[1]
    at = np.interp(np.linspace(0, 1, knots), np.linspace(0, 1, len(point.frames)), point.frames)
    ranges, routes = tables.ranges.copy(), tables.routes.copy()
    ranges[source, target], routes[source, target] = (count, count + 1), target
    cyclic, defaults, seams = tables.cyclic.copy(), tables.defaults.copy(), tables.seams.copy()
    if source == target:
        cyclic[source], defaults[source], seams[source] = True, -1, np.inf
    return tables._replace(
        windows=np.vstack([tables.windows, [point.start, point.stop]]),
        maps=np.vstack([tables.maps, at]),
        ways=np.vstack([tables.ways, [source, target]]),
        ranges=ranges,
        routes=routes,
        cyclic=cyclic,
        defaults=defaults,
        seams=seams,
    )


def _follow(controller: Controller, point: TransitionPoint, middle: int) -> _Run:
    """The target on its own, on time: in the middle of the transition it is where the warp says."""
    wanted = float(point.frames[len(point.frames) // 2]) - middle
    return _Run(controller, controller.tables, point.target, max(wanted, 0.0), late=max(round(-wanted), 0))


def _place(point: TransitionPoint, at: float, begun: bool, over: bool) -> tuple[float, float]:
    if over:
        return np.nan, at / RATE
    if not begun:
        return at / RATE, np.nan
    knots = np.linspace(point.start, point.stop, len(point.frames))
    return at / RATE, float(np.interp(at, knots, point.frames)) / RATE
