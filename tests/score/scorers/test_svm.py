"""Our evaluation of the machine agrees with scikit-learn's; it needs both sides to learn from."""

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.score.objective_set import make_damaged, make_naturals
from motionloom.score.projection import Projection
from motionloom.score.scorers.svm import PositionSvm


def test_decisions_agree_with_scikit_learn(rng):
    from sklearn.svm import SVC

    points, sides = rng.normal(size=(80, 4)), rng.integers(0, 2, 80)
    machine = SVC(gamma=0.3).fit(points, sides)
    identity = Projection(np.zeros(4), np.ones(4), np.eye(4))
    ours = PositionSvm(identity, machine.support_vectors_, machine.dual_coef_[0], float(machine.intercept_[0]), 0.3)
    np.testing.assert_allclose(ours.decide(points), machine.decision_function(points), atol=1e-9)


def test_it_knows_what_it_was_shown(captures, rng):
    natural, damaged = make_naturals(captures, 8, rng), make_damaged(captures, "lean", 8, rng)
    machine = PositionSvm.fit([*natural, *damaged], rng)
    good, bad = ([machine.score(example.motion).total for example in side] for side in (natural, damaged))
    assert np.median(bad) > np.median(good)


def test_one_side_is_not_enough(captures, rng):
    with pytest.raises(MotionError, match="unnatural examples too"):
        PositionSvm.fit(make_naturals(captures, 2, rng), rng)
