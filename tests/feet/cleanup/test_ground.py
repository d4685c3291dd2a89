import numpy as np

from motionloom.feet.cleanup.ground import find_ground
from motionloom.feet.cleanup.offline import clean
from motionloom.feet.skate import foot_points


def test_the_ground_of_a_made_clip_is_level_and_soles_lie_on_it(walk):
    ground = find_ground(foot_points(walk.motion), walk.plants.bits, 0.8)
    assert abs(ground.floor.height) < 1e-4
    assert np.allclose(ground.floor.slope, 0, atol=1e-4)
    assert np.allclose(ground.rests, 0, atol=1e-4)


def test_a_clip_put_on_its_ground_has_the_same_ground(walk, rng):
    shaky = walk.motion.with_arrays(walk.motion.rotations, walk.motion.root_positions + rng.normal(0, 0.004, (len(walk.motion), 3)))
    first = clean(shaky, walk.plants)
    again = find_ground(foot_points(first.motion), walk.plants.bits, 0.8)
    assert np.allclose(again.plane, first.ground.plane, atol=2e-4)
    assert np.allclose(again.rests, first.ground.rests, atol=2e-4)


def test_without_plants_the_lowest_point_is_the_ground(walk):
    points = foot_points(walk.motion)
    assert find_ground(points, np.zeros(points.shape[:2], bool), 0.8).floor.height == points[..., 1].min()
