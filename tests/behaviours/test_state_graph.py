import json

import numpy as np
import pytest

from motionloom.behaviours.solver_comparison import random_graph
from motionloom.behaviours.state_graph import StateGraph, compare, hand_made, read_graph, write_graph
from motionloom.core import MotionloomError

SMALL = StateGraph(("a", "b", "c"), np.array([[0, 1, 3], [np.inf, 0, 1], [2, np.inf, 0]]), frozenset({"a"}))


def test_a_graph_comes_back_from_its_file(tmp_path):
    write_graph(SMALL, tmp_path / "graph.json")
    again = read_graph(tmp_path / "graph.json")
    assert again.names == SMALL.names
    assert again.cyclic == SMALL.cyclic
    assert np.array_equal(again.costs, SMALL.costs)
    assert np.isinf(again.costs[0, 0])


def test_shortest_paths_agree_with_scipy(rng):
    from scipy.sparse.csgraph import dijkstra

    graph = random_graph(15, 0.3, rng)
    best = dijkstra(np.where(np.isfinite(graph.costs), graph.costs, 0))
    for i, a in enumerate(graph.names):
        for j, b in enumerate(graph.names):
            path = graph.shortest_path(a, b)
            assert path is not None
            assert np.isclose(graph.cost(path), best[i, j])


def test_no_way_is_none():
    lonely = StateGraph(("a", "b"), np.array([[0, 1], [np.inf, 0]]))
    assert lonely.shortest_path("b", "a") is None
    assert lonely.shortest_path("a", "b") == ["a", "b"]


def test_compare_counts_edges():
    more = StateGraph(("a", "b", "c"), np.ones((3, 3)))
    assert compare(more, SMALL) == (1.5, 1.0)
    assert compare(SMALL, more) == (4 / 6, 4 / 6)


def test_an_edge_without_a_cost_is_as_likely_as_its_neighbours():
    graph = hand_made("cmu_16_35")
    assert np.allclose(graph.probabilities().sum(axis=1), 1)
    assert np.isclose(graph.cost(["walk", "run"]), np.log(3))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "expected JSON with kind"),
        ({"kind": "motionloom state graph"}, "expected states and edges"),
        ({"kind": "motionloom state graph", "states": ["a"], "edges": [["a", "b"]]}, "not listed"),
        ({"kind": "motionloom state graph", "states": ["a", "a"], "edges": []}, "a name of its own"),
        (
            {"kind": "motionloom state graph", "states": ["a", "b"], "edges": [["a", "b", -1]]},
            r"graph.json: the edge a -> b costs -1; .* not negative",
        ),
        ({"kind": "motionloom state graph", "states": ["a", "b"], "edges": [["a", "b", float("nan")]]}, "the edge a -> b costs nan"),
        ({"kind": "motionloom state graph", "states": ["a"], "edges": [], "cyclic": 5}, "cyclic, a list of states"),
        ({"kind": "motionloom state graph", "states": ["a"], "edges": [], "about": [1, 2]}, "about, an object"),
        ({"kind": "motionloom state graph", "states": ["a"], "edges": [], "cyclic": ["x"]}, "'x' is said to be cyclic"),
    ],
)
def test_malformed_graphs_are_refused(data, said, tmp_path):
    file = tmp_path / "graph.json"
    file.write_text(json.dumps(data))
    with pytest.raises(MotionloomError, match=said):
        read_graph(file)


def test_missing_things_are_named(tmp_path):
    with pytest.raises(MotionloomError, match="nowhere"):
        read_graph(tmp_path / "nowhere.json")
    with pytest.raises(MotionloomError, match="no state 'x'; there are a, b, c"):
        SMALL.index("x")
    with pytest.raises(MotionloomError, match="there is no edge b -> a; b leads to c"):
        SMALL.cost(["b", "a"])
    with pytest.raises(MotionloomError, match="no hand-made graph 'x'"):
        hand_made("x")


def test_every_hand_made_graph_says_when_it_was_drawn_and_what_from():
    from importlib import resources

    folder = resources.files("motionloom.behaviours") / "handmade"
    graphs = {entry.name: hand_made(entry.name.removesuffix(".json")) for entry in folder.iterdir() if entry.name.endswith(".json")}
    for name, graph in graphs.items():
        assert set(graph.about) == {"made_by", "drawn", "captures"}, name
        assert graph.about["drawn"].startswith("2026-"), name
    complete = graphs["cmu_135.json"]
    assert len(complete.edges) == len(complete.names) * (len(complete.names) - 1) == 30
    assert len(graphs["locomotion_14.json"].names) == 14
