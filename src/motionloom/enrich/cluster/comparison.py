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
from motionloom.enrich.cluster.playing import captures_limit, ease_way
from motionloom.enrich.cluster.ways import STAY, Step, Way, count_places, count_walks, find_ways
from motionloom.graphs.motion_graph import build_graph

WALK = 2.0  # seconds of the walks that are counted
SOURCES = 20  # frames that walks are counted from
CELL = 0.25  # seconds: changes that are nearer than this at both ends are one place
Changes = tuple[NDArray[np.intp], NDArray[np.intp]]
TRIED = 200  # changes of each graph that are played


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


def describe_ways(
    graph: ClusterGraph, motions: Sequence[Motion], clip: int, target: int, second: float, within: float
) -> tuple[list[dict[str, Any]], int]:
    """The ways from a second of a clip into another that play smoothly, in plain data, and how many were refused as too rough.

    motions: of one body, in the graph's order.
    """
    found = find_ways(graph, clip, round(second * RATE), target, within)
    at_rate = [resample(motion, RATE) for motion in motions]
    limit = captures_limit(at_rate)
    smooth = [way for way in found if ease_way(at_rate, way, limit) is not None]
    told = [{"seconds": way.seconds, "worst": way.worst, "clips": [motions[step.clip].name for step in way.steps]} for way in smooth]
    return told, len(found) - len(smooth)


def compare_graphs(graph: ClusterGraph, motions: Sequence[Motion], seed: int = 0, progress: Progress | None = None) -> dict[str, Any]:
    """Changes, distinct places to change, and walks and loops of two seconds, of both graphs; walks start at the same random frames.

    walks_staying: of walks that stay 0.3 s on a clip after each change; the others may change at every frame.
    """
    both = find_changes(graph, motions, progress)
    sources = np.random.default_rng(seed).choice(len(graph), min(SOURCES, len(graph)), replace=False)
    steps, stay, cell = (round(seconds * RATE) for seconds in (WALK, STAY, CELL))
    found: dict[str, dict[str, float]] = {"changes": {"cluster": graph.count_changes(), "motion_graph": len(both["motion_graph"][0])}}
    for name, (edges, starts) in both.items():
        free, staying = count_walks(edges, starts, sources, steps), count_walks(edges, starts, sources, steps, stay)
        told = {"places": count_places(edges, cell), "walks": free[0], "loops": free[1]}
        told |= {"walks_staying": staying[0], "loops_staying": staying[1]}
        for what, figure in told.items():
            found.setdefault(what, {})[name] = figure
    return found


def find_changes(graph: ClusterGraph, motions: Sequence[Motion], progress: Progress | None = None) -> dict[str, Changes]:
    """The changes (E, 2) between frames of both graphs, each with the first frames (C + 1,) of its clips."""
    other = build_graph(list(motions), rate=RATE, progress=progress)
    jumps = other.edges[other.edges[:, 1] != other.edges[:, 0] + 1]
    return {"cluster": (graph.change_edges(), graph.starts), "motion_graph": (jumps, other.starts)}


def compare_changes(graph: ClusterGraph, motions: Sequence[Motion], seed: int = 0, progress: Progress | None = None) -> dict[str, float]:
    """The share of random changes of both graphs that can be eased to be no rougher than captures; motions of one body."""
    at_rate = [resample(motion, RATE) for motion in motions]
    limit, rng = captures_limit(at_rate), np.random.default_rng(seed)
    both = find_changes(graph, motions, progress)
    return {name: share_smooth(at_rate, edges, starts, limit, rng) for name, (edges, starts) in both.items()}


def share_smooth(
    at_rate: Sequence[Motion], edges: NDArray[np.intp], starts: NDArray[np.intp], limit: float, rng: np.random.Generator
) -> float:
    """The share of random changes (E, 2) that can be eased to be no rougher than the limit, after half a second of the clip before."""
    if not len(edges):
        return 0.0
    smooth = []
    for here, there in edges[rng.choice(len(edges), min(TRIED, len(edges)), replace=False)]:
        one, two = (int(np.searchsorted(starts, frame, side="right")) - 1 for frame in (here, there))
        leave, enter = int(here - starts[one]), int(there - starts[two])
        steps = (Step(one, max(0, leave + 1 - round(0.5 * RATE)), leave + 1), Step(two, enter, len(at_rate[two])))
        smooth.append(ease_way(at_rate, Way(steps, 0.0, 0.0), limit) is not None)
    return float(np.mean(smooth))


def measure_ways(
    graph: ClusterGraph, motions: Sequence[Motion], questions: int = 20, seconds: float = 2.0, seed: int = 0, each: int = 5
) -> dict[str, Any]:
    """Random questions, some ways of each played: how many are refused, and how rough the joins of the others are beside the captures."""
    at_rate = [resample(motion, RATE) for motion in motions]
    limit = captures_limit(at_rate)
    rng = np.random.default_rng(seed)
    answered, left, played_count, refused, worst = 0, 0, 0, 0, 0.0
    for _ in range(questions):
        clip, target = (int(number) for number in rng.choice(len(motions), 2, replace=len(motions) < 2))
        length = int(graph.starts[clip + 1] - graph.starts[clip])
        found = find_ways(graph, clip, int(rng.integers(max(1, length // 2))), target, seconds, most=50)
        played = [ease_way(at_rate, way, limit) for way in found[:each]]
        kept = [way for way in played if way is not None]
        answered, left, refused = answered + bool(kept), left + bool(found), refused + len(played) - len(kept)
        played_count += len(kept)
        worst = max([worst, *(way.roughness for way in kept)])
    told = {"questions": questions, "with_ways": left, "answered": answered, "ways_played": played_count, "ways_refused": refused}
    return {**told, "roughest_join": round(worst, 3), "limit": round(limit, 3)}
