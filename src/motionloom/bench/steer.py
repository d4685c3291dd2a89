"""Crowds of whole characters beside pyrvo's discs, on the same scenes and ways and in the same run; and the time of a step."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import shapely

from motionloom.bench.peers import peers_python, run_peer
from motionloom.bench.rows import OURS, Row, Run
from motionloom.navigation.crowd import find_agents
from motionloom.navigation.repertoire import Repertoire, make_repertoire
from motionloom.navigation.scene import Agent, Goal, Scene
from motionloom.navigation.ways import Ways

REQUIREMENTS = Path(__file__).with_name("peers_steer.txt")
SCRIPT = Path(__file__).with_name("_steer_peer_script.py")
DT = 0.1  # seconds of a step of the discs
COUNT = 1000  # characters whose step is timed
SPACING = 2.0  # metres between them at first
STEPS = ("step_ahead", "step_back", "step_left", "step_right", "step_ahead_left", "step_ahead_right", "stride_ahead", "stride_back")
QUARTER, HALF, STEP = 1.8, 2.3, 1.65  # seconds at which clips of turns and steps are cut
ACTS = {
    "spin_left": ("turn_quarter_left", QUARTER),
    "spin_right": ("turn_quarter_right", QUARTER),
    "turn_left": ("turn_half_left", HALF),
    "turn_right": ("turn_half_right", HALF),
    **{name: (name, STEP) for name in ("turn_little_left", "turn_little_right", *STEPS)},
}


def measure(run: Run) -> list[Row]:
    """The step of a thousand whole characters of the sample's machine beside that of a thousand discs, steering round each other."""
    scene = make_square(COUNT)
    ours = _time_ours(make_repertoire(make_sample_machine()), scene)
    rows = [Row(f"{COUNT:,} steer, one step", OURS, ours, 1, "steps", "whole characters, poses drawn")]
    if run.with_peers:
        job = peer_job(scene, 0.3, 1.2, 5.0)
        rows.append(Row(rows[0].job, "pyrvo 0.4.3", run_discs(run, job)["step"], 1, "steps", "discs"))
    return rows


def _time_ours(repertoire: Repertoire, scene: Scene, seconds: float = 12.0) -> float:
    """Processor seconds of a step, poses drawn, in the mean once everybody walks."""
    from motionloom.navigation.steering import Steering

    agents = scene.agents
    starts = np.array([(*agent.start, agent.heading) for agent in agents])
    steering = Steering(repertoire, scene, starts, np.full(len(agents), 0.3), places=[agent.goals[0].at for agent in agents])
    for n, agent in enumerate(agents):
        steering.send(n, agent.goals[0], stop=False)
    steps, spent = round(seconds * 60), 0.0
    for step in range(steps):
        began = time.process_time()
        steering.step()
        steering.controller.draw()
        spent += time.process_time() - began if step >= steps // 2 else 0.0
    return spent / (steps - steps // 2)


def make_square(count: int) -> Scene:
    """A square of agents who all want to its other side."""
    side = int(np.ceil(np.sqrt(count)))
    places = (np.stack(np.divmod(np.arange(count), side), axis=1) - (side - 1) / 2) * SPACING
    agents = tuple(
        Agent(str(n), (float(x), float(z)), float(np.arctan2(-x, -z)), goals=(Goal((float(-x), float(-z)), 0.5),))
        for n, (x, z) in enumerate(places)
    )
    return Scene("square", agents=agents)


def make_sample_machine() -> Any:
    """The machine of the sample's ada that walks, stands and turns on the spot: the one of `examples/sample-walker`."""
    from motionloom.behaviours.calibration import calibrate
    from motionloom.behaviours.machine import connect
    from motionloom.behaviours.state_graph import StateGraph
    from motionloom.behaviours.states import make_cycle, make_single
    from motionloom.sample import make

    def clip(name: str, first: float = 0.0, last: float = 60.0) -> Any:
        motion = make("ada", name).motion
        return motion[round(first * motion.fps) : round(last * motion.fps)]

    states = [
        make_single("stand", clip("stand"), True),
        make_cycle("walk", clip("walk"), [clip("turn_tight_left", 1.2, 2.9), clip("turn_tight_right", 1.2, 2.9)]),
        make_single("start", clip("start_short_left", 0.1, 1.6), False, "walk"),
        make_single("stop_left", clip("stop_short_left", 0.2, 1.9), False, "stand"),
        make_single("stop_right", clip("stop_short_right", 0.2, 1.9), False, "stand"),
        *(make_single(name, clip(of, 0.2, last), False, "stand") for name, (of, last) in ACTS.items()),
    ]
    names = tuple(state.name for state in states)
    edges = [("stand", "start"), ("start", "walk")]
    edges += [pair for stop in ("stop_left", "stop_right") for pair in (("walk", stop), (stop, "stand"))]
    edges += [pair for act in ACTS for pair in (("stand", act), (act, "stand"))]
    costs = np.full((len(names), len(names)), np.inf)
    for a, b in edges:
        costs[names.index(a), names.index(b)] = 1.0
    return calibrate(connect(states, StateGraph(names, costs, frozenset({"stand", "walk"}))))


def peer_job(
    scene: Scene, body: float, speed: float, seconds: float, folder: Path | None = None, ways: Ways | None = None
) -> dict[str, Any]:
    """A scene as the peer's script reads it: ways through all goals of everybody, obstacles as rings. ways: the crowd's."""
    from motionloom.navigation.ways import make_ways

    agents, enters = find_agents(scene, seconds)
    radii = np.array([min(agent.radius, body) for agent in agents])
    places = [agent.start for agent in agents] + [goal.at for agent in agents for goal in agent.goals]
    ways = ways or make_ways(scene, float(radii.max()), places)
    routes, marks = list[list[Any]](), list[list[bool]]()
    for agent in agents:
        at, corners, ends = agent.start, list[Any](), list[bool]()
        for goal in agent.goals:
            found = ways.find(at, goal.at)
            if found is None:
                break
            corners += found.tolist()
            ends += [False] * (len(found) - 1) + [True]
            at = goal.at
        routes.append(corners)
        marks.append(ends)
    longest = max(max(map(len, routes)), 1)
    arrays = Path(folder or tempfile.mkdtemp()) / "peer.npz"
    np.savez(
        arrays,
        starts=np.array([agent.start for agent in agents]),
        radii=radii,
        ways=np.array([route + [[0.0, 0.0]] * (longest - len(route)) for route in routes]),
        marks=np.array([each + [False] * (longest - len(each)) for each in marks]),
        counts=np.array([len(route) for route in routes]),
        enters=enters,
        within=np.array([min((goal.within for goal in agent.goals), default=0.3) for agent in agents]),
    )
    return {"arrays": str(arrays), "speed": speed, "dt": DT, "seconds": seconds, "rings": _rings(scene)}


def _rings(scene: Scene) -> list[list[list[float]]]:
    """Outlines of what stands, counterclockwise, as RVO2 wants them."""
    shapes = [obstacle.shape for obstacle in scene.obstacles if obstacle.way is None]
    melted: Any = shapely.get_parts(shapely.union_all(shapes).simplify(0.01)) if shapes else []
    return [np.asarray(shapely.orient_polygons(part).exterior.coords)[:-1].tolist() for part in melted]


def run_discs(run: Run, job: dict[str, Any]) -> dict[str, Any]:
    """What pyrvo's discs come to on a job."""
    return run_peer(peers_python(run, REQUIREMENTS, with_needs=False), SCRIPT, job, "pyrvo")
