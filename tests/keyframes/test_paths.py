"""Paths: dynamic programming gives what trying everything gives."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from motionloom.keyframes.fragments import Fragments
from motionloom.keyframes.paths import best_paths, different_paths, join_costs, path_cost, weigh


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 5), st.integers(1, 4), st.integers(1, 6), st.integers(0, 10_000))
def test_as_good_as_trying_all(stages, width, count, seed):
    rng = np.random.default_rng(seed)
    errors = rng.uniform(0.1, 1, size=(stages, width))
    costs = [rng.integers(0, 2, size=(width, width)).astype(float) for _ in range(stages - 1)]
    paths, totals = best_paths(errors, costs, count)
    weighed = weigh(errors)
    tried = sorted(path_cost(np.array(path), weighed, costs) for path in product(range(width), repeat=stages))
    assert totals == pytest.approx(tried[: len(totals)])
    assert len(totals) == min(count, width**stages)
    assert [path_cost(path, weighed, costs) for path in paths] == pytest.approx(totals)


def test_the_papers_example():
    """Figure 7: four fragments, three matches each; the best have two consecutive joins."""
    matches = np.array([[4, 1, 3], [5, 7, 2], [6, 4, 1], [2, 8, 5]])
    table = Fragments(np.arange(10), np.arange(10) + 1, np.zeros(10, np.intp))
    costs = [join_costs(matches[n], matches[n + 1], table, table) for n in range(3)]
    errors = np.tile([0.1, 0.2, 0.3], (4, 1))
    paths, totals = best_paths(errors, costs, 3)
    named = {tuple(matches[np.arange(4), path]) for path in paths}
    assert (4, 5, 6, 2) in named
    assert np.all(np.floor(totals) == 1)  # three joins, two of them free


def test_different_ones_begin_with_the_best_and_differ():
    rng = np.random.default_rng(3)
    errors, costs = rng.uniform(size=(8, 6)), [rng.integers(0, 2, size=(6, 6)).astype(float) for _ in range(7)]
    paths, _ = different_paths(errors, costs, 5)
    assert np.array_equal(paths[0], best_paths(errors, costs, 1)[0][0])
    assert len({tuple(path) for path in paths}) == 5
    assert np.mean([np.mean(paths[0] != other) for other in paths[1:]]) > 0.3
