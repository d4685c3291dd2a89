"""Plans for a scene: a run of the machine for every agent, leg by leg, and what it comes to when it is played."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.characters import Characters
from motionloom.behaviours.control import Controller
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.maker import Run
from motionloom.behaviours.requests import Request
from motionloom.behaviours.states import RATE
from motionloom.core.errors import list_names
from motionloom.navigation.leg import find_leg
from motionloom.navigation.line import Line
from motionloom.navigation.planner import Planner, PlanOptions, Search, Tree
from motionloom.navigation.scene import Agent, Goal, Obstacle, Scene, SceneError, circle
from motionloom.navigation.surroundings import clearance

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Plan:
    """What an agent does: a run of the machine, the way (F, 3) x, z and heading it takes, the state (F,) it is in, and what was found.

    reached: which goals it comes to, in order. blocked: why it does not come further. searches: of each leg. said (3,): where the search
    said that it ends; legs: the frame at which each leg ends.
    """

    agent: Agent
    run: Run
    way: Floats
    states: tuple[str, ...]
    reached: tuple[Goal, ...]
    searches: tuple[Search, ...]
    said: Floats
    legs: tuple[int, ...]
    blocked: str = ""

    @property
    def seconds(self) -> float:
        """How long it plays."""
        return len(self.way) / RATE

    @property
    def length(self) -> float:
        """Metres it goes."""
        return float(np.hypot(*np.diff(self.way[:, :2], axis=0, prepend=[self.agent.start]).T).sum())

    @property
    def whole(self) -> bool:
        """Whether it comes to all its goals."""
        return len(self.reached) == len(self.agent.goals)

    def as_obstacle(self) -> Obstacle:
        """The agent as others meet it: a disc that goes its way, and stays where it ends."""
        times = np.arange(1, len(self.way) + 1) / RATE
        start = np.array([[0.0, *self.agent.start]])
        way = np.concatenate([start, np.column_stack([times, self.way[:, :2]])])
        return Obstacle(circle((0.0, 0.0), self.agent.radius), way, self.agent.name)


def plan_agent(
    planner: Planner, scene: Scene, agent: Agent, others: Sequence[Obstacle] = (), tell: Callable[[Tree], None] = lambda tree: None
) -> Plan:
    """A plan for one agent, goal after goal; it stops where one cannot be reached, as near as it came."""
    if not agent.goals:
        raise SceneError(f"agent {agent.name!r} has no goal; give it one")
    machine = planner.machine
    state = agent.state or next(each.name for each in machine.states if each.cyclic)
    begun = Run(state, 1, at=(*agent.start, agent.heading), feet=True)
    check_regions(machine, scene)
    requests, step, blocked = list[Request](), 0, ""
    searches, reached, legs = list[Search](), list[Goal](), list[int]()
    first = begin(machine, begun, planner).characters.copy()
    for goal in agent.goals:
        leg = find_leg(planner, scene, first, goal, agent.radius, others, step, tell)
        searches += leg.searches
        requests += [request for found in leg.taken for node in found.tree.trace(found.node) for request in node.requests]
        last = leg.taken[-1].tree.trace(leg.taken[-1].node)
        step, said, first = last[-1].step, last[-1].way[-1], leg.after
        legs.append(step)
        if not leg.taken[-1].reached:
            blocked = leg.taken[-1].blocked or f"out of time; {leg.taken[-1].tree.left:.1f} m are left"
            break
        reached.append(goal)
    way, _, states = _play(planner, begun, requests, step)
    run = replace(begun, frames=max(step, 1), requests=tuple(requests))
    return Plan(agent, run, way, states, tuple(reached), tuple(searches), said, tuple(legs), blocked)


def check_regions(machine: Machine, scene: Scene) -> None:
    """An error where a region asks for a behaviour that a machine has not."""
    for region in scene.regions:
        if region.behaviour not in machine.graph.names:
            there = list_names(list(machine.graph.names))
            raise SceneError(f"region {region.name!r} asks for {region.behaviour!r}, which this machine has not; it has {there}")


def _play(planner: Planner, begun: Run, requests: Sequence[Request], steps: int) -> tuple[Floats, Characters, tuple[str, ...]]:
    """The way (F, 3) of a run without its poses, the character as it is then, and its states (F,)."""
    controller = begin(planner.machine, begun, planner)
    way, states, pending = np.empty((max(steps, 1), 3)), list[str](), list(requests)
    way[0] = controller.characters.place[0]
    for step in range(steps):
        while pending and pending[0].step <= step:
            pending.pop(0).ask(controller)
        controller.advance()
        way[step] = controller.characters.place[0]
        states.append(controller.state())
    return way, controller.characters.copy(), tuple(states) or (controller.state(),)


def begin(machine: Machine, run: Run, planner: Planner) -> Controller:
    """A controller whose character stands where a run begins."""
    controller = Controller(machine, start=run.start, tables=planner.tables)
    controller.place(run.start, at=run.at)
    return controller


def plan_scene(
    machine: Machine,
    scene: Scene,
    options: PlanOptions | None = None,
    tell: Callable[[Agent], None] = lambda agent: None,
    planner: Planner | None = None,
) -> list[Plan]:
    """Plans for all agents of a scene that have goals, one after the other: whoever comes later keeps clear of those before, and all keep
    clear of those who stand. planner: the machine's, where there is one already."""
    planner = planner or Planner(machine, options)
    plans = list[Plan]()
    for agent in scene.agents:
        if agent.goals:
            tell(agent)
            standing = [
                Obstacle(circle((0.0, 0.0), each.radius), np.array([[0.0, *each.start]]), each.name)
                for each in scene.agents
                if not each.goals and each is not agent
            ]
            plans.append(plan_agent(planner, scene, agent, [*standing, *(plan.as_obstacle() for plan in plans)]))
    return plans


