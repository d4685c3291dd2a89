"""The floor is found under a tilt, under a sole that is not level, and does not follow feet that hover for a while."""

import numpy as np
import pytest

from motionloom.score.floor import floor_under
from motionloom.score.tracks import RATE, tracks_of


def tilt(tracks, slope):
    feet = tracks.feet.copy()
    feet[..., 1] += feet[..., [0, 2]] @ np.asarray(slope)
    return feet


@pytest.fixture
def stood(walk):
    return tracks_of(walk.motion, walk.plants)


def test_planted_points_stand_on_it(stood):
    above = (stood.feet[..., 1] - stood.floor)[stood.plants]
    assert np.abs(above).max() < 0.01


def test_a_tilted_floor_is_followed(stood):
    feet = tilt(stood, [0.015, -0.01])
    above = (feet[..., 1] - floor_under(feet, stood.plants, RATE))[stood.plants]
    assert np.abs(above).max() < 0.012


def test_a_body_that_is_lifted_for_a_while_is_above_it(stood):
    feet = stood.feet.copy()
    feet[40:80, :, 1] += 0.08
    above = feet[..., 1] - floor_under(feet, stood.plants, RATE)
    assert np.median(above[45:75][stood.plants[45:75]]) > 0.05
    assert np.abs(np.median(above[:35][stood.plants[:35]])) < 0.015


def test_a_known_level_is_kept(stood):
    floor = floor_under(stood.feet, stood.plants, RATE, level=-0.5)
    assert floor.min() >= -0.5
    assert floor.max() <= -0.5 + 0.08


def test_without_plants_the_lowest_points_tell(stood):
    floor = floor_under(stood.feet, np.zeros_like(stood.plants), RATE)
    assert np.isfinite(floor).all()
    assert np.abs(floor - stood.floor).max() < 0.06
