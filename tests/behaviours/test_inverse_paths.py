from itertools import pairwise

import numpy as np
import pytest

from motionloom.behaviours.inverse_paths import MARGIN, all_shortest, make_shortest
from motionloom.behaviours.solver_comparison import random_graph, random_request
from motionloom.behaviours.state_graph import StateGraph
from motionloom.core import MotionloomError

DIAMOND = StateGraph(
    ("a", "b", "c", "d"), np.array([[0, 1, 2, np.inf], [np.inf, 0, np.inf, 1], [np.inf, np.inf, 0, 2], [1, np.inf, np.inf, 0]])
)


@pytest.mark.parametrize("solver", ["local", "exact"])
def test_asked_paths_become_the_shortest(solver, rng):
    for _ in range(25):
        graph = random_graph(12, 0.4, rng)
        path = random_request(graph, rng)
        edited = make_shortest(graph, [path], solver)
        assert edited.graph.shortest_path(path[0], path[-1]) == path
        assert edited.margin >= MARGIN * 0.99
        assert edited.graph.edges == graph.edges
        if solver == "local":
            allowed = set(pairwise(path))
            assert {(a, b) for a, b, *_ in edited.edges} <= allowed


def test_exact_changes_no_more_than_local(rng):
    for _ in range(15):
        graph = random_graph(12, 0.4, rng)
        path = random_request(graph, rng)
        local, exact = (make_shortest(graph, [path], solver) for solver in ("local", "exact"))
        assert exact.change <= local.change + 1e-9


def test_the_diamond_by_hand():
    # a -> c -> d costs 4 and must come under 2: both its edges give half of what is missing
    local = make_shortest(DIAMOND, [["a", "c", "d"]], "local")
    assert {(a, b): round(after, 4) for a, b, _, after in local.edges} == {("a", "c"): 0.9995, ("c", "d"): 0.9995}
    # all four edges give a quarter each
    exact = make_shortest(DIAMOND, [["a", "c", "d"]], "exact")
    quarter = (2 + MARGIN) / 4
    assert all(np.isclose(abs(after - before), quarter) for _, _, before, after in exact.edges)
    assert len(exact.edges) == 4


def test_a_path_that_is_the_shortest_already_changes_nothing():
    edited = make_shortest(DIAMOND, [["a", "b", "d"]], "exact")
    assert edited.edges == ()
    assert edited.paths == 0
    assert edited.change == 0


def test_lls_is_the_paper_s_as_printed():
    # a -> c -> d costs 4 and comes under the 2 of a -> b -> d
    edited = make_shortest(DIAMOND, [["a", "c", "d"]], "lls")
    assert edited.graph.cost(["a", "c", "d"]) == pytest.approx(2 - MARGIN)
    assert {(a, b): round(after, 4) for a, b, _, after in edited.edges} == {("a", "c"): 0.9995, ("c", "d"): 0.9995}
    assert edited.margin == pytest.approx(MARGIN)


def test_lls_fails_where_paths_share_an_edge_and_says_so():
    # x -> a is shared: it becomes cheaper for both, so the old shortest path stays ahead
    inf = np.inf
    costs = np.array([[inf, 3, inf, inf], [inf, inf, 1, 4], [inf, inf, inf, 1], [inf, inf, inf, inf]])
    graph = StateGraph(("x", "a", "b", "d"), costs)
    edited = make_shortest(graph, [["x", "a", "d"]], "lls")
    assert edited.graph.cost(["x", "a", "d"]) < graph.cost(["x", "a", "b", "d"])
    assert edited.margin < 0
    assert edited.graph.shortest_path("x", "d") == ["x", "a", "b", "d"]
    assert make_shortest(graph, [["x", "a", "d"]], "local").margin > 0


@pytest.mark.parametrize("solver", ["local", "exact"])
def test_several_at_once(solver, rng):
    done = 0
    for _ in range(30):
        graph = random_graph(14, 0.4, rng)
        paths = [random_request(graph, rng) for _ in range(3)]
        try:
            edited = make_shortest(graph, paths, solver)
        except MotionloomError:  # three random paths may contradict each other
            continue
        done += 1
        for path in paths:
            assert edited.graph.shortest_path(path[0], path[-1]) == path
    assert done >= 10


def test_contradictions_are_named():
    with pytest.raises(MotionloomError, match="a -> c -> d and a -> b -> d contradict each other"):
        make_shortest(DIAMOND, [["a", "c", "d"], ["a", "b", "d"]], "exact")
    with pytest.raises(MotionloomError, match="one goes a -> c -> d and the other a -> b -> d"):
        make_shortest(DIAMOND, [["c", "d", "a"], ["a", "c", "d"], ["a", "b", "d"]], "exact")


def test_what_local_cannot_do_is_said():
    # b -> d costs nothing: no price on a -> c -> d is low enough while a -> b is free too
    free = StateGraph(DIAMOND.names, np.where(np.isfinite(DIAMOND.costs), [[0, 0, 2, 0], [0, 0, 0, 0], [0, 0, 0, 2], [1, 0, 0, 0]], np.inf))
    with pytest.raises(MotionloomError, match="use the exact solver"):
        make_shortest(free, [["a", "c", "d"]], "local")
    assert make_shortest(free, [["a", "c", "d"]], "exact").graph.shortest_path("a", "d") == ["a", "c", "d"]


@pytest.mark.parametrize(
    ("path", "said"),
    [(["a"], "two states or more"), (["a", "b", "d", "a"], "twice"), (["a", "d"], "there is no edge a -> d"), (["a", "x"], "no state 'x'")],
)
def test_what_is_no_path_is_refused(path, said):
    with pytest.raises(MotionloomError, match=said):
        make_shortest(DIAMOND, [path])


def test_unknown_solver():
    with pytest.raises(MotionloomError, match="there are local, exact"):
        make_shortest(DIAMOND, [["a", "b"]], "magic")


def test_other_paths_that_changed_are_counted():
    edited = make_shortest(DIAMOND, [["a", "c", "d"]], "exact")
    before, after = all_shortest(DIAMOND.costs), all_shortest(edited.graph.costs)
    assert edited.paths == sum(before[pair] != after[pair] for pair in before if pair != (0, 3))


@pytest.mark.parametrize("solver", ["local", "exact"])
@pytest.mark.parametrize("exponent", [-1, 0, 2, 4])
def test_every_answer_holds_at_any_scale_of_costs(solver, exponent):
    """With quadprog one of these did not end: costs of thousands under a margin of a thousandth."""
    rng = np.random.default_rng(exponent + 3)
    answered = 0
    for _ in range(25):
        costs = np.where(rng.random((8, 8)) < 0.6, rng.exponential(10.0**exponent, (8, 8)), np.inf)
        np.fill_diagonal(costs, np.inf)
        graph = StateGraph(tuple("abcdefgh"), costs)
        paths = [random_request(graph, rng) for _ in range(2)]
        try:
            edited = make_shortest(graph, paths, solver)
        except MotionloomError:
            continue
        answered += 1
        assert edited.margin > 0.9 * MARGIN
        assert all(edited.graph.shortest_path(path[0], path[-1]) == path for path in paths)
    assert answered >= 5
