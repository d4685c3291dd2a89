"""Soles of one performer on the bones of another stand as the other's own do."""

import numpy as np
import pytest

from motionloom.core.ground import foot_points
from motionloom.demands.fitting import ENOUGH, find_turns, sole_tilts, turn_feet


def test_feet_turn_in_the_ankle_and_nothing_else_moves(motion):
    turned = turn_feet(motion, 0.3)
    flat = np.ones((len(motion), 4), bool)
    resting = motion.with_arrays(np.repeat(motion.skeleton.rest_rotations[None], len(motion), axis=0), motion.root_positions)
    gained = sole_tilts(turn_feet(resting, 0.3), flat) - sole_tilts(resting, flat)
    assert gained == pytest.approx(0.3, abs=1e-3)
    assert turn_feet(motion, 0.0) is motion
    ankles = [n for n, row in enumerate(np.abs(turned.rotations - motion.rotations).max(axis=(0, 2)) > 1e-6) if row]
    assert len(ankles) == 2
    assert np.array_equal(turned.root_positions, motion.root_positions)
    lengths = [np.linalg.norm(np.diff(foot_points(each), axis=1), axis=-1)[:, ::2] for each in (motion, turned)]
    assert np.allclose(*lengths, atol=1e-4)


def test_each_body_is_turned_to_stand_as_the_pools_own():
    rng = np.random.default_rng(0)
    stands = {"own": 0.05, "other": -0.25, "alike": 0.06, "unseen": 0.3, "odd": 1.2}
    counts = {"unseen": ENOUGH - 1}
    tilts = {body: [rng.normal(tilt, 0.02, counts.get(body, 4 * ENOUGH))] for body, tilt in stands.items()}
    assert find_turns(tilts, "own") == {"other": pytest.approx(0.3, abs=0.01)}
    assert find_turns(tilts, "unseen") == {}
