"""Warps: legal, invertible, and the cheapest there are."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from motionloom.align import Warp, diagonal, find_path, find_warp, register, warp_between
from motionloom.core import MotionError
from motionloom.core.editing import sample_at
from tests.conftest import make_motion


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.floats(0.01, 3), st.floats(0.01, 3)), min_size=1, max_size=12))
def test_inverse_undoes(steps):
    times, values = np.cumsum([(0.0, 0.0), *steps], axis=0).T
    warp = Warp(times, values)
    t = np.linspace(times[0] - 1, times[-1] + 1, 101)
    np.testing.assert_allclose(warp.inverse(warp(t)), t, atol=1e-6)
    assert np.all(np.diff(warp(t)) > 0)


def test_cheapest_path_by_brute_force(rng):
    cost = rng.random((6, 7))

    def cheapest(i, j):
        if i == 0 and j == 0:
            return cost[0, 0]
        ways = [cheapest(i - di, j - dj) for di, dj in ((1, 1), (0, 1), (1, 0)) if i >= di and j >= dj]
        return min(ways) + cost[i, j]

    path, mean = find_path(cost, max_slope=None)
    assert mean * len(path) == pytest.approx(cheapest(5, 6))
    assert cost[path[:, 0], path[:, 1]].sum() == pytest.approx(cheapest(5, 6))


def test_slope_limits_hold(rng):
    path, _ = find_path(rng.random((80, 110)))
    steps = np.diff(path, axis=0)
    assert np.all((steps >= 0) & (steps <= 1))
    for axis in (0, 1):  # never two frames of one while the other waits
        waits = (steps[:, axis] == 0).astype(int)
        assert np.all(waits[1:] + waits[:-1] < 2)


@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_the_cheapest_within_any_limit_by_brute_force(rng, most):
    cost = rng.random((7, 7) if most == 1 else (6, 8))

    def cheapest(i, j):
        if i == 0 and j == 0:
            return 2 * cost[0, 0]
        ways = [np.inf]
        for waits in range(most):
            if i > 0 and j > waits:
                ways.append(cheapest(i - 1, j - 1 - waits) + 2 * cost[i, j - waits] + cost[i, j - waits + 1 : j + 1].sum())
            if j > 0 and i > waits:
                ways.append(cheapest(i - 1 - waits, j - 1) + 2 * cost[i - waits, j] + cost[i - waits + 1 : i + 1, j].sum())
        return min(ways)

    rows, columns = cost.shape
    path, mean = find_path(cost, max_slope=most)
    assert mean * (rows + columns) == pytest.approx(cheapest(rows - 1, columns - 1))
    steps = np.diff(path, axis=0)
    assert np.all((steps >= 0) & (steps <= 1) & (steps.sum(axis=1, keepdims=True) >= 1))
    assert tuple(path[0]) == (0, 0)
    assert tuple(path[-1]) == (rows - 1, columns - 1)


@pytest.mark.parametrize("slope", [0, 0.5, 2.5, -1, 1000, float("nan"), float("inf")])
def test_a_limit_that_is_none_is_refused(slope):
    with pytest.raises(MotionError, match="a whole number from 1 to 100 or left free"):
        find_path(np.ones((5, 5)), max_slope=slope)


def test_no_legal_warp_gives_the_diagonal():
    assert find_path(np.ones((10, 40))) is None
    warp = find_warp(np.ones((10, 40)), 60)
    assert not warp.legal
    assert warp(9 / 60) == pytest.approx(39 / 60)


def test_open_end_stops_where_it_is_cheap():
    cost = np.ones((30, 60))
    np.fill_diagonal(cost, 0.0)
    path, mean = find_path(cost, open_end=True)
    assert tuple(path[-1]) == (29, 29)
    assert mean == pytest.approx(0)


def test_finds_a_known_warp(skeleton):
    slow = make_motion(skeleton, 300, seed=4)
    clock = np.linspace(0, 299, 220) + 12 * np.sin(np.linspace(0, np.pi, 220))
    quick = sample_at(slow, clock)
    warp = warp_between(quick, slow)
    t = np.linspace(0.4, 3.0, 40)
    np.testing.assert_allclose(warp(t), np.interp(t * 60, np.arange(220), clock) / 60, atol=0.04)


def test_registration_picks_the_middle_one(skeleton):
    base = make_motion(skeleton, 240, seed=5)
    others = [sample_at(base, np.linspace(0, 239, count)) for count in (180, 240, 320)]
    found = register(others)
    assert found.reference == 1
    assert found.legal
    assert found.warps[1](1.5) == pytest.approx(1.5)


@pytest.mark.parametrize(("times", "values"), [([0], [0]), ([0, 1], [0, 0]), ([0, 1, 2], [0, 1]), ([1, 0], [0, 1])])
def test_malformed_warps(times, values):
    with pytest.raises(MotionError):
        Warp(np.array(times, float), np.array(values, float))


def test_diagonal():
    assert diagonal(1, 3)(0.5) == pytest.approx(1.5)
