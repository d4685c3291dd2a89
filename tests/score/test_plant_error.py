"""Planted feet that stay have no error; those that slide have as much as they slide."""

import numpy as np

from motionloom.score.plant_error import stray_distances


def test_feet_that_stand_do_not_stray(walk):
    stray = stray_distances(walk.motion, walk.plants)
    assert np.array_equal(np.isnan(stray), ~walk.plants)
    assert np.nanpercentile(stray, 90) < 0.02


def test_a_slide_is_measured_in_metres(skeleton):
    from motionloom.core import Motion

    frames = 101
    roots = np.tile(skeleton.rest_root, (frames, 1)) + np.linspace(0, 0.4, frames)[:, None] * [1.0, 0.0, 0.0]
    sliding = Motion(skeleton, np.tile(skeleton.rest_rotations, (frames, 1, 1)), roots, 60.0)
    stray = stray_distances(sliding, np.ones((frames, 4), dtype=bool))
    np.testing.assert_allclose(stray[:, 0], np.abs(np.linspace(-0.2, 0.2, frames)), atol=1e-5)


def test_given_places_win_over_the_feet_own(walk):
    from motionloom.core.ground import foot_points

    places = foot_points(walk.motion).astype(float) + [0.1, 0.0, 0.0]
    np.testing.assert_allclose(stray_distances(walk.motion, walk.plants, places)[walk.plants], 0.1, atol=1e-6)
