"""Plans on grid maps beside the lengths that are known to be the shortest: MovingAI's scenarios, walked by a machine."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from motionloom.behaviours.control import Controller
from motionloom.core.errors import FileError
from motionloom.navigation.grid_map import Scenario, read_map, read_scenarios, with_scenario
from motionloom.navigation.lean import lean_now
from motionloom.navigation.plan import Plan, plan_agent, report_plan
from motionloom.navigation.planner import Planner
from motionloom.navigation.route import make_route
from motionloom.navigation.scene import Agent, Goal, Place, Scene

AHEAD = (1.5, 1.0, 0.5)  # metres along the route that somebody faces at the start: as far as one can see
FACES = 15.0  # degrees between the ways that somebody may face at the start who has no way on facing the route
LEFT = 1.0  # metres: whoever comes no farther has not left its start
SHORTEST = 4.0  # metres: a way shorter than this is mostly its start and its goal's edge, and says little about length


@dataclass(frozen=True)
class MapRow:
    """One scenario: metres of the shortest 8-connected way and of the plan, whether it arrives, seconds of search, and why not. passable:
    whether a disc of the body's radius could be slid there at all; a way of cells may lead through gaps that no body fits in. off: degrees
    that it faces off the route at the start, where no search leads on facing it."""

    map: str
    row: int
    optimal: float
    metres: float
    reached: bool
    clearance: float | None
    seconds: float
    blocked: str
    passable: bool = True
    off: float = 0.0


def plan_rows(
    planner: Planner,
    path: Path,
    count: int,
    scale: float,
    seed: int = 0,
    tell: Callable[[MapRow], None] = lambda row: None,
    radius: float = 0.2,
) -> list[MapRow]:
    """Plans for so many random rows of a `.scen` file, all of them if there are fewer; rows that begin at their goal are left out."""
    scene, rows = read_map(path.with_suffix(""), scale), read_scenarios(path)
    going = [k for k, row in enumerate(rows) if row.optimal > 0]
    if not going:
        raise FileError(f"{path}: no row leads anywhere")
    chosen = np.sort(np.random.default_rng(seed).choice(going, min(count, len(going)), replace=False)).tolist()
    found, floor = list[MapRow](), list[BaseGeometry]()
    for number in chosen:
        row = _plan_row(planner, scene, path.name, number, rows[number], scale, radius)
        if not row.reached:
            floor = floor or find_floor(scene, radius)
            asked = with_scenario(scene, rows[number], scale, radius).agents[0]
            row = replace(row, passable=is_passable(floor, asked.start, asked.goals[0]))
        found.append(row)
        tell(row)
    return found


def find_floor(scene: Scene, radius: float) -> list[BaseGeometry]:
    """The parts of the floor, not joined to each other, on which the middle of a disc may be without touching what stands."""
    grown = shapely.union_all([each.shape for each in scene.obstacles if each.way is None]).buffer(radius, quad_segs=16)
    low_x, low_z, high_x, high_z = scene.bounds or shapely.box(*grown.bounds).buffer(1.0).bounds
    parts = list(shapely.get_parts(shapely.box(low_x + radius, low_z + radius, high_x - radius, high_z - radius).difference(grown)))
    for part in parts:
        shapely.prepare(part)
    return parts


def is_passable(floor: Sequence[BaseGeometry], start: Place, goal: Goal) -> bool:
    """Whether some part of the floor has both where somebody begins and the goal, or what lies within it."""
    first, last = shapely.Point(start), shapely.Point(goal.at)
    return any(part.distance(first) < 1e-6 and part.distance(last) <= goal.within for part in floor)


def _plan_row(planner: Planner, scene: Scene, name: str, number: int, row: Scenario, scale: float, radius: float) -> MapRow:
    asked = with_scenario(scene, row, scale, radius)
    walking = next(iter(turning_states(planner)), "")
    agent = face_route(planner, asked, asked.agents[0])
    plan = plan_agent(planner, asked, replace(agent, state=walking, heading=agent.heading + lean_at_start(planner, walking)))
    seconds = report_plan(plan, asked)["planned_in"]
    if not plan.whole and walking:  # too narrow to come in at a walk: standing
        again = plan_agent(planner, asked, agent)
        seconds += report_plan(again, asked)["planned_in"]
        plan = again if again.whole else plan
    off = 0.0
    if not plan.whole and plan.length < LEFT:  # a step moves to the side too, so in a nook it decides how one faces
        found, faced, more = _face_elsewhere(planner, asked, agent)
        seconds += more
        plan, off = (found, faced) if found is not None else (plan, 0.0)
    report = report_plan(plan, asked)
    return MapRow(name, number, row.optimal * scale, report["metres"], plan.whole, report["clearance"], seconds, report["blocked"], off=off)


def _face_elsewhere(planner: Planner, scene: Scene, agent: Agent) -> tuple[Plan | None, float, float]:
    """The plan of somebody who stands facing another way than the route, the nearest to it that arrives, None where none does within a
    budget; degrees off the route, and seconds of search."""
    seconds, steps = 0.0, np.arange(1, round(180 / FACES) + 1) * FACES
    for off in np.stack([steps, -steps], axis=1).ravel()[:-1].tolist():
        tried = plan_agent(planner, scene, replace(agent, heading=agent.heading + math.radians(off)))
        seconds += report_plan(tried, scene)["planned_in"]
        if tried.whole:
            return tried, off, seconds
        if seconds > planner.options.budget:
            break
    return None, 0.0, seconds


def lean_at_start(planner: Planner, state: str) -> float:
    """Radians that the hips of somebody who begins in a state face left of where they will go."""
    if not state:
        return 0.0
    controller = Controller(planner.machine, 1, state, planner.tables)
    return float(lean_now(planner.samples.leans, controller.characters)[0])


def face_route(planner: Planner, scene: Scene, agent: Agent) -> Agent:
    """The agent with its face to where its way begins: a scenario says where somebody stands, not where they look."""
    around = planner.floors.find(scene, agent.radius)
    route, here = make_route(scene, around, agent.goals[0].at, [agent.start]), np.array([agent.start])
    for metres in AHEAD:
        away = (route.look_ahead(here, np.array([metres])) - here)[0]
        between = here + away * np.linspace(0, 1, 12)[:, None]
        if np.hypot(*away) > 1e-6 and (metres == AHEAD[-1] or not around.touches(between, np.zeros(12)).any()):
            return replace(agent, heading=math.atan2(*away))
    return agent


def turning_states(planner: Planner) -> list[str]:
    """States that go on and can be steered: whoever begins in one need not start first, which takes some machines three metres."""
    rows = np.isfinite(planner.samples.looks)
    return [planner.machine.graph.names[state] for state in dict.fromkeys(planner.samples.states[rows].tolist())]


def summarise_rows(rows: list[MapRow]) -> dict[str, Any]:
    """What rows of a map come to: how many arrive, length over the shortest of those that go some way, seconds of search."""
    whole = [row for row in rows if row.reached]
    ratios = [row.metres / row.optimal for row in whole if row.optimal >= SHORTEST]
    return {
        "map": rows[0].map,
        "rows": len(rows),
        "reached": len(whole),
        "no_way": sum(not row.passable for row in rows),
        "within_1.05": sum(ratio <= 1.05 for ratio in ratios),
        "measured": len(ratios),
        "length_median": float(np.median(ratios)) if ratios else None,
        "length_worst": float(np.max(ratios)) if ratios else None,
        "seconds_median": float(np.median([row.seconds for row in rows])),
        "seconds_worst": float(np.max([row.seconds for row in rows])),
        "each": [asdict(row) for row in rows],
    }


def to_table(maps: Sequence[dict[str, Any]]) -> list[str]:
    """Summaries of maps as a table of Markdown."""
    heads = ("map", "found", "no way for such a disc", "within 1.05", "length: median, worst", "plan s: median, worst")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for found in maps:
        length = "-" if found["length_median"] is None else f"{found['length_median']:.2f}, {found['length_worst']:.2f}"
        name, within = found["map"].removesuffix(".scen").removesuffix(".map"), f"{found['within_1.05']} of {found['measured']}"
        seconds = f"{found['seconds_median']:.2f}, {found['seconds_worst']:.1f}"
        lines.append(f"| {name} | {found['reached']} of {found['rows']} | {found['no_way']} | {within} | {length} | {seconds} |")
    return lines
