"""A trace adds up to the score, and shows what the score is measured from."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.heading import turn_and_move
from motionloom.score.scorers import find
from motionloom.score.traces import trace_score


def test_the_trace_is_that_of_the_papers_sum() -> None:
    made = sample.make("ada", "walk")
    trace = trace_score(made.motion, made.plants)
    score = find("sum")().score(made.motion, made.plants)
    assert trace.score == pytest.approx(score.total)
    assert (trace.plant, trace.worst) == pytest.approx((score.terms["plants"], score.terms["balance"]))
    assert np.allclose(trace.feet, score.traces["plants"])
    assert np.allclose(trace.balance, score.traces["balance"])
    assert np.allclose(trace.foot_error.max(axis=1), trace.feet)
    assert np.array_equal(np.isnan(trace.stray), ~made.plants)


def test_the_support_and_the_point_move_with_the_motion() -> None:
    made = sample.make("ada", "walk")
    trace, moved = (trace_score(motion, made.plants) for motion in (made.motion, turn_and_move(made.motion, 0.0, (2.0, 0.0, -1.0))))
    assert np.allclose(moved.points, trace.points + [2.0, -1.0], atol=1e-3)
    assert np.allclose(moved.corners, trace.corners + [2.0, -1.0], atol=1e-4)
    assert np.array_equal(moved.standing, trace.standing)


def test_nothing_stands_in_flight() -> None:
    made = sample.make("ada", "jump")
    trace = trace_score(made.motion, made.plants)
    in_the_air = ~np.logical_or.reduce(made.plants, axis=1)
    middle = np.flatnonzero(in_the_air)[in_the_air.sum() // 2]
    assert not trace.standing[middle].any()
    assert trace.standing[0].any()


def test_a_point_inside_its_polygon_is_in_balance() -> None:
    made = sample.make("ada", "stand")
    trace = trace_score(made.motion, made.plants)
    polygons = trace.polygons()
    for frame in range(20, len(made.motion) - 20, 20):
        edges, away = np.roll(polygons[frame], -1, axis=0) - polygons[frame], trace.points[frame] - polygons[frame]
        inside = np.all(edges[:, 0] * away[:, 1] - edges[:, 1] * away[:, 0] >= 0)
        assert inside == (trace.balance[frame] == 0)


def test_plants_and_floor_are_found_where_they_are_not_given() -> None:
    motion = sample.make("ada", "run").motion[:240]
    trace = trace_score(motion)
    assert not np.isnan(trace.stray).all()
    assert abs(trace.ground) < 0.03
    carries = np.array([len(polygon) > 0 for polygon in trace.polygons()])
    assert np.array_equal(carries, trace.standing.any(axis=1))
