"""Capsules: distances of segments agree with brute force; arms apart touch nothing, arms inside the trunk do."""

import numpy as np

from motionloom.core import Motion
from motionloom.score._kernels import segment_distances
from motionloom.score.damage.limbs import pass_through
from motionloom.score.penetration import penetration_depths


def test_segment_distances_agree_with_sampling(rng):
    ends = rng.normal(size=(20, 2, 2, 3))
    out = np.empty((20, 1))
    segment_distances(ends.reshape(20, 4, 3), np.array([[0, 1], [2, 3]]), np.array([[0, 1]]), out)
    s = np.linspace(0, 1, 401)[:, None]
    for found, (one, other) in zip(out[:, 0], ends, strict=True):
        a, b = one[0] + s * (one[1] - one[0]), other[0] + s * (other[1] - other[0])
        assert abs(np.linalg.norm(a[:, None] - b[None], axis=-1).min() - found) < 0.02


def test_points_and_parallel_segments_are_no_trouble():
    point, bar = np.zeros((2, 3)), np.array([[1.0, 1.0, 0.0], [1.0, -1.0, 0.0]])
    out = np.empty((1, 2))
    joints = np.concatenate([point, bar, bar + [1.0, 0.5, 0.0]])[None]
    segment_distances(joints, np.array([[0, 1], [2, 3], [4, 5]]), np.array([[0, 1], [1, 2]]), out)
    np.testing.assert_allclose(out, [[1.0, 1.0]])


def test_a_t_pose_is_clear_of_itself(skeleton):
    motion = Motion(skeleton, np.tile(skeleton.rest_rotations, (3, 1, 1)), np.tile(skeleton.rest_root, (3, 1)), 60.0)
    assert penetration_depths(motion).max() < 0


def test_an_arm_through_the_body_is_found_where_it_is(walk, rng):
    damaged = pass_through(walk, walk, rng)
    depth = penetration_depths(damaged.motion).max(axis=1)
    assert depth.max() > 0.05
    assert damaged.touched[np.argmax(depth)]
