"""Areas agree with the count of pairs in the right order; curves rise from 0 to 1."""

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.score.roc import GRID, join, measure_roc


def test_the_area_is_the_share_of_pairs_in_order(rng):
    natural, unnatural = rng.integers(0, 8, 40), rng.integers(2, 10, 30)
    pairs = np.sign(unnatural[:, None] - natural[None]) / 2 + 0.5
    assert measure_roc(natural, unnatural).area == pytest.approx(pairs.mean())


def test_perfect_useless_and_upside_down():
    assert measure_roc([0, 1], [2, 3]).area == 1
    assert measure_roc([1, 1], [1, 1]).area == 0.5
    assert measure_roc([2, 3], [0, 1]).area == 0


def test_curves_rise_and_fit_their_area(rng):
    roc = measure_roc(rng.normal(size=500), rng.normal(1, 1, 500))
    assert np.all(np.diff(roc.found) >= 0)
    assert roc.found[-1] == 1
    assert np.trapezoid(roc.found, GRID) == pytest.approx(roc.area, abs=0.02)
    assert roc.share_found(1.0) == 1


def test_joining_equal_groups_of_one_scorer_is_pooling(rng):
    natural, one, other = rng.normal(size=100), rng.normal(1, 1, 50), rng.normal(2, 1, 50)
    joined = join([measure_roc(natural, one), measure_roc(natural, other)])
    assert joined.area == pytest.approx(measure_roc(natural, np.concatenate([one, other])).area)


def test_one_side_alone_is_refused():
    with pytest.raises(MotionError, match="both sides"):
        measure_roc([1.0], [])
    with pytest.raises(MotionError, match="no curve"):
        join([])
