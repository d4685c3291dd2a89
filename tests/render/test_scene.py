"""Scenes from whatever was given; poses between frames."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.errors import MotionloomError
from motionloom.core.ground import ground_height
from motionloom.render import DARK, Figure, Scene
from motionloom.render.bones import skeleton_size
from motionloom.render.scene import as_scene, figure_size, floor_of, part_points, parts_of, pose


def test_a_scene_of_anything(motion: Motion, snake: Motion) -> None:
    assert as_scene(motion).figures[0].colour is None
    several = as_scene([motion, Figure(snake, colour="#123456"), motion], "dark")
    assert several.theme is DARK
    assert several.figures[1].colour == "#123456"
    assert several.figures[0].colour != several.figures[2].colour
    assert as_scene(several) is several
    assert as_scene(as_scene(motion), "dark").theme is DARK


def test_an_empty_scene_is_refused() -> None:
    with pytest.raises(MotionloomError, match="at least one figure"):
        as_scene([])


def test_figures_are_checked(motion: Motion) -> None:
    with pytest.raises(MotionloomError, match=r"opacity must lie above 0 and up to 1, found 1\.5"):
        Figure(motion, opacity=1.5)
    with pytest.raises(MotionloomError, match=r"plants of 'wriggle' must have shape \(60, 4\), found \(3, 4\)"):
        Figure(motion, plants=np.zeros((3, 4), dtype=bool))


def test_floor_and_size_come_from_the_body_or_the_bones(motion: Motion, snake: Motion) -> None:
    assert floor_of(Figure(motion, offset=(0.0, 2.0, 0.0))) == pytest.approx(ground_height(motion) + 2)
    assert floor_of(Figure(snake)) < snake.positions()[..., 1].min()
    assert figure_size(motion.skeleton) == body_of(motion.skeleton).height
    assert figure_size(snake.skeleton) == skeleton_size(snake.skeleton)
    assert Scene((Figure(motion),), floor=0.25).ground == 0.25


def test_a_pose_on_a_frame_is_that_frame(motion: Motion) -> None:
    rotations, positions = pose(Figure(motion, offset=(1.0, 0.0, 0.0)), 7 / motion.fps)
    np.testing.assert_allclose(rotations, motion.world[0][7], atol=1e-6)
    np.testing.assert_allclose(positions, motion.positions()[7] + [1.0, 0.0, 0.0], atol=1e-6)


def test_a_pose_between_frames_lies_between(motion: Motion) -> None:
    figure = Figure(motion)
    rotations, positions = pose(figure, 7.5 / motion.fps)
    np.testing.assert_allclose(positions, motion.positions()[7:9].mean(axis=0), atol=1e-6)
    before, after = motion.world[0][7].astype(float), motion.world[0][8].astype(float)
    half = quaternion.slerp(before, after, np.full(len(before), 0.5))
    assert quaternion.angle_between(rotations, half).max() < 1e-3


def test_time_is_held_before_the_first_frame_and_after_the_last(motion: Motion) -> None:
    np.testing.assert_array_equal(pose(Figure(motion), -3.0)[1], pose(Figure(motion), 0.0)[1])
    np.testing.assert_array_equal(pose(Figure(motion), 99.0)[1], motion.positions()[-1].astype(float))
    np.testing.assert_array_equal(pose(Figure(motion, at=0.0), 0.5)[1], motion.positions()[0].astype(float))


def test_part_points_are_the_ends_of_the_parts(motion: Motion) -> None:
    parts = parts_of(motion.skeleton)
    points = part_points(Figure(motion), np.array([3, 5]))
    assert points.shape == (2, 2 * len(parts), 3)
    np.testing.assert_allclose(points[1, : len(parts)], motion.points(parts.start_joint, parts.start_offset)[5], atol=1e-5)
