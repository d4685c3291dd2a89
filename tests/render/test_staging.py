"""What stands on the stage at a moment."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core import Motion
from motionloom.core.errors import MotionloomError
from motionloom.core.ground import foot_points
from motionloom.render import Arrows, Figure, Markers, Patches, Scene, Trail
from motionloom.render.parts import Paint
from motionloom.render.scene import part_points, parts_of
from motionloom.render.staging import joint_named, stage
from motionloom.render.theme import LIGHT, linear


def test_a_figure_stands_where_its_motion_is(motion: Motion) -> None:
    (cones,), _ = stage(Scene((Figure(motion),)), 4 / motion.fps)
    points = part_points(Figure(motion), np.array([4]))[0]
    np.testing.assert_allclose(np.concatenate([cones.start, cones.end]), points, atol=1e-5)
    np.testing.assert_allclose(cones.axes @ np.swapaxes(cones.axes, 1, 2), np.broadcast_to(np.eye(3), cones.axes.shape), atol=1e-5)


def test_colours_follow_the_theme_and_the_figure(motion: Motion) -> None:
    paint = parts_of(motion.skeleton).paint
    (plain,), _ = stage(Scene((Figure(motion),)), 0.0)
    np.testing.assert_allclose(plain.colour[paint == Paint.LEFT][0], linear(LIGHT.left))
    (own,), _ = stage(Scene((Figure(motion, colour="#00ff00"),)), 0.0)
    np.testing.assert_allclose(own.colour[paint == Paint.BODY][0], [0, 1, 0])
    assert own.colour[paint == Paint.LEFT][0][1] > plain.colour[paint == Paint.LEFT][0][1]


def test_a_trail_grows_with_time_and_can_lie_on_the_floor(motion: Motion) -> None:
    scene = Scene((Figure(motion, trails=("hips", "left_wrist@ground")),))
    early, late = stage(scene, 0.1)[0], stage(scene, 0.8)[0]
    assert len(late[1]) > len(early[1])
    np.testing.assert_allclose(late[1].end[-1], motion.positions()[48, 0], atol=1e-5)
    assert np.ptp(late[2].start[:, 1]) == 0
    assert late[2].start[0, 1] == pytest.approx(scene.ground, abs=0.01)
    assert len(stage(scene, 0.0)[0]) == 1  # no path yet


def test_joints_by_role_or_name(motion: Motion, snake: Motion) -> None:
    assert joint_named(motion, "left_knee") == joint_named(motion, "LeftLeg")
    assert joint_named(snake, "segment 2") == 2
    with pytest.raises(MotionloomError, match="'snake' has no joint or role 'left_knee'; it has segment 0"):
        joint_named(snake, "left_knee")


def test_planted_points_are_marked_where_they_stand(motion: Motion) -> None:
    plants = np.zeros((len(motion), 4), dtype=bool)
    plants[10, 2] = True
    scene = Scene((Figure(motion, plants=plants),))
    assert not stage(scene, 0.0)[1].discs
    discs = stage(scene, 10 / motion.fps)[1].discs
    assert len(discs) == 2
    np.testing.assert_allclose(discs[0][:2], foot_points(motion)[10, 2, [0, 2]], atol=1e-5)


def test_layers_over_time(motion: Motion) -> None:
    points = np.arange(60.0)[:, None, None] * np.ones((1, 2, 3))
    scene = Scene(
        (Figure(motion),),
        markers=(Markers(points, 60.0), Markers(points[0])),
        arrows=(Arrows(points, np.where(np.arange(2)[:, None] > 0, 1.0, 0.0) * np.ones((60, 2, 3)), 60.0),),
        patches=(Patches([np.zeros((0, 2)), np.eye(3)], 1.0),),
        trails=(Trail(points[:, 0]), Trail(points[:1, 0])),
    )
    cones, floor = stage(scene, 0.5)
    assert [len(c) for c in cones[1:]] == [59, 2, 2, 2]
    np.testing.assert_allclose(cones[2].start[0], 30.0)
    assert cones[2].over
    assert floor.patches == []
    corners = stage(scene, 1.0)[1].patches[0][0]
    np.testing.assert_array_equal(corners, np.eye(3)[:, [0, 2]])
