"""Cluster graphs: nodes are tight, sequences are whole, ways go where they say, however large the blocks are."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core.editing import resample
from motionloom.core.errors import MotionError
from motionloom.enrich.cluster import clustering
from motionloom.enrich.cluster.clustering import gather, squared_distances
from motionloom.enrich.cluster.graph import build_cluster_graph
from motionloom.enrich.cluster.playing import captures_limit, ease_way, play_way
from motionloom.enrich.cluster.ways import Step, Way, count_places, count_walks, find_ways
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


@pytest.fixture(scope="module")
def at_rate(motions):
    return [resample(motion, 30.0) for motion in motions]


def test_ways_that_are_played_are_as_smooth_as_captures(graph, at_rate) -> None:
    limit = captures_limit(at_rate)
    played = [ease_way(at_rate, way, limit) for way in find_ways(graph, 0, 5, 1, 2.0)[:10]]
    assert any(way is not None for way in played)
    for way in played:
        assert way is None or (len(way.joins) >= 1 and way.roughness <= limit)


def test_a_way_that_cannot_be_smooth_is_refused(at_rate) -> None:
    """From the first frame of a walk into one whose body is upside down: no easing helps."""
    flipped = at_rate[1].with_arrays(
        at_rate[1].rotations * np.where(np.arange(len(at_rate[1])) % 2, 1, -1)[:, None, None], 10 * at_rate[1].root_positions
    )
    way = Way((Step(0, 5, 25), Step(1, 20, 60)), 0.7, 0.0)
    assert ease_way([at_rate[0], flipped], way, captures_limit(at_rate)) is None


def test_joins_are_where_the_clips_meet(at_rate) -> None:
    played = play_way(at_rate, Way((Step(0, 5, 35), Step(1, 40, 80), Step(2, 30, 60)), 2.0, 0.0))
    assert [round((start + stop) / 2) for start, stop in played.joins] == pytest.approx([30, 70], abs=1)
    assert len(played.motion) == 30 + 40 + 30


def test_walks_stay_after_a_change() -> None:
    """As by hand above, but two frames more are played after each change."""
    edges, starts = np.array([[1, 5], [5, 0]]), np.array([0, 4, 9])
    assert count_walks(edges, starts, np.array([0]), 3, stay=1)[0] == 2  # 0 1 2 3 and 0 1 5 6
    assert count_walks(edges, starts, np.array([0]), 3, stay=4)[0] == 1  # the second clip ends before four more are played


def test_neighbours_in_time_are_one_place() -> None:
    assert count_places(np.array([[0, 10], [1, 11], [8, 10], [0, 17]]), 8) == 3
