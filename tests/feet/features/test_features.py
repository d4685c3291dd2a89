"""Laws that hold for every kind of features."""

import numpy as np
import pytest

from motionloom.core.editing import mirror
from motionloom.core.errors import MotionError
from motionloom.core.heading import turn_and_move
from motionloom.feet.features import Legs, Soles, from_json

KINDS = [Legs(), Soles(), Legs(scaling="segment", parts=("ankle", "toe", "root")), Soles(scaling="segment", points=("toe",))]


@pytest.mark.parametrize("features", KINDS, ids=str)
def test_shape_and_width(features, walk):
    assert features.describe(walk.motion).shape == (len(walk.motion), features.views, features.width)


@pytest.mark.parametrize("features", KINDS, ids=str)
def test_place_and_direction_do_not_matter(features, walk):
    moved = turn_and_move(walk.motion, -2.0, (5.0, 0.1, 1.0))
    assert np.allclose(features.describe(walk.motion), features.describe(moved), atol=5e-3)


@pytest.mark.parametrize("features", KINDS, ids=str)
def test_projecting_later_is_the_same(features, walk, rng):
    projection = rng.standard_normal((features.width, 5)).astype(np.float32)
    assert np.allclose(features.describe(walk.motion, projection), features.describe(walk.motion) @ projection, atol=1e-3)


@pytest.mark.parametrize("features", KINDS, ids=str)
def test_plain_data_and_back(features):
    assert from_json(features.to_json()) == features


def test_unknown_features_are_named():
    with pytest.raises(MotionError, match="no foot features 'hands'; there are legs, soles"):
        from_json({"name": "hands"})
    with pytest.raises(MotionError, match="cannot be made"):
        from_json({"name": "soles", "colour": "red"})


def test_mirroring_swaps_the_two_feet_of_soles(walk):
    plain, mirrored = Soles().describe(walk.motion), Soles().describe(mirror(walk.motion))
    assert np.allclose(plain[:, 0], mirrored[:, 1], atol=0.02)
