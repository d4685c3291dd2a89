"""A scene's agents as a crowd of whole characters: everybody is steered to their goals, and what came of it is measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.states import RATE
from motionloom.core.errors import MotionError
from motionloom.navigation.repertoire import TICK, Repertoire
from motionloom.navigation.scene import RADIUS, Agent, Scene, SceneError
from motionloom.navigation.steering import Steering, SteeringOptions

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
STUCK = 0.5  # metres: whoever stays within this has not moved


@dataclass(frozen=True)
class CrowdOptions:
    """seconds: at most; body: metres, the radius of a body, where an agent's disc is larger; leave: whoever has come to their last goal
    leaves the scene, as in SteerBench, or stops and stays there; steering: how."""

    seconds: float = 120.0
    body: float = RADIUS
    leave: bool = True
    steering: SteeringOptions = field(default_factory=SteeringOptions)

    def __post_init__(self) -> None:
        if not (0 < self.seconds <= 3600 and 0.05 <= self.body <= 5):
            raise MotionError("a crowd goes for up to 3600 s, of bodies with a radius of 0.05 to 5 m")


@dataclass(frozen=True, eq=False)
class CrowdRun:
    """What came of it: who (N), the steering at the end, ways (T, N, 3): x, z, heading ten times a second, there (T, N): who was in the
    scene, gaps and wall_gaps (T, N): metres to the nearest other body and to the nearest wall, negative inside, counts (T, N): goals
    reached so far; reached (N,) in all and times (N,): the second of the last; shortest (N,): metres of the way round what stands;
    blocked (N,): whether there was none."""

    scene: Scene
    agents: tuple[Agent, ...]
    steering: Steering
    ways: Floats
    there: NDArray[np.bool_]
    gaps: Singles
    wall_gaps: Singles
    counts: NDArray[np.int16]
    reached: NDArray[np.int64]
    times: Floats
    shortest: Floats
    blocked: NDArray[np.bool_]

    @property
    def whole(self) -> NDArray[np.bool_]:
        """Who came to all their goals (N,)."""
        return np.asarray(self.reached == [len(agent.goals) for agent in self.agents])


def find_agents(scene: Scene, seconds: float) -> tuple[tuple[Agent, ...], Floats]:
    """All that will be in a scene within so many seconds, those of emitters too, and the second (N,) at which each comes in."""
    agents, enters = list(scene.agents), [0.0] * len(scene.agents)
    for k, emitter in enumerate(scene.emitters):
        count = int(seconds / emitter.every) + 1
        for number in range(count if emitter.count is None else min(count, emitter.count)):
            agents.append(replace(emitter.agent, name=f"{emitter.agent.name or k} {number}"))
            enters.append(number * emitter.every)
    return tuple(agents), np.array(enters)


def run_crowd(
    repertoire: Repertoire,
    scene: Scene,
    options: CrowdOptions | None = None,
    tell: Callable[[float, int], None] = lambda second, left: None,
) -> CrowdRun:
    """Let a scene's agents go until all have arrived or time is up; tell: seconds so far, and how many are still on their way."""
    options = options or CrowdOptions()
    agents, enters = find_agents(scene, options.seconds)
    if not agents:
        raise SceneError(f"scene {scene.name!r} has nobody in it")
    starts = np.array([(*agent.start, agent.heading) for agent in agents])
    radii = np.array([min(agent.radius, options.body) for agent in agents])
    goals = [goal.at for agent in agents for goal in agent.goals]
    steering = Steering(repertoire, scene, starts, radii, options.steering, enters, places=goals)
    shortest = np.array([_measure_way(steering, agent) for agent in agents])
    reached, times, blocked = np.zeros(len(agents), dtype=np.int64), np.full(len(agents), np.nan), np.zeros(len(agents), dtype=bool)
    for n, agent in enumerate(agents):
        if agent.goals:
            last = len(agent.goals) == 1
            blocked[n] = not steering.send(n, agent.goals[0], not options.leave and last, options.leave and last)
    rows = list[tuple[Floats, NDArray[np.bool_], Singles, Singles, NDArray[np.int16]]]()
    for step in range(round(options.seconds * RATE)):
        steering.step()
        if step % TICK == TICK - 1:
            seen = _look(steering)
            _send_on(steering, agents, reached, times, options.leave)
            rows.append((*seen, reached.astype(np.int16)))
            busy = np.array([bool(agent.goals) for agent in agents]) & np.isnan(times) & ~blocked
            tell((step + 1) / RATE, int(busy.sum()))
            if not busy.any() and np.all(steering.comes <= steering.step_number):
                break
    ways, there, gaps, walls, counts = (np.array(column) for column in zip(*rows, strict=True))
    return CrowdRun(scene, agents, steering, ways, there, gaps, walls, counts, reached, times, shortest, blocked)


