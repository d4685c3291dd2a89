"""Jerks stand out against one's own smoothed path, whichever way the body goes."""

import numpy as np

from motionloom.core.heading import turn_and_move
from motionloom.score.damage.limbs import twitch
from motionloom.score.twitch import jerk_distances


def test_a_twitch_is_found_where_it_is(walk, rng):
    damaged = twitch(walk, walk, rng)
    before, after = jerk_distances(walk.motion), jerk_distances(damaged.motion)
    assert after[0].max() > 2 * before[0].max()
    near = np.flatnonzero(damaged.touched)
    assert near[0] - 6 <= np.argmax(after[1].max(axis=1)) <= near[-1] + 6


def test_turning_and_moving_changes_nothing(walk):
    moved = turn_and_move(walk.motion, 1.0, (2.0, 0.0, 3.0))
    np.testing.assert_allclose(jerk_distances(moved)[0], jerk_distances(walk.motion)[0], atol=1e-4)
