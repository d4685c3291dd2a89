"""A crowd that never rests: people in a hall with pillars who go from one random place to the next, to see whether anybody gets stuck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from motionloom.navigation.crowd import CrowdOptions, CrowdRun, find_stuck, report_crowd, run_crowd
from motionloom.navigation.repertoire import Repertoire
from motionloom.navigation.scene import RADIUS, Agent, Goal, Obstacle, Place, Scene, circle
from motionloom.navigation.steering import SteeringOptions

AREA = 16.0  # square metres of the hall for each
PILLAR, APART = 0.4, 6.0  # metres: radius of the pillars, and from one to the next
CLEAR = 1.0  # metres that places keep from walls and pillars
PACE = 2.0  # metres a second: goals are for somebody as fast as this, so that nobody runs out of them
LONG = 10.0  # seconds: whoever stays longer within half a metre counts as stuck
WITHIN = 0.5  # metres


def make_wandering(count: int, seconds: float, seed: int = 0) -> Scene:
    """A square hall with pillars and so many people, who have goals for so many seconds."""
    rng = np.random.default_rng(seed)
    half = float(np.sqrt(AREA * count)) / 2 + CLEAR
    rows = np.arange(-half + APART / 2, half - CLEAR, APART)
    pillars = np.stack(np.meshgrid(rows, rows), axis=-1).reshape(-1, 2)

    def draw(taken: list[Place]) -> Place:
        while True:
            x, z = rng.uniform(-half + CLEAR, half - CLEAR, 2).tolist()
            free = np.hypot(*(pillars - (x, z)).T).min(initial=np.inf) > PILLAR + CLEAR
            if free and all(np.hypot(x - a, z - b) > 3 * RADIUS for a, b in taken):
                return x, z

    starts = list[Place]()
    for _ in range(count):
        starts.append(draw(starts))
    agents = tuple(
        Agent(str(n), start, float(rng.uniform(-np.pi, np.pi)), goals=tuple(_draw_goals(start, seconds, lambda: draw([]))))
        for n, start in enumerate(starts)
    )
    stands = tuple(Obstacle(circle((float(x), float(z)), PILLAR), name="pillar") for x, z in pillars)
    return Scene(f"{count} who wander", stands, agents, bounds=(-half, -half, half, half))


def _draw_goals(start: Place, seconds: float, draw: Callable[[], Place]) -> list[Goal]:
    """Places one after the other, as far as somebody gets in so many seconds."""
    goals, at, metres = list[Goal](), start, 0.0
    while metres < PACE * seconds:
        place = draw()
        metres += float(np.hypot(place[0] - at[0], place[1] - at[1]))
        at = place
        goals.append(Goal(place, WITHIN))
    return goals


def wander(
    repertoire: Repertoire, count: int, seconds: float, seed: int = 0, tell: Callable[[float, int], None] = lambda second, left: None
) -> tuple[dict[str, Any], CrowdRun]:
    """What comes of such a crowd: its report, and beside it who was stuck, and whether all numbers stayed finite. tell: see `run_crowd`."""
    options = CrowdOptions(seconds, leave=False, steering=SteeringOptions(seed=seed))
    run = run_crowd(repertoire, make_wandering(count, seconds, seed), options, tell)
    stuck, row = find_stuck(run), report_crowd(run)
    names = ("agents", "goals_reached", "seconds", "collisions", "closest_body", "closest_wall", "longest_stuck")
    told = {name: row[name] for name in names}
    return {**told, "stuck_over_10_s": int(np.sum(stuck > LONG)), "finite": bool(np.isfinite(run.ways).all())}, run
