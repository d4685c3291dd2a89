"""A* over a machine's sampled behaviours (paper 001 algorithm 6.2): every step is played with its real transition, many at once."""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.characters import Characters
from motionloom.behaviours.control import Controller
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.requests import Request
from motionloom.behaviours.states import RATE
from motionloom.behaviours.tables import Tables, make_tables
from motionloom.core.errors import MotionError
from motionloom.navigation.blocked import find_block
from motionloom.navigation.clip_steps import ClipSteps
from motionloom.navigation.costs import find_cost
from motionloom.navigation.flight import find_flights
from motionloom.navigation.guide import Guide, make_guide
from motionloom.navigation.line import Line
from motionloom.navigation.pieces import Floors
from motionloom.navigation.pursuit import Ahead, Pursuit
from motionloom.navigation.rollout import PERIOD, Rollout, roll_out
from motionloom.navigation.route import make_route
from motionloom.navigation.samples import COUNT, make_samples
from motionloom.navigation.scene import FACING, Goal, Obstacle, Scene
from motionloom.navigation.surroundings import Surroundings

Floats = NDArray[np.float64]
CHECK = 0.06  # metres that the fastest goes from one collision check to the next
NEAR = 2.5  # metres: nearer than this, behaviours are also tried for parts of their time
ASTRAY = 0.15  # metres off a line that is followed at which a step costs twice as much
CELL, ARC, TICK = 0.25, math.radians(20), 1.0  # metres, radians and seconds that count as the same place, heading and time
NARROW, FINER = 0.25, 4  # metres of room at which places and headings are told apart so many times more finely


@dataclass(frozen=True)
class PlanOptions:
    """samples: of each state that is steered, or by state; states: which may be used, all if none are named; cost: time, length or effort.

    hold: seconds a behaviour goes on at least. weight: how much the guide counts; 1 finds the best plan of those looked at, more finds one
    sooner. budget: processor seconds of search for each piece of the way, which another program cannot take away; batch: nodes that are
    looked at together. longest: seconds of motion. end_to_end: clips are put end to end without their transitions (algorithm 6.1), to see
    how far from its plan such a run ends.
    """

    samples: int | Mapping[str, int] = COUNT
    states: tuple[str, ...] = ()
    cost: str = "time"
    hold: float = 1.0
    weight: float = 1.5
    budget: float = 5.0
    batch: int = 6
    longest: float = 300.0
    end_to_end: bool = False

    def __post_init__(self) -> None:
        find_cost(self.cost)
        if not (0.1 <= self.hold <= 5 and 0 <= self.weight <= 100 and self.budget > 0 and self.batch >= 1 and self.longest > 0):
            raise MotionError("a plan needs a hold of 0.1 to 5 s, a weight of 0 to 100, and some time to search and to play")


@dataclass(frozen=True, eq=False)
class Node:
    """Somewhere the search has been: who stands there, after how many steps, at what cost, and by what it was reached."""

    parent: int
    requests: tuple[Request, ...]
    step: int
    spent: float
    chunk: Characters
    row: int
    way: Floats  # (K, 3) x, z, heading of the steps from its parent


@dataclass(eq=False)
class Tree:
    """All nodes, who has been where, and which node came nearest to the goal."""

    nodes: list[Node] = field(default_factory=list)
    visited: dict[tuple[int, ...], float] = field(default_factory=dict)
    nearest: int = 0
    left: float = math.inf

    def trace(self, node: int) -> list[Node]:
        """The nodes from the first to this one."""
        found = list[Node]()
        while node >= 0:
            found.append(self.nodes[node])
            node = self.nodes[node].parent
        return found[::-1]


@dataclass(frozen=True, eq=False)
class Search:
    """What a search came to: the node that reached the goal, or came nearest; whether it did; how much was looked at, in what time."""

    tree: Tree
    node: int
    reached: bool
    expanded: int
    seconds: float
    blocked: str = ""


