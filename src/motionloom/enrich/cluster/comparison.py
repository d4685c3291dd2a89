"""A cluster graph beside the motion graph of local minima of the same clips: places to change, walks, loops, and how ways play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.editing import resample
from motionloom.enrich.annotation.body_signals import RATE
from motionloom.enrich.cluster.graph import ClusterGraph
from motionloom.enrich.cluster.ways import count_walks, find_ways, play_way
from motionloom.graphs.motion_graph import build_graph

WALK = 2.0  # seconds of the walks that are counted
SOURCES = 20  # frames that walks are counted from


def describe_graph(graph: ClusterGraph) -> dict[str, Any]:
    """The graph in figures."""
    lengths = graph.lasts - graph.firsts
    return {
        "part": graph.part,
        "frames": len(graph),
        "nodes": len(graph.members),
        "sequences": len(graph.firsts),
        "frames_in_a_sequence": round(float(np.mean(lengths)), 2),
        "nodes_of_several_clips": int(sum(len(set(graph.sequence_clips[each].tolist())) > 1 for each in graph.members)),
        "changes": graph.count_changes(),
    }


def describe_ways(graph: ClusterGraph, names: Sequence[str], clip: int, target: int, second: float, within: float) -> list[dict[str, Any]]:
    """The ways from a second of a clip into another, in plain data, clips by their names."""
    found = find_ways(graph, clip, round(second * RATE), target, within)
    return [{"seconds": way.seconds, "worst": way.worst, "clips": [names[step.clip] for step in way.steps]} for way in found]


def compare_graphs(graph: ClusterGraph, motions: Sequence[Motion], seed: int = 0, progress: Progress | None = None) -> dict[str, Any]:
    """Places to change, and walks and loops of two seconds, of both graphs; walks start at the same random frames."""
    other = build_graph(list(motions), rate=RATE, progress=progress)
    jumps = other.edges[other.edges[:, 1] != other.edges[:, 0] + 1]
    rng = np.random.default_rng(seed)
    sources = rng.choice(len(graph), min(SOURCES, len(graph)), replace=False)
    steps, edges = round(WALK * RATE), graph.change_edges()
    ours, theirs = count_walks(edges, graph.starts, sources, steps), count_walks(jumps, other.starts, sources, steps)
    return {
        "changes": {"cluster": graph.count_changes(), "motion_graph": len(jumps)},
        "walks": {"cluster": ours[0], "motion_graph": theirs[0]},
        "loops": {"cluster": ours[1], "motion_graph": theirs[1]},
    }


def peak_speed_changes(motion: Motion) -> NDArray[np.float64]:
    """The largest change of any joint's velocity from frame to frame (F - 2,) metres a second, by frames."""
    velocities = np.diff(motion.positions().astype(np.float64), axis=0) * motion.fps
    return np.asarray(np.linalg.norm(np.diff(velocities, axis=0), axis=-1).max(axis=1))


def measure_ways(
    graph: ClusterGraph, motions: Sequence[Motion], questions: int = 20, seconds: float = 2.0, seed: int = 0
) -> dict[str, Any]:
    """Random questions, their ways played, and how many have a moment rougher than 99.9 % of the captures' own."""
    at_rate = [resample(motion, RATE) for motion in motions]
    limit = float(np.percentile(np.concatenate([peak_speed_changes(motion) for motion in at_rate if len(motion) > 2]), 99.9))
    rng = np.random.default_rng(seed)
    answered, ways, rough = 0, 0, 0
    for _ in range(questions):
        clip, target = (int(number) for number in rng.choice(len(motions), 2, replace=len(motions) < 2))
        length = int(graph.starts[clip + 1] - graph.starts[clip])
        found = find_ways(graph, clip, int(rng.integers(max(1, length // 2))), target, seconds, most=50)
        answered += bool(found)
        for way in found[:5]:
            ways += 1
            rough += bool(peak_speed_changes(play_way(at_rate, way)).max() > limit)
    return {"questions": questions, "answered": answered, "ways_played": ways, "ways_rougher": rough, "limit": round(limit, 3)}
