"""A behaviour machine: states with their clips, the transitions between them, and the costs by which it finds its way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.state_graph import StateGraph, shortest_path
from motionloom.behaviours.states import State, TransitionPoint
from motionloom.behaviours.transition_points import check_entry, find_transition_points
from motionloom.compute import Progress
from motionloom.core import Motion, Skeleton
from motionloom.core.errors import MotionError, list_names

TOLERANCE = 1e-6  # frames: what sums of fractions may be off


@dataclass(frozen=True, eq=False)
class Machine:
    """States in order, transitions between different ones, and the graph whose costs decide which way to go."""

    states: tuple[State, ...]
    transitions: tuple[TransitionPoint, ...]
    graph: StateGraph

    def __post_init__(self) -> None:
        names = [state.name for state in self.states]
        if tuple(names) != self.graph.names:
            raise MotionError(
                f"a machine's states ({list_names(names)}) and its graph's ({list_names(list(self.graph.names))}) must be the same"
            )
        skeleton = self.states[0].motions[0].skeleton
        for point in self.transitions:
            _check_window(point, self.state(point.source), self.state(point.target))
        for state in self.states:
            if state.default and (state.default not in names or not self.state(state.default).cyclic):
                raise MotionError(f"state {state.name!r} ends in {state.default!r}, which is no cyclic state of this machine")
            if not all(motion.skeleton.fits(skeleton) for motion in state.motions):
                raise MotionError(f"state {state.name!r} has another skeleton than {names[0]!r}; a machine is one body's")
        _check_ways(self)

    def state(self, name: str) -> State:
        """One state by name."""
        return self.states[self.graph.index(name)]

    @property
    def captures(self) -> list[Motion]:
        """The clips of all states in their order, as they were captured: before their feet were held."""
        return [motion for state in self.states for motion in state.captured or state.motions]

    @property
    def skeleton(self) -> Skeleton:
        """The body of all its clips."""
        return self.states[0].motions[0].skeleton

    def with_transitions(self, transitions: Sequence[TransitionPoint], graph: StateGraph | None = None) -> Machine:
        """The same machine with other transitions, checked like any; none that is new, or was whole, may be cut short."""
        made = Machine(self.states, tuple(transitions), self.graph if graph is None else graph)
        known = {id(point) for point in self.transitions if point.frames[-1] > self.must_leave(point.target)}
        for point in made.transitions:
            if id(point) not in known:
                made.check_transition(point)
        return made

    def must_leave(self, name: str) -> float:
        """The reference frame at which a state is left whatever is asked: where its loop begins, or its last way to its default."""
        state = self.state(name)
        if state.loop is not None:
            return state.loop.start
        return max((point.start for point in self.transitions_between(name, state.default)), default=float(len(state.frames) - 1))

    def check_transition(self, point: TransitionPoint) -> None:
        """An error where a transition would be cut short: its target must be left before it is over, and that is seen as a jump."""
        check_entry(point, self.must_leave(point.target))

    def transitions_between(self, source: str, target: str) -> list[TransitionPoint]:
        """The transitions from one state to another, in order of when they leave; its loop from a state to itself."""
        if source == target:
            loop = self.state(source).loop
            return [] if loop is None else [loop]
        return sorted((p for p in self.transitions if (p.source, p.target) == (source, target)), key=lambda p: p.start)

    @cached_property
    def routes(self) -> NDArray[np.int64]:
        """For a state and a goal (S, S) the state to go to next; the state itself where it is the goal."""
        count = len(self.states)
        table = np.full((count, count), -1)
        for a in range(count):
            for b in range(count):
                path = shortest_path(self.graph.costs, a, b)
                if path is not None:
                    table[a, b] = path[1] if len(path) > 1 else a
        return table


def _check_window(point: TransitionPoint, source: State, target: State) -> None:
    """A transition lies within what its states last."""
    for state, first, last in ((source, point.start, point.stop), (target, point.frames[0], point.frames[-1])):
        if first < 0 or last > len(state.frames) - 1 + TOLERANCE:
            raise MotionError(
                f"the transition {point.source} -> {point.target} is beyond {state.name}: "
                f"frames {first:g} to {last:g} of {len(state.frames)}; find it again"
            )


def _check_ways(machine: Machine) -> None:
    """Edges of the graph have transitions, and every state can be reached from every other: nothing gets stuck."""
    have = {(point.source, point.target) for point in machine.transitions}
    for a, b in sorted(machine.graph.edges - have):
        raise MotionError(f"the graph leads {a} -> {b}, but there is no transition; find one or take the edge out")
    for state in machine.states:
        if state.default and (state.name, state.default) not in have:
            raise MotionError(f"state {state.name!r} ends in {state.default!r}, but there is no transition to it")
    lost = np.argwhere(machine.routes < 0)
    if len(lost):
        a, b = (machine.states[k].name for k in lost[0])
        raise MotionError(f"there is no way from {a} to {b}; add a transition, or leave one of them out")


def connect(states: Sequence[State], graph: StateGraph, several: bool = True) -> Machine:
    """The machine of these states: transitions are looked for along the graph's edges, and edges without any are left out.

    several: many ways out of each cycle (multi-point), or only one at its end.
    """
    return assemble(states, *find_transitions(states, graph, several), graph)


def assemble(
    states: Sequence[State],
    costs: NDArray[np.float64],
    points: Sequence[TransitionPoint],
    graph: StateGraph,
    kept: Sequence[State] | None = None,
) -> Machine:
    """The machine of the states that are kept, all if not said, with the transitions between them along the edges of costs (S, S)."""
    kept = states if kept is None else kept
    rows = [k for k, state in enumerate(states) if state in kept]
    names = tuple(states[k].name for k in rows)
    edges = {(states[a].name, states[b].name) for a, b in np.argwhere(np.isfinite(costs))}
    own = StateGraph(names, costs[np.ix_(rows, rows)], frozenset(state.name for state in kept if state.cyclic), dict(graph.about))
    between = tuple(point for point in points if (point.source, point.target) in edges and {point.source, point.target} <= set(names))
    return Machine(tuple(states[k] for k in rows), between, own)


def find_transitions(
    states: Sequence[State], graph: StateGraph, several: bool = True, progress: Progress | None = None
) -> tuple[NDArray[np.float64], list[TransitionPoint]]:
    """Costs (S, S) of the edges of a graph that have transitions, and these transitions."""
    progress = progress or Progress()
    names = [state.name for state in states]
    costs, points = np.full((len(states), len(states)), np.inf), list[TransitionPoint]()
    wanted = sorted(_wanted(states, graph).items())
    progress.begin("Looking for transitions", len(wanted))
    for (a, b), cost in wanted:
        found = find_transition_points(states[names.index(a)], states[names.index(b)], several=several)
        said = f"{len(found)} transitions, {min(p.cost for p in found):.3f} m apart at best" if found else "nowhere alike"
        progress.advance(note=f"{a} -> {b}: {said}")
        if found:
            costs[names.index(a), names.index(b)] = cost
            points += found
    return costs, points


def _wanted(states: Sequence[State], graph: StateGraph) -> Mapping[tuple[str, str], float]:
    """Edges to look for and what they cost: the graph's, and an acyclic state's way to where it ends."""
    names = [state.name for state in states]
    for state in states:
        if state.default and state.default not in names:
            raise MotionError(f"state {state.name!r} ends in {state.default!r}, which is no state here; there are {list_names(names)}")
    wanted = {(a, b): graph.cost([a, b]) for a, b in graph.edges if a in names and b in names}
    dearest = max(wanted.values(), default=1.0)
    for state in states:
        if state.default:
            wanted.setdefault((state.name, state.default), dearest)
    return wanted
