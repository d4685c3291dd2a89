"""Tracks are those of one size of body at one rate, whatever comes in."""

import numpy as np
import pytest

from motionloom.core.body import body_of
from motionloom.core.editing import resample
from motionloom.core.ground import foot_points
from motionloom.score.segments import segment_centres
from motionloom.score.tracks import LEG, RATE, tracks_of


def test_points_are_those_of_the_motion_to_scale(walk):
    tracks, body = tracks_of(walk.motion, walk.plants), body_of(walk.motion.skeleton)
    size = LEG / body.leg_length
    np.testing.assert_allclose(tracks.joints, walk.motion.positions()[:, list(body.roles.values())] * size, atol=1e-5)
    np.testing.assert_allclose(tracks.feet, foot_points(walk.motion) * size, atol=1e-5)
    np.testing.assert_allclose(tracks.segments, segment_centres(walk.motion) * size, atol=1e-5)
    np.testing.assert_array_equal(tracks.plants, walk.plants)


@pytest.mark.parametrize("fps", [30.0, 48.0, 120.0, 240.0])
def test_any_rate_becomes_sixty(walk, fps):
    other = resample(walk.motion, fps)
    plants = np.zeros((len(other), 4), bool)
    tracks, known = tracks_of(other, plants), tracks_of(walk.motion, walk.plants)
    count = min(len(tracks), len(known))
    assert abs(len(tracks) - len(known)) <= RATE / fps + 1
    assert np.abs(tracks.joints[:count] - known.joints[:count]).max() < 0.02


def test_legs_bend_about_an_axis_of_length_of_its_own(walk):
    across = tracks_of(walk.motion, walk.plants).across
    assert np.ptp(np.linalg.norm(across, axis=-1)) < 1e-5


def test_a_body_in_free_fall_loads_nothing(walk):
    time = np.arange(len(walk.motion)) / walk.motion.fps
    body = body_of(walk.motion.skeleton)
    held = np.repeat(walk.motion.rotations[:1], len(time), axis=0)
    fall = -0.5 * 9.81 * (time - 1.0) ** 2 * body.leg_length / LEG
    falling = walk.motion.with_arrays(held, np.stack([0 * time, 3 + fall, 0 * time], axis=1))
    tracks = tracks_of(falling, np.zeros_like(walk.plants))
    assert np.abs(tracks.load[20:-20]).max() < 0.1
    assert tracks.flights == [(0, len(tracks))]
