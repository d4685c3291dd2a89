"""Cluster graphs: nodes are tight, sequences are whole, ways go where they say, however large the blocks are."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.enrich.cluster import clustering
from motionloom.enrich.cluster.clustering import gather, squared_distances
from motionloom.enrich.cluster.graph import build_cluster_graph
from motionloom.enrich.cluster.ways import count_walks, find_ways, play_way
from motionloom.sample import make

THRESHOLD = 0.2


@pytest.fixture(scope="module")
def motions():
    return [make("ada", name).motion for name in ("walk", "walk_slow", "start", "stop")]


@pytest.fixture(scope="module")
def graph(motions):
    return build_cluster_graph(motions, threshold=THRESHOLD)


def test_no_two_frames_of_a_node_are_farther_apart_than_the_threshold(graph) -> None:
    for node in range(int(graph.nodes.max()) + 1):
        points = graph.points[graph.nodes == node]
        assert squared_distances(points, points).max() <= THRESHOLD**2 * 1.001


def test_sequences_are_every_frame_once(graph) -> None:
    assert graph.firsts[0] == 0
    assert np.array_equal(graph.lasts[:-1], graph.firsts[1:])
    assert set(graph.starts[:-1]) <= set(graph.firsts)
    assert np.all((graph.firsts <= graph.align) & (graph.align < graph.lasts))
    assert sum(map(len, graph.members)) == len(graph.firsts)


def test_blocks_change_nothing(graph, monkeypatch) -> None:
    clips = np.split(graph.points, graph.starts[1:-1])
    monkeypatch.setattr(clustering, "BLOCK", 64)
    nodes, _ = gather(clips, THRESHOLD)
    # which centre is nearest may differ by a hair; that all frames of a node are near does not
    assert abs(len(np.unique(nodes)) - len(graph.members)) <= 0.1 * len(graph.members)


def test_ways_go_on_from_where_they_are(graph, motions) -> None:
    ways = find_ways(graph, 0, 5, 1, 2.0)
    assert ways
    for way in ways:
        assert (way.steps[0].clip, way.steps[0].start, way.steps[-1].clip) == (0, 5, 1)
        assert way.seconds <= 2.0
        assert way.worst <= THRESHOLD * 1.001
        assert sum(step.stop - step.start for step in way.steps[:-1]) == pytest.approx(30 * way.seconds)
    with pytest.raises(MotionError, match="frame"):
        find_ways(graph, 0, 10**6, 1, 2.0)
    from motionloom.core.editing import resample

    played = play_way([resample(motion, 30.0) for motion in motions], ways[0])
    assert len(played) > 10


def test_walks_are_counted_as_by_hand() -> None:
    """Two clips of three frames; from frame 1 of the first one can go on, or change to frame 4."""
    walks, loops = count_walks(np.array([[1, 4], [5, 0]]), np.array([0, 3, 6]), np.array([0]), 2)
    assert walks == 2
    assert loops == 0
    assert count_walks(np.array([[1, 4], [5, 0]]), np.array([0, 3, 6]), np.array([0]), 4)[1] == 1


def test_parts_are_asked_for_by_name(motions) -> None:
    for part in ("lower", "upper", "torso"):
        assert len(build_cluster_graph(motions[:1], part)) == len(build_cluster_graph(motions[:1]))
    with pytest.raises(MotionError, match="lower"):
        build_cluster_graph(motions[:1], "tail")
