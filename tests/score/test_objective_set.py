"""The synthetic stand-in: performers apart, chance by seed, every kind of damage really there."""

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.score.objective_set import SECONDS, make_damaged, make_naturals, split_subjects


def test_halves_share_no_performer(captures):
    one, other = ({capture.subject for capture in half} for half in split_subjects(captures))
    assert not one & other
    assert one | other == {"ada", "boris"}


def test_naturals_take_turns_and_are_untouched(captures, rng):
    examples = make_naturals(captures, 6, rng)
    assert sorted(example.subject for example in examples) == ["ada"] * 3 + ["boris"] * 3
    assert all(example.natural and not example.touched.any() for example in examples)
    assert all(example.motion.duration == pytest.approx(SECONDS, abs=0.02) for example in examples)


def test_the_same_seed_makes_the_same_examples(captures):
    one, other = (make_damaged(captures, "limb swap", 2, np.random.default_rng(5)) for _ in range(2))
    for a, b in zip(one, other, strict=True):
        np.testing.assert_array_equal(a.motion.rotations, b.motion.rotations)


def test_short_captures_are_refused(captures, rng):
    with pytest.raises(MotionError, match="no capture of ada lasts 2 s"):
        make_naturals([captures[0].part(0, 10)], 1, rng)
