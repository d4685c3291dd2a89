"""The numbers of a motion: the same wherever it happens, finite, and those that damage should move."""

import numpy as np
import pytest

from motionloom.score.motion_terms import GROUPS, measure_motion
from motionloom.score.objective_set import make_damaged


def test_they_are_finite_and_blind_to_place(walk):
    found = measure_motion(walk.motion, walk.plants)
    moved = walk.motion.with_arrays(walk.motion.rotations, walk.motion.root_positions + np.float32([3.0, 0.0, -2.0]))
    again = measure_motion(moved, walk.plants)
    assert tuple(found) == GROUPS
    for group in GROUPS:
        assert all(np.isfinite(value) for value in found[group].values())
        assert again[group] == pytest.approx(found[group], abs=2e-2)


def test_a_lean_leans(captures, rng):
    (leaning,) = make_damaged(captures, "lean", 1, rng)
    (upright,) = make_damaged(captures, "twitch", 1, rng)
    lean, other = (measure_motion(each.motion, each.plants)["posture"]["lean"] for each in (leaning, upright))
    assert lean > other
