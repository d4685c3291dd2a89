"""It tells apart what it was shown, its groups of terms add up to its score, and it needs both sides to learn from."""

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.score.motion_terms import GROUPS
from motionloom.score.objective_set import make_damaged, make_naturals
from motionloom.score.scorers.logistic import LogisticTerms


def test_its_line_parts_what_it_was_shown(captures, rng):
    natural, damaged = make_naturals(captures, 8, rng), make_damaged(captures, "lean", 8, rng)
    machine = LogisticTerms.fit([*natural, *damaged], rng)
    good, bad = (np.array([machine.score(example.motion, example.plants).total for example in side]) for side in (natural, damaged))
    assert np.mean(good <= machine.line) > 0.8
    assert np.mean(bad > machine.line) > 0.8
    score = machine.score(natural[0].motion, natural[0].plants)
    assert tuple(score.terms) == GROUPS
    assert sum(score.terms.values()) + machine.bias == pytest.approx(score.total)


def test_what_is_far_out_is_not_worse_still():
    machine = LogisticTerms(np.zeros(1), np.ones(1), np.ones((2, 1)), 0.0)
    from motionloom.score.scorers.logistic import FAR, _stand_off

    near, far = (_stand_off(np.array([value]), machine.middle, machine.spread) for value in (FAR, 1e9))
    np.testing.assert_array_equal(near, far)


def test_one_side_is_not_enough(captures, rng):
    with pytest.raises(MotionError, match="unnatural examples too"):
        LogisticTerms.fit(make_naturals(captures, 2, rng), rng)