def _measure_way(steering: Steering, agent: Agent) -> float:
    """Metres of the way through all goals of an agent; inf where there is none."""
    total, at = 0.0, agent.start
    for goal in agent.goals:
        corners = steering.ways.find(at, goal.at)
        if corners is None:
            return float("inf")
        total += float(np.hypot(*np.diff(np.concatenate([[at], corners]), axis=0).T).sum())
        at = goal.at
    return max(total - (agent.goals[-1].within if agent.goals else 0.0), 1e-6)


def _look(steering: Steering) -> tuple[Floats, NDArray[np.bool_], Singles, Singles]:
    """Where everybody is, who is there, and how much room each has."""
    from motionloom.navigation._crowd_kernels import closest_pairs, wall_distances

    places, here = steering.controller.characters.place, steering.minds.here
    gaps, walls = np.full(len(places), np.inf), np.empty(len(places))
    closest_pairs(places, here, steering.radii, gaps)
    wall_distances(steering.walls, places, walls)
    body, wall = (np.where(here, gap, np.inf).astype(np.float32) for gap in (gaps, walls - steering.radii))
    return places.copy(), here.copy(), body, wall


def _send_on(steering: Steering, agents: tuple[Agent, ...], reached: NDArray[np.int64], times: Floats, leave: bool) -> None:
    """Those who have arrived go on to their next goal, or leave, or stay."""
    for n in np.flatnonzero(steering.arrived()):
        goals = agents[n].goals
        reached[n] += 1
        last = reached[n] == len(goals)
        if last:
            times[n] = (steering.step_number - steering.entered[n]) / RATE
            if leave:
                steering.remove(int(n))
            else:
                steering.halt(int(n))
        else:
            ends = reached[n] == len(goals) - 1
            steering.send(int(n), goals[reached[n]], not leave and ends, leave and ends)


def report_crowd(run: CrowdRun) -> dict[str, Any]:
    """What came of it as plain data."""
    goers = np.array([bool(agent.goals) for agent in run.agents])
    lengths = _measure_lengths(run)
    done = run.whole & goers
    inside = np.minimum(run.gaps, run.wall_gaps) < 0
    speed = run.steering.top
    ratio = lengths[done] / run.shortest[done]
    late = run.times[done] * speed / run.shortest[done]
    return {
        "scene": run.scene.name,
        "agents": len(run.agents),
        "goals": int(sum(len(agent.goals) for agent in run.agents)),
        "goals_reached": int(run.reached.sum()),
        "agents_done": int(done.sum()),
        "agents_with_goals": int(goers.sum()),
        "no_way": int(run.blocked.sum()),
        "seconds": len(run.ways) * TICK / RATE,
        "collisions": int(np.sum(np.diff(inside.astype(int), axis=0, prepend=0) > 0)),
        "collision_seconds": float(inside.sum() * TICK / RATE),
        "closest_body": _finite(run.gaps),
        "closest_wall": _finite(run.wall_gaps),
        "time_to_goal": float(np.mean(run.times[done])) if done.any() else None,
        "time_over_best": float(np.mean(late)) if done.any() else None,
        "length_over_best": float(np.mean(ratio)) if done.any() else None,
        "longest_stuck": float(find_stuck(run).max(initial=0.0)),
        "done_a_minute": count_by_minute(run),
    }


def count_by_minute(run: CrowdRun) -> list[int]:
    """How many came to their last goal in each minute."""
    minutes = (run.steering.entered / RATE + run.times)[~np.isnan(run.times)] // 60
    return np.bincount(minutes.astype(int), minlength=int(np.ceil(len(run.ways) * TICK / RATE / 60))).tolist()


def _finite(values: Singles) -> float | None:
    least = float(values.min(initial=np.inf))
    return least if np.isfinite(least) else None


def _measure_lengths(run: CrowdRun) -> Floats:
    """Metres (N,) that each went while it was in the scene."""
    steps = np.hypot(*np.moveaxis(np.diff(run.ways[:, :, :2], axis=0), -1, 0))
    return np.asarray(np.sum(steps * (run.there[1:] & run.there[:-1]), axis=0))


def find_stuck(run: CrowdRun) -> Floats:
    """The longest time (N,), seconds, that each stayed within STUCK metres while it was on its way to one goal."""
    longest = np.zeros(len(run.agents))
    anchor, since = run.ways[0, :, :2].copy(), np.zeros(len(run.agents))
    busy = np.array([bool(agent.goals) for agent in run.agents]) & ~run.blocked
    for k in range(len(run.ways)):
        second = (k + 1) * TICK / RATE
        waits = busy & run.there[k] & ~(run.times <= second)
        moved = np.hypot(*(run.ways[k, :, :2] - anchor).T) > STUCK
        came = run.counts[k] != run.counts[max(k - 1, 0)]
        reset = moved | came | ~waits
        anchor[reset], since[reset] = run.ways[k, reset, :2], second
        longest = np.maximum(longest, np.where(waits, second - since, 0.0))
    return longest
