"""Any skeleton can be drawn as bones."""

from __future__ import annotations

import numpy as np

from motionloom.core import Motion, Skeleton
from motionloom.render.bones import LONE_JOINT, bone_parts, skeleton_size
from motionloom.render.parts import Paint


def test_every_bone_and_joint_has_its_parts(snake: Motion) -> None:
    parts = bone_parts(snake.skeleton)
    joints, bones = len(snake.skeleton), len(snake.skeleton)  # the end site makes up for the root
    assert np.count_nonzero(parts.paint == Paint.JOINT) == joints
    assert np.count_nonzero(parts.paint == Paint.BONE) == 2 * bones
    assert np.all(parts.radii > 0)


def test_size_is_that_of_the_stretched_chain(snake: Motion) -> None:
    assert np.isclose(skeleton_size(snake.skeleton), 2 * 0.3 * 6)


def test_a_lone_joint_is_a_ball(dot: Motion) -> None:
    parts = bone_parts(dot.skeleton)
    assert parts.paint.tolist() == [Paint.JOINT]
    assert skeleton_size(dot.skeleton) == LONE_JOINT


def test_bones_of_no_length_are_left_out() -> None:
    skeleton = Skeleton(("a", "b", "c"), np.array([-1, 0, 1]), np.array([[0, 0, 0], [0, 0, 0], [0, 1.0, 0]]))
    assert np.count_nonzero(bone_parts(skeleton).paint == Paint.BONE) == 2
