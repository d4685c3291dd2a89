"""Posing by direct manipulation: how long a move of the pointer takes until its pose has converged, at 31 joints."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from motionloom.bench.rows import OURS, Row, Run
from motionloom.core.body import body_of
from motionloom.edits.layers import Layer, LayerStack, PoseKey, apply_layers
from motionloom.edits.posing import Posed, pose_frame
from motionloom.sample import make

DRAGGED = ("left_wrist", "right_wrist", "head", "left_elbow", "hips", "chest")
PINS = ("left_ankle", "right_ankle", "left_toe", "right_toe")
DRAGS, MOVES = 60, 30  # drags, and moves of the pointer in each
FARTHEST = 0.35  # metres that a drag goes; some of that is out of reach


def measure(run: Run) -> list[Row]:
    """The median and the slowest hundredth of the moves of drags, feet pinned; and layers applied to a minute of motion."""
    run.say("posing")
    seconds, misses = time_drags()
    within = f"{np.mean(misses < 1e-3):.0%} within 1 mm of the pointer, the others out of reach"
    job = "a move of a drag, 31 joints"
    rows = [
        Row(job, OURS, float(np.median(seconds)), 1, "moves", f"median of {len(seconds)}; {within}"),
        Row(job, f"{OURS}, p99", float(np.percentile(seconds, 99)), 1, "moves"),
    ]
    return [*rows, _time_layers(run)]


def time_drags(seed: int = 16) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Processor seconds (N,) of every move, solved until it has converged, and how far (N,) metres the joint stays from the pointer."""
    motion, rng = make("ada", "walk").motion, np.random.default_rng(seed)
    roles, places = body_of(motion.skeleton).roles, motion.positions().astype(np.float64)
    pins = [roles[role] for role in PINS]
    seconds, misses = list[float](), list[float]()
    for drag in range(DRAGS + 1):  # the first one is for the compiler
        frame, joint = int(rng.integers(len(motion))), roles[DRAGGED[drag % len(DRAGGED)]]
        way = rng.normal(size=3)
        way *= FARTHEST * rng.uniform(0.2, 1.0) / np.linalg.norm(way)
        found: Posed | None = None
        for share in np.linspace(1 / MOVES, 1.0, MOVES):
            goal = places[frame, joint] + share * way
            drags: dict[str | int, list[float]] = {joint: goal.tolist()}
            began = time.process_time()
            found = pose_frame(motion.skeleton, motion.rotations[frame], motion.root_positions[frame], drags, pins, warm=found)
            if drag:
                seconds.append(time.process_time() - began)
                misses.append(float(np.linalg.norm(found.positions[joint] - goal)))
    return np.array(seconds), np.array(misses)


def _time_layers(run: Run) -> Row:
    """Layers with keys all over a minute of motion, planted feet kept."""
    made = make("ada", "walk")
    motion = made.motion.with_arrays(np.tile(made.motion.rotations, (10, 1, 1)), np.tile(made.motion.root_positions, (10, 1)))
    plants = np.tile(made.plants, (10, 1))
    keys = tuple(PoseKey(float(at), {"chest": (0.2, 0.0, 0.1), "left_shoulder": (0.0, 0.2, 0.4)}, (0.0, -0.04, 0.0)) for at in range(1, 60))
    stack = LayerStack((Layer("lean", keys), Layer("more", keys, weight=0.3)))
    return Row("layers on a minute of motion", OURS, run.time(lambda: apply_layers(motion, stack, plants)), len(motion), "frames")
