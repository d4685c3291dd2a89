"""A motion on another body: exactly, in proportion, or by roles; what is no body is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motionloom.align.put_on import put_on
from motionloom.core import Motion, Skeleton
from motionloom.core.body import body_of
from motionloom.core.errors import SkeletonError
from motionloom.core.ground import foot_points
from motionloom.sample import make, performers
from tests.conftest import make_motion
from tests.core.test_rest_poses import random_axes, with_other_axes


def taller(motion: Motion, scale: float) -> Motion:
    """The same motion by somebody larger."""
    skeleton = replace(motion.skeleton, offsets=motion.skeleton.offsets * scale, rest_root=motion.skeleton.rest_root * scale)
    return Motion(skeleton, motion.rotations, motion.root_positions * np.float32(scale), motion.fps, "taller")


def test_a_motion_put_on_a_larger_body_moves_in_proportion() -> None:
    motion = make(next(iter(performers())), "walk", 0).motion[:120]
    large = taller(motion, 1.1)
    worn = put_on(large, motion.skeleton)
    assert worn.skeleton.hash == motion.skeleton.hash
    assert np.allclose(foot_points(worn), foot_points(motion), atol=2e-3)
    assert body_of(large.skeleton).leg_length == pytest.approx(1.1 * body_of(motion.skeleton).leg_length)
    assert put_on(motion, motion.skeleton) is motion


def test_the_same_bones_under_another_rest_pose_move_nothing(rng: np.random.Generator) -> None:
    motion = make(next(iter(performers())), "walk", 0).motion[:60]
    worn = put_on(with_other_axes(motion, random_axes(motion.skeleton, rng)), motion.skeleton)
    np.testing.assert_allclose(worn.positions(), motion.positions(), atol=1e-5)


def test_other_names_are_put_on_by_roles() -> None:
    motion = make(next(iter(performers())), "walk", 0).motion[:60]
    names = ("other", *motion.skeleton.names[1:])
    other = replace(motion, skeleton=replace(motion.skeleton, names=names))
    worn = put_on(other, motion.skeleton)
    assert worn.skeleton is motion.skeleton
    np.testing.assert_allclose(worn.positions(), motion.positions(), atol=2e-4)


def test_the_same_joints_that_rest_with_other_limbs_are_put_on_by_roles(skeleton: Skeleton) -> None:
    """Arms that hang at rest: copying rotations would raise them by a right angle."""
    offsets = skeleton.offsets.copy()
    for side in ("Left", "Right"):
        for part in ("ForeArm", "Hand"):
            joint = skeleton.index(side + part)
            offsets[joint] = [0.0, -np.linalg.norm(offsets[joint]), 0.0]
    hanging = replace(skeleton, offsets=offsets)
    motion = make_motion(skeleton)
    worn = put_on(motion, hanging)
    for a, b in (("LeftArm", "LeftForeArm"), ("RightForeArm", "RightHand")):
        near, far = skeleton.index(a), skeleton.index(b)
        ways = [each.positions()[:, far] - each.positions()[:, near] for each in (motion, worn)]
        np.testing.assert_allclose(ways[0], ways[1], atol=1e-4)


def test_what_is_no_body_is_refused() -> None:
    motion = make(next(iter(performers())), "walk", 0).motion[:30]
    chain = Skeleton(("a", "b"), np.array([-1, 0]), np.array([[0.0, 0, 0], [0, 1, 0]]))
    other = Motion(chain, np.tile([0.0, 0, 0, 1], (30, 2, 1)), np.zeros((30, 3)), 60.0, "odd")
    with pytest.raises(SkeletonError, match="lacks the roles"):
        put_on(other, motion.skeleton)