class Planner:
    """A machine and a scene to plan in; sampling the machine once serves many plans."""

    def __init__(self, machine: Machine, options: PlanOptions | None = None, tables: Tables | None = None) -> None:
        self.machine, self.options = machine, options or PlanOptions()
        self.tables = make_tables(machine) if tables is None else tables
        self.samples = make_samples(machine, self.tables, self.options.samples, self.options.states)
        self.controller = Controller(machine, tables=self.tables)
        self.cost = find_cost(self.options.cost)
        turns = [state.parameter.values if state.parameter is not None else (0.0,) for state in machine.states]
        self.turn_range = np.array([[values[0], values[-1]] for values in turns], dtype=np.float64)
        self.clips = ClipSteps(machine, self.tables, self.samples, self._holds) if self.options.end_to_end else None
        self.floors, self.flights = Floors(), find_flights(machine)
        self.loaded = False  # whether the compiled loops are there

    def search(
        self,
        scene: Scene,
        first: Characters,
        goal: Goal,
        radius: float,
        others: Sequence[Obstacle] = (),
        at_step: int = 0,
        tell: Callable[[Tree], None] = lambda tree: None,
        budget: float | None = None,
    ) -> Search:
        """Look for a way of the one character in `first`, who stands there at step `at_step`, to a goal. tell: hears of the tree grow.
        budget: processor seconds, if not those of the options."""
        budget, began = self.options.budget if budget is None else budget, time.thread_time()
        around = self.floors.find(scene, radius, others)
        place = first.place[0]
        start = [(float(place[0]), float(place[1]))]
        line = Line(goal.along) if goal.along else None
        guide = line or make_guide(scene, around, goal.at, start)
        route = line or make_route(scene, around, goal.at, start)
        tree = Tree([Node(-1, (), at_step, 0.0, first, 0, place[None].copy())])
        tree.left = float(guide.distance(place[None, :2])[0])
        if not math.isfinite(tree.left):
            return Search(tree, 0, False, 0, time.thread_time() - began, find_block(scene, radius, goal, place))
        if not self.loaded:  # a first try loads or compiles the loops: no plan's budget goes to that
            self._expand(Tree([tree.nodes[0]]), [], [0], around, guide, route, goal)
            self.loaded, began = True, time.thread_time()
        queue = [(0.0, 0)]
        expanded = 0
        while queue and time.thread_time() - began < budget:
            batch = [heapq.heappop(queue)[1] for _ in range(min(self.options.batch, len(queue)))]
            expanded += len(batch)
            arrived = self._expand(tree, queue, batch, around, guide, route, goal)
            tell(tree)
            if arrived is not None:
                return Search(tree, arrived, True, expanded, time.thread_time() - began)
        why = "" if queue else "every way leads into an obstacle or to where it has been"
        return Search(tree, tree.nearest, False, expanded, time.thread_time() - began, why)

    @property
    def _holds(self) -> list[float]:
        """Seconds after which a behaviour may end: before its time only near the goal, or where it would run into something."""
        return [self.options.hold / 4, self.options.hold / 2, self.options.hold]

    def _play(self, characters: Characters, kinds: NDArray[np.int64], route: Ahead, around: Surroundings) -> Rollout:
        """All that is tried from where characters (M) are: samples (M,), with their transitions or, to compare, as clips end to end.
        Whoever has run into what stands is not played on."""
        if self.clips is not None:
            return self.clips.play(characters, kinds)
        samples = self.samples
        lows, highs = self.turn_range[samples.states[kinds]].T
        pursuit = Pursuit(route, samples.looks[kinds], samples.speeds[kinds], lows, highs, samples.leans)
        lost = None if any(around.still) or around.moving else lambda places: around.touches(places, np.zeros(len(places)))
        return roll_out(self.controller, characters, samples.states[kinds], samples.turns[kinds], self._holds, pursuit.turns, lost)

    def _expand(
        self,
        tree: Tree,
        queue: list[tuple[float, int]],
        batch: Sequence[int],
        around: Surroundings,
        guide: Guide | Line,
        route: Ahead,
        goal: Goal,
    ) -> int | None:
        """Play all that can be done from some nodes; the node that has reached the goal at the least cost comes out, if one has."""
        samples, parents, kinds, rows = self.samples, list[int](), list[int](), list[Characters]()
        for node in batch:
            here = tree.nodes[node]
            follows = samples.follows[here.chunk.state[here.row], samples.states]
            chosen = np.flatnonzero(follows & np.isnan(samples.looks) if self.clips is not None else follows)
            parents += [node] * len(chosen)
            kinds += chosen.tolist()
            rows.append(here.chunk.pick([here.row] * len(chosen)))
        characters = Characters._make(np.concatenate(arrays) for arrays in zip(*rows, strict=True))
        # Near the goal, and where something is to be leapt over, a moment more or less decides.
        near = any(around.still) or float(guide.distance(characters.place[:, :2]).min()) < NEAR
        rolled = self._play(characters, np.array(kinds), route, around)
        starts = np.array([tree.nodes[node].step for node in parents])
        spent = np.array([tree.nodes[node].spent for node in parents])
        every = max(1, round(CHECK * RATE / self.samples.fastest))
        hit = _first_touch(rolled, starts, around, self._names(rolled), every)
        costs = self._costs(rolled, characters, guide)
        arrived = list[int]()
        if goal.heading is None and not goal.behaviour:
            arrived = self._arrive_on_the_way(tree, rolled, characters, parents, kinds, starts, spent, costs, hit, goal)
        left = guide.distance(rolled.after.place[:, :2]) if len(rolled.ends) else np.zeros(0)
        finer = np.where(route.find_room(rolled.after.place[:, :2]) < NARROW, FINER, 1).tolist() if len(rolled.ends) else []
        for k in np.flatnonzero(_last_free(rolled.ends, hit, near)).tolist():
            row, step = rolled.ends[k].tolist()
            if not math.isfinite(left[k]) or starts[row] + step + 1 - tree.nodes[0].step > self.options.longest * RATE:
                continue
            total = float(spent[row] + costs[step, row])
            if not self._is_new(tree, rolled.after, k, starts[row] + step + 1, total, bool(around.moving), finer[k]):
                continue
            node = self._add(tree, rolled, parents[row], kinds[row], row, step, total, rolled.after, k)
            if self._is_reached(rolled.after, k, goal) and (goal.by is None or (starts[row] + step + 1) / RATE <= goal.by):
                arrived.append(node)
            if left[k] < tree.left:
                tree.left, tree.nearest = float(left[k]), node
            heapq.heappush(queue, (total + self.options.weight * float(left[k]) * self.cost.least(self.samples.fastest), node))
        return min(arrived, key=lambda node: tree.nodes[node].spent) if arrived else None

    def _names(self, rolled: Rollout) -> NDArray[np.str_]:
        """What each does (T, M) after each step; nothing while a leap is on the ground, so that it passes over nothing there."""
        names = np.array(self.machine.graph.names)[rolled.states]
        if rolled.frames is None:
            return names
        frames = np.clip(np.rint(rolled.frames).astype(np.int64), 0, self.flights.shape[1] - 1)
        return np.where(self.flights[rolled.states, frames], names, "")

    def _costs(self, rolled: Rollout, before: Characters, guide: Guide | Line) -> Floats:
        """What each row has cost (T, M) by the end of each step; off a line that is to be followed everything costs more."""
        places = np.concatenate([before.place[None, :, :2], rolled.places[:, :, :2]])
        speeds = RATE * np.hypot(*np.moveaxis(np.diff(places, axis=0), -1, 0))
        costs = self.cost.of(speeds)
        if isinstance(guide, Line):
            costs = costs * (1 + (guide.stray(rolled.places[:, :, :2].reshape(-1, 2)).reshape(costs.shape) / ASTRAY) ** 2)
        return np.asarray(np.cumsum(costs, axis=0))

    def _arrive_on_the_way(
        self,
        tree: Tree,
        rolled: Rollout,
        begun: Characters,
        parents: list[int],
        kinds: list[int],
        starts: NDArray[np.int64],
        spent: Floats,
        costs: Floats,
        hit: NDArray[np.int64],
        goal: Goal,
    ) -> list[int]:
        """Nodes for rows that come to the goal before anything touches them; the run ends there. begun: the characters that set out."""
        off = np.hypot(rolled.places[:, :, 0] - goal.at[0], rolled.places[:, :, 1] - goal.at[1])
        found = list[int]()
        for row in np.flatnonzero((off <= goal.within).any(axis=0)):
            step = int(np.argmax(off[:, row] <= goal.within))
            if step < hit[row] and (goal.by is None or (starts[row] + step + 1) / RATE <= goal.by):
                total = float(spent[row] + costs[step, row])
                found.append(self._add(tree, rolled, parents[row], kinds[row], int(row), step, total, begun, int(row)))
        return found

    def _add(
        self, tree: Tree, rolled: Rollout, parent: int, kind: int, row: int, step: int, total: float, chunk: Characters, at: int
    ) -> int:
        before = tree.nodes[parent]
        state, turns = int(self.samples.states[kind]), rolled.asked[: step // PERIOD + 1, row]
        asked = [
            Request(before.step + PERIOD * k, parameter="turn", value=float(turns[k])) for k in np.flatnonzero(~np.isnan(turns)).tolist()
        ]
        if state != before.chunk.state[before.row]:
            asked.insert(0, Request(before.step, self.machine.graph.names[state], replace=True))
        tree.nodes.append(Node(parent, tuple(asked), before.step + step + 1, total, chunk, at, rolled.places[: step + 1, row]))
        return len(tree.nodes) - 1

    def _is_new(self, tree: Tree, after: Characters, k: int, step: int, total: float, timed: bool, finer: int) -> bool:
        """Whether nobody has been there as cheaply: position x heading x state, and time where things move; finer where there is little
        room, where a few centimetres decide."""
        x, z, heading = after.place[k]
        turn = round(finer * heading / ARC) % round(2 * math.pi * finer / ARC)
        second = round(step / RATE / TICK) if timed else 0
        key = (round(finer * x / CELL), round(finer * z / CELL), turn, int(after.state[k]), second, finer)
        if tree.visited.get(key, math.inf) <= total + 1e-9:
            return False
        tree.visited[key] = total
        return True

    def _is_reached(self, after: Characters, k: int, goal: Goal) -> bool:
        x, z, heading = after.place[k]
        near = math.hypot(x - goal.at[0], z - goal.at[1]) <= goal.within
        faces = goal.heading is None or abs(math.remainder(heading - goal.heading, 2 * math.pi)) <= FACING
        return near and faces and (not goal.behaviour or self.machine.graph.names[after.state[k]] == goal.behaviour)


def _first_touch(
    rolled: Rollout, starts: NDArray[np.int64], around: Surroundings, names: NDArray[np.str_], every: int
) -> NDArray[np.int64]:
    """The step (M,) at which each row first touches anything, looked at every so many steps; beyond its last where it never does. names
    (T, M): what each does."""
    steps, rows = rolled.states.shape
    checked = np.unique(np.append(np.arange(0, steps, every), steps - 1))
    places = rolled.places[checked, :, :2].reshape(-1, 2)
    times = ((checked[:, None] + starts[None] + 1) / RATE).ravel()
    hit = around.touches(places, times, names[checked].ravel()).reshape(len(checked), rows)
    first = checked[np.argmax(hit, axis=0)]
    return np.where(hit.any(axis=0), np.maximum(first - every + 1, 0), steps + 1)


def _last_free(ends: NDArray[np.int64], hit: NDArray[np.int64], every: bool) -> NDArray[np.bool_]:
    """Which ends (E, 2) of rows come before their row touches anything: the last such of each row, or every one."""
    free = ends[:, 1] < hit[ends[:, 0]] if len(ends) else np.zeros(0, dtype=bool)
    if every or not free.any():
        return free
    last = np.full(len(hit), -1)
    np.maximum.at(last, ends[free, 0], ends[free, 1])
    return free & (ends[:, 1] == last[ends[:, 0]])
