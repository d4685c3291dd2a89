"""Posing by direct manipulation: how long a move of the pointer takes until its pose has converged, at 31 joints."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.bench.peers import peers_python, run_peer
from motionloom.bench.rows import OURS, Row, Run
from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.edits.layers import Layer, LayerStack, PoseKey, apply_layers
from motionloom.edits.posing import Posed, pose_frame
from motionloom.sample import make

REQUIREMENTS = Path(__file__).with_name("peers_posing.txt")
SCRIPT = Path(__file__).with_name("_posing_peer_script.py")
DRAGGED = ("left_wrist", "right_wrist", "head", "left_elbow", "hips", "chest")
PINS = ("left_ankle", "right_ankle", "left_toe", "right_toe")
DRAGS, MOVES = 60, 30  # drags, and moves of the pointer in each
NEAR = 1e-3  # metres
FARTHEST = 0.35  # metres that a drag goes; some of that is out of reach


def measure(run: Run) -> list[Row]:
    """The median and the slowest hundredth of the moves of drags, feet pinned; and layers applied to a minute of motion."""
    run.say("posing")
    drags = plan_drags()
    seconds, misses = time_drags(drags)
    within = f"{np.mean(misses < NEAR):.0%} within 1 mm of the pointer"
    job = "a move of a drag, 31 joints"
    rows = [
        Row(job, OURS, float(np.median(seconds)), 1, "moves", f"median of {len(seconds)}; {within}"),
        Row(job, f"{OURS}, p99", float(np.percentile(seconds, 99)), 1, "moves"),
    ]
    return [*rows, *_time_mink(run, job, drags), _time_layers(run)]


@dataclass(frozen=True, eq=False)
class Drags:
    """Drags of joints (D,) at frames (D,) of a motion, the pins P in place; goals (D, M, 3): where the pointer goes, in metres."""

    motion: Motion
    pins: list[int]
    frames: NDArray[np.int64]
    joints: NDArray[np.int64]
    goals: NDArray[np.float64]


def plan_drags(seed: int = 16) -> Drags:
    """Drags of hands, head, an elbow, hips and chest in all directions, each one's moves evenly along a line."""
    motion, rng = make("ada", "walk").motion, np.random.default_rng(seed)
    roles, places = body_of(motion.skeleton).roles, motion.positions().astype(np.float64)
    frames, joints, goals = list[int](), list[int](), list[NDArray[np.float64]]()
    for drag in range(DRAGS + 1):  # the first one is for the compiler
        frame, joint = int(rng.integers(len(motion))), roles[DRAGGED[drag % len(DRAGGED)]]
        way = rng.normal(size=3)
        way *= FARTHEST * rng.uniform(0.2, 1.0) / np.linalg.norm(way)
        frames.append(frame)
        joints.append(joint)
        goals.append(places[frame, joint] + np.linspace(1 / MOVES, 1.0, MOVES)[:, None] * way)
    return Drags(motion, [roles[role] for role in PINS], np.array(frames), np.array(joints), np.array(goals))


def time_drags(drags: Drags) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Processor seconds (N,) of every move, solved until it has converged, and how far (N,) metres the joint stays from the pointer."""
    motion, seconds, misses = drags.motion, list[float](), list[float]()
    for drag, (frame, joint) in enumerate(zip(drags.frames, drags.joints, strict=True)):
        found: Posed | None = None
        for goal in drags.goals[drag]:
            asked: dict[str | int, list[float]] = {int(joint): goal.tolist()}
            began = time.process_time()
            found = pose_frame(motion.skeleton, motion.rotations[frame], motion.root_positions[frame], asked, drags.pins, warm=found)
            if drag:
                seconds.append(time.process_time() - began)
                misses.append(float(np.linalg.norm(found.positions[joint] - goal)))
    return np.array(seconds), np.array(misses)


def _time_mink(run: Run, job: str, drags: Drags) -> list[Row]:
    """The same drags by mink: differential inverse kinematics, a quadratic programme a step, at most fifty steps a move."""
    if not run.with_peers:
        return []
    motion = drags.motion
    with tempfile.TemporaryDirectory() as folder:
        arrays = Path(folder) / "drags.npz"
        np.savez(
            arrays,
            parents=motion.skeleton.parents,
            offsets=motion.skeleton.offsets,
            rotations=motion.rotations[drags.frames],
            roots=motion.root_positions[drags.frames],
            joints=drags.joints,
            goals=drags.goals,
            pins=drags.pins,
        )
        found = run_peer(peers_python(run, REQUIREMENTS), SCRIPT, {"arrays": str(arrays)}, "mink")
    seconds, misses, slipped = (np.array(found[name]) for name in ("seconds", "misses", "slipped"))
    within = (
        f"{np.mean((misses < NEAR) & (slipped < NEAR)):.0%} within 1 mm of the pointer and the pins, {np.mean(found['steps']):.0f} steps"
    )
    who = f"mink {found['version']}"
    return [
        Row(job, who, float(np.median(seconds)), 1, "moves", within),
        Row(job, f"{who}, p99", float(np.percentile(seconds, 99)), 1, "moves", f"{1e3 * np.percentile(misses, 99):.0f} mm left"),
    ]


def _time_layers(run: Run) -> Row:
    """Layers with keys all over a minute of motion, planted feet kept."""
    made = make("ada", "walk")
    motion = made.motion.with_arrays(np.tile(made.motion.rotations, (10, 1, 1)), np.tile(made.motion.root_positions, (10, 1)))
    plants = np.tile(made.plants, (10, 1))
    keys = tuple(PoseKey(float(at), {"chest": (0.2, 0.0, 0.1), "left_shoulder": (0.0, 0.2, 0.4)}, (0.0, -0.04, 0.0)) for at in range(1, 60))
    stack = LayerStack((Layer("lean", keys), Layer("more", keys, weight=0.3)))
    return Row("layers on a minute of motion", OURS, run.time(lambda: apply_layers(motion, stack, plants)), len(motion), "frames")
