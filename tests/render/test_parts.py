"""Parts hang where they are hung."""

from __future__ import annotations

import numpy as np

from motionloom.core import Skeleton, quaternion
from motionloom.render.parts import JointPoint, Paint, PartList, axes_of, direction_in, seen_from


def test_frozen_parts_keep_their_rows(skeleton: Skeleton) -> None:
    parts = PartList(skeleton)
    frame = (2, quaternion.about_y(0.3))
    parts.cone(JointPoint(1, np.ones(3)), JointPoint(2, np.zeros(3)), 0.1, 0.2, Paint.LEFT, frame, (1.0, 2.0, 3.0))
    parts.ball(JointPoint(3, np.zeros(3)), 0.3, Paint.BODY)
    frozen = parts.freeze()
    assert len(frozen) == 2
    assert frozen.start_joint.tolist() == [1, 3]
    assert frozen.end_joint.tolist() == [2, 3]
    assert frozen.radii.tolist() == [[0.1, 0.2], [0.3, 0.3]]
    assert frozen.paint.tolist() == [Paint.LEFT, Paint.BODY]
    np.testing.assert_allclose(frozen.frame[0], frame[1])
    np.testing.assert_allclose(frozen.stretch, [[1, 2, 3], [1, 1, 1]])


def test_axes_keep_up_and_square_the_side(rng: np.random.Generator) -> None:
    for _ in range(20):
        up, side = rng.normal(size=(2, 3))
        matrix = quaternion.to_matrix(axes_of(side, up))
        np.testing.assert_allclose(matrix[:, 1], up / np.linalg.norm(up), atol=1e-9)
        assert matrix[:, 0] @ side > 0
        np.testing.assert_allclose(np.cross(matrix[:, 0], matrix[:, 1]), matrix[:, 2], atol=1e-9)


def test_axes_of_nothing_are_the_world(skeleton: Skeleton) -> None:
    np.testing.assert_array_equal(axes_of([0, 1, 0], [0, 2, 0]), quaternion.IDENTITY)
    np.testing.assert_array_equal(axes_of([1, 0, 0], [0, 0, 0]), quaternion.IDENTITY)


def test_a_child_is_seen_at_its_offset(skeleton: Skeleton) -> None:
    knee = skeleton.index("LeftLeg")
    np.testing.assert_allclose(seen_from(skeleton, skeleton.index("LeftUpLeg"), knee), skeleton.offsets[knee])
    np.testing.assert_allclose(direction_in(skeleton, knee, [0, 1, 0]), [0, 1, 0], atol=1e-12)
