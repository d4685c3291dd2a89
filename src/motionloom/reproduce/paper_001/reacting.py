"""Characters that react as they go (paper 001, section 7.3): run, measured against everything that stands and moves, and shown."""

from __future__ import annotations

import numpy as np

from motionloom.behaviours.states import RATE
from motionloom.navigation.crowd import CrowdOptions, CrowdRun, run_crowd
from motionloom.navigation.plan import report_plan
from motionloom.navigation.repertoire import TICK, make_repertoire
from motionloom.navigation.scene import Obstacle, Scene, circle
from motionloom.navigation.steering import SteeringOptions
from motionloom.navigation.surroundings import clearance
from motionloom.reproduce.paper_001.walkers import Walker
from motionloom.reproduce.result import Given, Number

FIELD, ORCA = "field", "orca"


def react(given: Given, walker: Walker, scene: Scene, avoidance: str = FIELD) -> CrowdRun:
    """The agents of a scene steered to their goals, where they stop; obstacles pushed by the paper's field or kept clear of by ORCA."""
    repertoire = given.once(f"repertoire {walker.name}", lambda: make_repertoire(walker.machine))
    return run_crowd(repertoire, scene, CrowdOptions(60.0, leave=False, steering=SteeringOptions(avoidance)))


def measure_reaction(crowd: CrowdRun, of: str) -> list[Number]:
    """Goals reached, seconds, the least room to all that stands, moves and walks."""
    times = np.asarray(np.arange(1, len(crowd.ways) + 1) * (TICK / RATE), dtype=np.float64)
    ways = [np.column_stack([times, crowd.ways[:, n, :2]]) for n in range(len(crowd.agents))]
    bodies = [Obstacle(circle((0.0, 0.0), float(r)), way) for r, way in zip(crowd.steering.radii, ways, strict=True)]
    room = [
        clearance(crowd.scene, way[:, 1:], times, float(crowd.steering.radii[n]), [each for k, each in enumerate(bodies) if k != n]).min()
        for n, way in enumerate(ways)
    ]
    return [
        Number(f"goals reached, reacting, {of}", int(crowd.whole.sum()), str(len(crowd.agents)), "", 0.0),
        Number(f"after, {of}", float(np.nanmax(crowd.times)) if crowd.whole.any() else float("nan"), "", "s", 1.5),
        Number(f"least room, reacting, {of}", 100 * float(min(room)), "", "cm", 25.0),
    ]


def measure_plans(given: Given, walker: Walker, scene: Scene, of: str) -> list[Number]:
    """The same scene planned before anybody goes: goals, room, seconds of search."""
    plans = walker.plan(given, scene)
    reports = [report_plan(plan, scene, plans) for plan in plans]
    return [
        Number(f"goals reached, planned, {of}", sum(plan.whole for plan in plans), "", "", 0.0),
        Number(f"least room, planned, {of}", 100 * min(report["clearance"] for report in reports), "", "cm", 25.0),
        Number(f"planned in, {of}", sum(report["planned_in"] for report in reports), "", "s"),
    ]
