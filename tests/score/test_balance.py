"""Support and balance: laws of the polygon, a body at rest, a body in flight, a body that tips over."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from motionloom.core import Motion, quaternion
from motionloom.core.mass import centre_of_mass
from motionloom.score.balance import carrying, measure_balance
from motionloom.score.support import distance_to_support, sole_corners, standing_corners
from motionloom.score.zero_moment import compute_dynamics


def still(skeleton, frames=120, fps=60.0):
    return Motion(skeleton, np.tile(skeleton.rest_rotations, (frames, 1, 1)), np.tile(skeleton.rest_root, (frames, 1)), fps)


def test_distance_is_zero_inside_and_right_outside(rng):
    corners = rng.normal(size=(1, 12, 2))
    hull = ConvexHull(corners[0])
    points = rng.normal(scale=2, size=(200, 2))
    all_stand = np.ones((200, 12), bool)
    found = distance_to_support(points, np.tile(corners, (200, 1, 1)), all_stand)
    outside = (points @ hull.equations[:, :2].T + hull.equations[:, 2]).max(axis=1)
    assert np.all((found == 0) == (outside <= 1e-12))
    edge = corners[0][np.append(hull.vertices, hull.vertices[0])]
    dense = np.concatenate([np.linspace(a, b, 4000) for a, b in pairwise(edge)])
    nearest = np.linalg.norm(points[:, None] - dense, axis=-1).min(axis=1)
    np.testing.assert_allclose(found[outside > 0], nearest[outside > 0], atol=2e-3)


def test_one_corner_two_corners_none():
    corners = np.zeros((3, 12, 2))
    corners[:, 1] = [1.0, 0.0]
    standing = np.zeros((3, 12), bool)
    standing[0, 0] = standing[1, 0] = standing[1, 1] = True
    found = distance_to_support(np.array([[0.0, 2.0], [0.5, 1.0], [0.0, 0.0]]), corners, standing)
    np.testing.assert_allclose(found[:2], [2.0, 1.0])
    assert np.isnan(found[2])


def test_at_rest_the_point_is_below_the_centre_of_mass(skeleton):
    motion = still(skeleton)
    dynamics = compute_dynamics(motion, 0.0)
    np.testing.assert_allclose(dynamics.points, centre_of_mass(motion)[:, [0, 2]], atol=1e-4)
    np.testing.assert_allclose(dynamics.load, 1.0, atol=1e-3)


def test_standing_on_both_feet_is_balanced_on_none_is_not(skeleton):
    motion = still(skeleton)
    assert measure_balance(motion, np.ones((120, 4), bool)).worst < 0.02
    hovering = measure_balance(motion, np.zeros((120, 4), bool))
    assert hovering.worst > 0.5  # it should have fallen


def test_free_fall_needs_no_support(skeleton):
    motion = still(skeleton, fps=120.0)
    time = np.arange(120) / 120
    roots = motion.root_positions + np.stack([0 * time, 5 - 4.905 * time**2, 0 * time], axis=1)
    falling = motion.with_arrays(motion.rotations, roots)
    balance = measure_balance(falling, np.zeros((120, 4), bool), ground=0.0)
    assert np.median(balance.error[30:90]) < 0.05


def test_leaning_over_the_toes_while_only_the_heels_stand(skeleton):
    motion = still(skeleton)
    rotations = motion.rotations.copy()
    rotations[:, skeleton.index("Spine")] = quaternion.from_axis_angle([1.0, 0.0, 0.0], 0.8)
    leaning = motion.with_arrays(rotations, motion.root_positions)
    heels = np.tile([True, False, True, False], (120, 1))
    assert measure_balance(leaning, heels).worst > 0.05
    assert measure_balance(leaning, np.ones((120, 4), bool)).worst < 0.02


def test_only_planted_corners_stand():
    plants = np.array([[True, False, False, True]])
    expected = [True, True, False, False, False, False, False, False, True, True, True, True]
    assert standing_corners(plants)[0].tolist() == expected


def test_soles_are_as_wide_as_feet(skeleton):
    corners = sole_corners(still(skeleton, 2))
    assert np.linalg.norm(corners[0, 2] - corners[0, 3]) == pytest.approx(0.055 * 1.588, rel=0.05)


def test_a_foot_carries_a_little_before_and_after_its_plant():
    plants = np.zeros((60, 4), dtype=bool)
    plants[20:30, 1] = True
    found = carrying(plants, fps=100.0, seconds=0.05)
    assert np.flatnonzero(found[:, 1]).tolist() == list(range(15, 35))
    assert not found[:, [0, 2, 3]].any()
    np.testing.assert_array_equal(carrying(plants, 100.0, 0.0), plants)


@pytest.mark.data
def test_captured_walks_are_balanced_on_the_plants_a_person_checked(shared_data):
    from motionloom.feet.hand_labels import open_example, read_labels

    wanted = {"02_01", "05_01", "06_01"}
    for label in [label for label in read_labels() if label.name in wanted]:
        example = open_example(label, shared_data)
        frames = slice(int(example.plants.checked[0]), int(example.plants.checked[-1]) + 1)
        assert measure_balance(example.motion[frames], example.plants.bits[frames]).share_inside > 0.92, label.name
