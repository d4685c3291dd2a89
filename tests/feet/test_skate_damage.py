import numpy as np
import pytest

from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.core.ground import foot_points
from motionloom.feet.cleanup.ground import level_ground
from motionloom.feet.skate_damage import blend, scale_legs, scale_path
from motionloom.feet.skate_measures import measure_slide
from tests.feet.conftest import make_example


def slide(motion, plants):
    return measure_slide(foot_points(motion), plants, level_ground(0.0)).mean_cm_per_second


def test_a_longer_path_makes_clean_feet_skate(walk):
    longer = scale_path(walk.motion, 1.2)
    travelled = np.ptp(walk.motion.root_positions[:, [0, 2]], axis=0)
    assert np.allclose(np.ptp(longer.root_positions[:, [0, 2]], axis=0), 1.2 * travelled, rtol=1e-4)
    assert slide(walk.motion, walk.plants) < 0.1
    assert slide(longer, walk.plants) > 5


def test_longer_legs_skate_and_stay_on_the_floor(walk):
    longer = scale_legs(walk.motion, 1.1)
    assert body_of(longer.skeleton).leg_length == pytest.approx(1.1 * body_of(walk.motion.skeleton).leg_length, rel=1e-6)
    assert slide(longer, walk.plants) > 3
    assert abs(np.percentile(foot_points(longer)[..., 1], 5)) < 0.03


def test_a_blend_of_a_walk_with_itself_is_that_walk(walk):
    mixed, plants = blend(walk.motion, walk.plants, walk.motion, walk.plants)
    assert len(plants) == len(mixed)
    assert slide(mixed, plants) < 0.1


def test_a_blend_of_two_walks_skates(walk):
    fast = make_example("ada", "sneak")
    mixed, plants = blend(walk.motion, walk.plants, fast.motion, fast.plants)
    assert slide(mixed, plants) > 1


def test_walks_of_different_bodies_are_not_blended(walk, run):
    with pytest.raises(MotionError, match="different skeletons"):
        blend(walk.motion, walk.plants, run.motion, run.plants)