def report_plan(plan: Plan, scene: Scene, others: Sequence[Plan] = ()) -> dict[str, Any]:
    """What a plan comes to, as plain data: seconds, metres, how much room is left, how much was searched."""
    times = np.arange(1, len(plan.way) + 1) / RATE
    discs = [other.as_obstacle() for other in others if other is not plan]
    room = clearance(scene, plan.way[:, :2], times, plan.agent.radius, discs, plan.states)
    goal = plan.agent.goals[min(len(plan.reached), len(plan.agent.goals) - 1)]
    return {
        "agent": plan.agent.name,
        "reached": len(plan.reached),
        "goals": len(plan.agent.goals),
        "seconds": plan.seconds,
        "metres": plan.length,
        "misses_by": math.hypot(*(plan.said[:2] - plan.way[-1, :2])),
        "misses_by_degrees": abs(math.degrees(math.remainder(plan.said[2] - plan.way[-1, 2], 2 * math.pi))),
        "off_line": _stray(plan),
        "off_goal": math.hypot(plan.way[-1, 0] - goal.at[0], plan.way[-1, 1] - goal.at[1]),
        "clearance": None if not np.isfinite(room.min()) else float(room.min()),
        "planned_in": sum(search.seconds for search in plan.searches),
        "expanded": sum(search.expanded for search in plan.searches),
        "nodes": sum(len(search.tree.nodes) for search in plan.searches),
        "blocked": plan.blocked,
        "states": list(dict.fromkeys(plan.states)),
    }


def _stray(plan: Plan) -> float | None:
    """Metres by which it is off the lines that it follows, root mean square, from where each begins; None where there are none."""
    found = list[Floats]()
    for goal, first, last in zip(plan.agent.goals, (0, *plan.legs), plan.legs, strict=False):
        if goal.along:
            line, places = Line(goal.along), plan.way[first:last, :2]
            found.append(line.stray(places)[line.along(places) > 0])
    return float(np.sqrt(np.mean(np.concatenate(found) ** 2))) if sum(map(len, found)) else None
