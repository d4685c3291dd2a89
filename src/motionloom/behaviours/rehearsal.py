"""One transition played on its own: what leaves, what it becomes and what it goes over into, before it is part of the machine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.control import MODES, Characters, Controller
from motionloom.behaviours.states import RATE, Point
from motionloom.behaviours.tables import Tables
from motionloom.core.kinematics import forward_kinematics

LEAD, TRAIL = 0.6, 0.8  # seconds before a transition and after it
LONGEST = 6.0  # seconds of a rehearsal
SETTLE = 20  # steps after which steering has come to rest


@dataclass(frozen=True, eq=False)
class Rehearsal:
    """Source, blend and target (3, F, J, ...) at the machine's rate, each from its own origin facing +z.

    begins, ends: frames between which the transition lasts; places (F, 2): second of the source's and of the target's reference at each
    frame, NaN where the blend is not in it.
    """

    positions: NDArray[np.float32]
    rotations: NDArray[np.float32]
    begins: int
    ends: int
    places: NDArray[np.float64]


def rehearse(controller: Controller, point: Point, lead: float = LEAD, trail: float = TRAIL) -> Rehearsal:
    """Play a transition, whether the machine has it or not. The controller is asked only for its machine and tables."""
    graph = controller.machine.graph
    source, target = graph.index(point.source), graph.index(point.target)
    tables = with_point(controller.tables, point, source, target)
    first = max(point.start - lead * RATE, 0.0)
    weights = _resting_weights(controller, source)
    blend = _Run(controller, tables, source, first, weights, goal=target)
    frames, places, begins, ends = 0, [], -1, -1
    while frames < LONGEST * RATE and not (ends >= 0 and frames >= ends + trail * RATE):
        blend.step()
        c = blend.characters
        moving = c.mode[0] == MODES.index("transition") and ends < 0
        begins = frames if moving and begins < 0 else begins
        ends = frames if begins >= 0 and not moving and ends < 0 else ends
        places.append(_place(point, float(c.at[0]), begins >= 0, ends >= 0))
        frames += 1
    begins, ends = max(begins, 0), ends if ends >= 0 else frames
    alone = _Run(controller, controller.tables, source, first, weights)
    other = _follow(controller, target, point, (begins + ends) // 2)
    for step in range(frames):
        alone.step()
        other.step(hold=other.late > step)
    rotations = np.stack([np.stack(run.rotations) for run in (alone, blend, other)])
    roots = np.stack([np.stack(run.roots) for run in (alone, blend, other)])
    skeleton = controller.machine.skeleton
    world, positions = forward_kinematics(rotations, roots, skeleton.offsets, skeleton.parents)
    return Rehearsal(positions.astype(np.float32), world.astype(np.float32), begins, ends, np.array(places))


class _Run:
    """One character put into a state at a frame, and what it did."""

    def __init__(
        self, controller: Controller, tables: Tables, state: int, at: float, weights: NDArray[np.float64], goal: int = -1, late: int = 0
    ) -> None:
        c = self.characters = Characters._make(array[:1].copy() for array in controller.characters)
        c.state[:], c.at[:], c.point[:], c.goal[:], c.waiting[:] = state, at, -1, goal, 0
        c.mode[:] = MODES.index("preparation" if goal >= 0 else "playback")
        c.weights[:], c.place[:] = weights, 0.0
        self.tables, self.late = tables, late
        self.pose = np.zeros((1, tables.rotations.shape[1], 4), np.float32), np.zeros((1, 3), np.float32)
        self.rotations, self.roots = list[NDArray[np.float32]](), list[NDArray[np.float32]]()

    def step(self, hold: bool = False) -> None:
        """One frame on, or the same again."""
        from motionloom.behaviours._control_kernels import step

        step(self.tables, self.characters, 0.0 if hold else 1 / RATE, 0, 1, *self.pose)
        self.rotations.append(self.pose[0][0].copy())
        self.roots.append(self.pose[1][0].copy())


def with_point(tables: Tables, point: Point, source: int, target: int) -> Tables:
    """Tables in which this transition is the only one from its source to its target, and the way to go."""
    count, knots = len(tables.windows), tables.maps.shape[1]
    at = np.interp(np.linspace(0, 1, knots), np.linspace(0, 1, len(point.frames)), point.frames)
    ranges, routes = tables.ranges.copy(), tables.routes.copy()
    ranges[source, target], routes[source, target] = (count, count + 1), target
    return tables._replace(
        windows=np.vstack([tables.windows, [point.start, point.stop]]),
        maps=np.vstack([tables.maps, at]),
        ways=np.vstack([tables.ways, [source, target]]),
        ranges=ranges,
        routes=routes,
    )


def _resting_weights(controller: Controller, state: int) -> NDArray[np.float64]:
    """Weights (K,) of a state that nobody steers."""
    most = controller.tables.weights.shape[2]
    alone = np.eye(most)[0]
    if not controller.tables.cyclic[state]:
        return alone
    run = _Run(controller, controller.tables, state, 0.0, alone)
    for _ in range(SETTLE):
        run.step()
    return run.characters.weights[0].copy()


def _follow(controller: Controller, target: int, point: Point, middle: int) -> _Run:
    """The target on its own, on time: in the middle of the transition it is where the warp says."""
    wanted = float(point.frames[len(point.frames) // 2]) - middle
    return _Run(controller, controller.tables, target, max(wanted, 0.0), _resting_weights(controller, target), late=max(round(-wanted), 0))


def _place(point: Point, at: float, begun: bool, over: bool) -> tuple[float, float]:
    if over:
        return np.nan, at / RATE
    if not begun:
        return at / RATE, np.nan
    knots = np.linspace(point.start, point.stop, len(point.frames))
    return at / RATE, float(np.interp(at, knots, point.frames)) / RATE
