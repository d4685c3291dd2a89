import numpy as np

from motionloom.core.ground import foot_points
from motionloom.feet.cleanup.ground import find_ground
from motionloom.feet.cleanup.offline import clean


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


def stairs(rise):
    """A left toe that stands on four steps for 20 frames each."""
    points, bits = np.full((80, 4, 3), 5.0), np.zeros((80, 4), bool)
    bits[:, 1] = True
    for step in range(4):
        points[20 * step : 20 * step + 20, 1] = (0.0, rise * step, 0.3 * step)
    return points, bits


def test_stairs_are_no_plane_and_feet_rest_where_they_stand():
    ground = find_ground(*stairs(0.2), 0.8)
    assert ground.uneven
    assert ground.under(np.array([0.0, 0.4, 0.6]), 1) == 0.4


def test_a_floor_that_is_a_little_rough_is_a_plane():
    ground = find_ground(*stairs(0.01), 0.8)
    assert not ground.uneven


def test_a_point_that_rests_high_does_not_lift_the_others_off_the_floor():
    points, bits = np.zeros((50, 4, 3)), np.ones((50, 4), bool)
    points[:, 0, 1] = points[:, 2, 1] = 0.2
    ground = find_ground(points, bits, 0.8)
    assert np.allclose(ground.heights(points)[:, [1, 3]], 0)


def test_a_plant_in_mid_air_does_not_tilt_the_floor():
    points, bits = stairs(0.0)
    plain = find_ground(points, bits, 0.8)
    points[70:, 1, 1] = 0.2
    assert np.allclose(find_ground(points, bits, 0.8).plane, plain.plane, atol=1e-9)
