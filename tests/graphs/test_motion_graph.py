"""Motion graphs: edges lead between like frames, paths follow edges, the connected part is connected."""

from itertools import pairwise

import numpy as np
import pytest

from motionloom.align import distances, make_clouds
from motionloom.core import MotionError
from motionloom.core.editing import sample_at
from motionloom.core.heading import turn_and_move
from motionloom.graphs import build_graph
from motionloom.graphs.motion_graph import RATE, THRESHOLD, WINDOW
from tests.conftest import make_motion


@pytest.fixture(scope="module")
def motions(skeleton):
    there_and_back = 60 - 60 * np.cos(np.arange(360) / 120 * 2 * np.pi)
    cycle = sample_at(make_motion(skeleton, 121, seed=3, swing=0.3), there_and_back)
    return [cycle, turn_and_move(cycle, 1.0, (3.0, 0.0, 0.0)), make_motion(skeleton, 200, seed=9, swing=1.2)]


@pytest.fixture(scope="module")
def graph(motions):
    return build_graph(motions)


def test_jumps_join_like_frames(graph, motions):
    clouds = [make_clouds(motion, WINDOW, RATE) for motion in motions]
    assert len(graph.jumps) > 0
    for source, target in graph.jumps[:50]:
        (a, start), (b, end) = graph.locate(source), graph.locate(target)
        i, j = round(start * RATE) + 1, round(end * RATE)
        assert distances(clouds[a], clouds[b])[i, j] < THRESHOLD


def test_numbers_and_places_agree(graph, motions):
    for clip, second in ((0, 0.0), (1, 2.5), (2, 99.0)):
        node = graph.node(clip, second)
        assert graph.locate(node)[0] == clip
    assert len(graph) == graph.starts[-1]


def test_paths_follow_edges_and_are_as_short_as_said(graph):
    known = {tuple(edge) for edge in graph.edges}
    inside = np.flatnonzero(graph.inside)
    source, target = inside[0], inside[-1]
    path = graph.find_path(int(source), int(target))
    assert all((a, b) in known for a, b in pairwise(path))
    assert (len(path) - 1) / graph.rate == pytest.approx(graph.shortest_seconds([source])[0, target], abs=1e-3)


def test_the_connected_part_is_connected(graph):
    inside = np.flatnonzero(graph.inside)
    assert np.all(np.isfinite(graph.shortest_seconds(inside[:3])[:, inside]))


def test_no_way_is_said(skeleton):
    graph = build_graph([make_motion(skeleton, 120, seed=1, swing=0.2), make_motion(skeleton, 120, seed=2, swing=1.5)])
    with pytest.raises(MotionError, match="no way from frame"):
        graph.find_path(int(graph.starts[1]) + 5, 0)


def test_nothing_to_build_from():
    with pytest.raises(MotionError):
        build_graph([])
