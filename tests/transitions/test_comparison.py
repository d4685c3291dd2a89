"""The comparison counts every pair once, and its graph does not cheat."""

from __future__ import annotations

import numpy as np

from motionloom.graphs.motion_graph import MotionGraph
from motionloom.transitions.comparison import Comparison, blended_ways, captured_scores, choose_pairs, compare_with_graph
from motionloom.transitions.table import TransitionTable


def test_quadrants_are_counted_once() -> None:
    ways, scores = np.array([0.5, 0.5, 2.0, np.inf, 1.0]), np.array([0.1, 0.9, 0.1, 0.9, 0.2])
    counts = Comparison(np.zeros((5, 2), np.intp), ways, scores, 0.2, 1.0).counts()
    assert (counts.both, counts.only_graph, counts.only_ours, counts.neither) == (2, 1, 1, 1)


def test_jumps_take_the_time_of_their_blend() -> None:
    # Two clips of 60 frames at 30 Hz and one jump, from frame 29 of the one to frame 30 of the other.
    along = [(n, n + 1) for n in (*range(59), *range(60, 119))]
    edges = np.array([*along, (29, 90)], dtype=np.intp)
    graph = MotionGraph(30.0, np.array([0, 60, 120]), edges, np.zeros(len(edges)), np.ones(120, bool))
    ways = blended_ways(graph, np.array([0]), window=1 / 3)[0]
    assert np.isclose(ways[24], 24 / 30)
    assert np.isclose(ways[94], (24 + 10) / 30)  # leaves half a window before, arrives half a window after
    assert np.isinf(ways[93])


def test_every_pair_has_a_way_and_a_score(table: TransitionTable) -> None:
    found = compare_with_graph(table, choose_pairs(table, 15))
    assert len(found.ways) == len(found.scores) == 15
    assert np.all(found.scores >= 0)
    counts = found.counts()
    assert counts.both + counts.only_ours + counts.only_graph + counts.neither == 15
    assert found.natural == np.percentile(captured_scores(table), 90)
