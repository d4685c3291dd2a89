"""Behaviour machines: mining over more and more frames, both path solvers, and how many characters one core steps at 60 Hz."""

from __future__ import annotations

import time

import numpy as np

from motionloom.behaviours import StateGraph, hand_made, make_shortest
from motionloom.behaviours.clips import LabelledClip
from motionloom.behaviours.control import Controller
from motionloom.behaviours.footing import Footing, find_footing
from motionloom.behaviours.frame_graph import Frames, build_frame_graph, gather_frames, iterate_values
from motionloom.behaviours.machine import Machine, connect
from motionloom.behaviours.states import make_cycle, make_single
from motionloom.bench.rows import OURS, Row, Run
from motionloom.core import Motion

SIZES = (2_000, 10_000, 50_000)
THRESHOLDS = (0.7, 0.45, 0.3)  # lower for more frames, so that the edges fit into memory: the work is per edge
CROWDS = (1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 8_000, 12_000, 16_000, 24_000, 32_000, 48_000)
FRAME = 1 / 60


def measure(run: Run) -> list[Row]:
    """Rows for value iteration, editing, one character's step and crowds."""
    return [*_time_mining(run), *_time_editing(run), *_time_steps(run)]


def _sample(*names: str, seed: int = 0) -> list[Motion]:
    from motionloom.sample import make

    return [make("ada", name, seed).motion for name in names]


def _take(frames: Frames, count: int) -> Frames:
    """The first frames, or all of them over and over with a little noise: a larger capture of the same kind."""
    rng, times = np.random.default_rng(0), -(-count // len(frames))
    noise = [rng.normal(0, 0.02 * (k > 0), frames.rotations.shape).astype(np.float32) for k in range(times)]
    rotations = np.concatenate([frames.rotations + each for each in noise], axis=2)[:, :, :count]
    rotations /= np.linalg.norm(rotations, axis=1, keepdims=True)
    clips = np.concatenate([frames.clips + k * (int(frames.clips[-1]) + 1) for k in range(times)])[:count].astype(np.int32)
    velocities = np.ascontiguousarray(np.tile(frames.velocities, times)[:, :count])
    return Frames(np.ascontiguousarray(rotations), frames.weights, velocities, clips, np.tile(frames.seconds, times)[:count])


def _time_mining(run: Run) -> list[Row]:
    names = (
        "stand",
        "walk",
        "start",
        "stop",
        "turn_left_90",
        "turn_right_90",
        "run",
        "run_start",
        "run_stop",
        "jump",
        "speed_up",
        "slow_down",
    )
    whole = gather_frames([LabelledClip(motion, motion.name) for motion in _sample(*names)])
    rows = []
    for size, threshold in zip(SIZES, THRESHOLDS, strict=True):
        run.say(f"mining {size} frames")
        frames = _take(whole, size)
        start = time.perf_counter()  # once: the largest takes a while
        graph = build_frame_graph(frames, threshold)
        rows.append(Row(f"compare {size} frames", OURS, time.perf_counter() - start, size * size, "pairs", f"{len(graph)} edges"))
        iterate_values(graph)
        start = time.perf_counter()
        _, sweeps = iterate_values(graph)
        note = f"{sweeps} sweeps of {len(graph)} edges"
        rows.append(Row(f"value iteration, {size} frames", OURS, time.perf_counter() - start, sweeps * len(graph), "edges", note))
    return rows


def _time_editing(run: Run) -> list[Row]:
    run.say("inverse shortest paths")
    graph: StateGraph = hand_made("sample")
    asked = [["stand", "start", "walk", "turn_left"], ["run", "slow_down", "walk", "stop"]]
    job = "two paths made shortest, 16 states"
    return [
        Row(job, f"{OURS} local", run.time(lambda: make_shortest(graph, asked, "local"))),
        Row(job, f"{OURS} exact", run.time(lambda: make_shortest(graph, asked, "exact"))),
    ]


def make_machine() -> Machine:
    """The sample's stand, walk, run and jump, with everything between."""
    walk, left, right, run, run_left, run_right, stand = _sample(
        "walk", "turn_left_90", "turn_right_90", "run", "run_turn_left", "run_turn_right", "stand"
    )
    states = [make_single("stand", stand, True), make_cycle("walk", walk, [left, right]), make_cycle("run", run, [run_left, run_right])]
    ends = {
        "jump": "stand",
        "run_start": "run",
        "run_stop": "stand",
        "slow_down": "walk",
        "speed_up": "run",
        "start": "walk",
        "stop": "stand",
    }
    for (name, default), motion in zip(ends.items(), _sample(*ends), strict=True):
        states.append(make_single(name, motion, False, default))
    return connect(states, hand_made("sample"))


def _time_steps(run: Run) -> list[Row]:
    run.say("stepping characters")
    machine = make_machine()
    one = Controller(machine)
    one.go("walk")
    rows = [Row("one character's step", OURS, run.time(lambda: [one.step(FRAME) for _ in range(1000)]) / 1000, 1, "steps", "walking")]
    footing = find_footing(machine)
    held = Controller(machine, footing=footing)
    held.go("walk")
    rows.append(Row("the same with its feet held", OURS, run.time(lambda: [held.step(FRAME) for _ in range(1000)]) / 1000, 1, "steps"))
    crowd = CROWDS[0]
    rows.append(Row(f"{crowd} characters' step, feet held", OURS, _step_crowd(machine, crowd, footing), crowd, "characters"))
    for count in CROWDS:
        seconds = _step_crowd(machine, count)  # a step uses one core
        keeps = "holds" if seconds <= FRAME else "does not hold"
        rows.append(Row(f"{count} characters' step", OURS, seconds, count, "characters", f"60 Hz on one core {keeps}"))
        if seconds > FRAME:
            break
    return rows


def _step_crowd(machine: Machine, count: int, footing: Footing | None = None) -> float:
    """Seconds of the median step of a crowd under random requests, a tenth of them a second."""
    rng, names, crowd = np.random.default_rng(0), machine.graph.names, Controller(machine, count, footing=footing)
    took = []
    for _ in range(150):
        for n in rng.integers(0, count, max(count // 600, 1)):
            crowd.go(names[rng.integers(len(names))], int(n), replace=True)
        start = time.perf_counter()
        crowd.step(FRAME)
        took.append(time.perf_counter() - start)
    return float(np.median(took[30:]))
