"""Laws of the quaternion maths, against SciPy where it says the same."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from motionloom.core import quaternion as q


@pytest.fixture
def turns(rng):
    return Rotation.random(200, rng=rng).as_quat()


def test_multiply_is_composition(turns):
    a, b = turns[:100], turns[100:]
    expected = (Rotation.from_quat(a) * Rotation.from_quat(b)).as_matrix()
    np.testing.assert_allclose(q.to_matrix(q.multiply(a, b)), expected, atol=1e-12)


def test_rotate_then_back(turns, rng):
    v = rng.normal(size=(200, 3))
    np.testing.assert_allclose(q.rotate(q.conjugate(turns), q.rotate(turns, v)), v, atol=1e-12)


def test_log_inverts_exp(rng):
    v = rng.normal(size=(300, 3))
    v *= rng.uniform(0, np.pi - 1e-3, (300, 1)) / np.linalg.norm(v, axis=1, keepdims=True)
    np.testing.assert_allclose(q.log(q.exp(v)), v, atol=1e-9)
    assert q.log(q.exp(np.zeros(3))) == pytest.approx(np.zeros(3))


def test_matrix_round_trip(turns):
    back = q.from_matrix(q.to_matrix(turns))
    assert np.all(q.angle_between(back, turns) < 1e-7)


@pytest.mark.parametrize("order", ["xyz", "xzy", "yxz", "yzx", "zxy", "zyx"])
def test_euler_round_trip_and_scipy(turns, order):
    angles = q.to_euler(turns, order)
    assert np.all(q.angle_between(q.from_euler(angles, order), turns) < 1e-7)
    scipys = Rotation.from_euler(order.upper(), angles).as_quat()
    assert np.all(q.angle_between(scipys, turns) < 1e-7)


@pytest.mark.parametrize("order", ["xyz", "zyx", "yzx"])
@pytest.mark.parametrize("middle", [np.pi / 2, -np.pi / 2])
def test_euler_at_gimbal_lock(order, middle):
    turned = q.from_euler(np.array([0.7, middle, -0.4]), order)
    assert q.angle_between(q.from_euler(q.to_euler(turned, order), order), turned) < 1e-6


def test_slerp_ends_and_middle(turns):
    a, b = turns[:100], turns[100:]
    assert np.all(q.angle_between(q.slerp(a, b, 0.0), a) < 1e-7)
    assert np.all(q.angle_between(q.slerp(a, b, 1.0), b) < 1e-7)
    half = q.slerp(a, b, 0.5)
    np.testing.assert_allclose(q.angle_between(a, half), q.angle_between(half, b), atol=1e-7)


def test_mean_of_one_is_itself_and_signs_do_not_matter(turns):
    stack = np.stack([turns, -turns, turns])
    weights = np.array([0.2, 0.5, 0.3])[:, None]
    assert np.all(q.angle_between(q.mean(stack, weights), turns) < 1e-7)


def test_make_continuous_keeps_rotations(turns):
    smooth = q.make_continuous(turns)
    assert np.all(q.angle_between(smooth, turns) < 1e-7)
    assert np.all(np.sum(smooth[1:] * smooth[:-1], axis=1) >= 0)


def test_between_turns_a_into_b(rng):
    a, b = rng.normal(size=(2, 100, 3))
    turned = q.rotate(q.between(a, b), a / np.linalg.norm(a, axis=1, keepdims=True))
    np.testing.assert_allclose(turned, b / np.linalg.norm(b, axis=1, keepdims=True), atol=1e-9)
    back = q.rotate(q.between(np.array([0.0, 1, 0]), np.array([0.0, -1, 0])), np.array([0.0, 1, 0]))
    np.testing.assert_allclose(back, [0, -1, 0], atol=1e-9)


def test_split_twist(turns):
    swing, twist = q.split_twist(turns, [0.0, 1.0, 0.0])
    assert np.all(q.angle_between(q.multiply(swing, twist), turns) < 1e-7)
    np.testing.assert_allclose(twist[:, [0, 2]], 0, atol=1e-12)
    np.testing.assert_allclose(swing[:, 1], 0, atol=1e-9)


def test_float32_stays_float32(turns):
    single = turns.astype(np.float32)
    for result in (q.multiply(single, single), q.rotate(single, single[:, :3]), q.slerp(single, single[::-1], 0.3), q.normalise(single)):
        assert result.dtype == np.float32


def test_zero_quaternion_becomes_identity():
    np.testing.assert_array_equal(q.normalise(np.zeros(4)), q.IDENTITY)
