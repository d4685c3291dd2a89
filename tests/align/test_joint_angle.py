"""Joint angles: symmetric, blind to where and which way, the plain formula, and the same in blocks."""

import numpy as np
import pytest

from motionloom.align import angle_distances, joint_angle, make_angles, nearest_angles
from motionloom.align.joint_angle import WEIGHTS
from motionloom.core import quaternion
from motionloom.core.body import body_of
from motionloom.core.heading import turn_and_move
from tests.conftest import make_motion


@pytest.fixture(scope="module")
def pair(skeleton):
    return make_motion(skeleton, 130, seed=1), make_motion(skeleton, 90, seed=2)


def test_symmetric_and_nearest_to_itself(pair):
    a, b = (make_angles(m) for m in pair)
    np.testing.assert_allclose(angle_distances(a, b), angle_distances(b, a).T, atol=1e-4)
    index, least = nearest_angles(a, a)
    np.testing.assert_array_equal(index, np.arange(len(a)))
    assert least.max() < 0.02


def test_blind_to_where_and_which_way(pair):
    a, b = (make_angles(m) for m in pair)
    moved = make_angles(turn_and_move(pair[1], 1.0, (2.0, 0.0, 0.0)))
    np.testing.assert_allclose(angle_distances(a, moved), angle_distances(a, b), atol=1e-2)


def test_it_is_the_weighted_angles_and_the_difference_of_velocities(pair):
    roles = body_of(pair[0].skeleton).roles
    a, b = (make_angles(m) for m in pair)
    for i, j in ((0, 0), (17, 60), (129, 89)):
        angles = sum(
            weight * quaternion.angle_between(pair[0].rotations[i, roles[f"{side}_{part}"]], pair[1].rotations[j, roles[f"{side}_{part}"]])
            for side in ("left", "right")
            for part, weight in WEIGHTS.items()
        )
        wanted = angles + np.linalg.norm(a.velocities[i] - b.velocities[j])
        assert angle_distances(a, b)[i, j] == pytest.approx(wanted, rel=1e-3)


def test_a_rotation_and_its_negative_are_one(pair):
    a = make_angles(pair[0])
    negative = joint_angle.Angles(-a.rotations, a.weights, a.velocities)
    assert np.diag(angle_distances(a, negative)).max() < 0.02


def test_blocks_equal_the_matrix(pair, monkeypatch):
    a, b = (make_angles(m) for m in pair)
    matrix = angle_distances(a, b)
    monkeypatch.setattr(joint_angle, "BLOCK", 7 * len(b))
    index, least = nearest_angles(a, b)
    np.testing.assert_allclose(least, matrix.min(axis=1), rtol=1e-5)
    np.testing.assert_allclose(matrix[np.arange(len(a)), index], least, rtol=1e-5)
