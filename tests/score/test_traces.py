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
