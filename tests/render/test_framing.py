"""Shots that hold, follow and turn with the figure."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core import Motion
from motionloom.core.errors import MotionloomError
from motionloom.core.heading import turn_and_move
from motionloom.render import Figure, Scene
from motionloom.render.framing import (
    VIEWS,
    facing_of,
    follow,
    follow_each,
    follow_path,
    frame_all,
    hold,
    roots_at,
    sample_times,
    view_named,
)
from motionloom.render.scene import as_scene, part_points

SIZE = (320, 180)


def walk(motion: Motion, metres: float) -> Motion:
    """The motion with its root led along +x."""
    way = np.linspace(0, metres, len(motion))[:, None] * [1.0, 0.0, 0.0]
    return motion.with_arrays(motion.rotations, motion.skeleton.rest_root + way)


def test_unknown_views_are_named() -> None:
    with pytest.raises(MotionloomError, match="no view 'below'; there are three-quarter, side, front, back, top"):
        view_named("below")


def test_a_walk_goes_to_the_right_of_the_picture(motion: Motion) -> None:
    for angle in (0.0, 2.0, 4.0):
        scene = as_scene(turn_and_move(walk(motion, 5.0), angle))
        shot = frame_all(scene, sample_times(scene, 8), SIZE, "side")
        x = shot.camera.project(scene.figures[0].motion.root_positions[[0, -1]], SIZE)[:, 0]
        assert x[0] < 0.3 * SIZE[0]
        assert x[1] > 0.7 * SIZE[0]


def test_facing_is_the_way_of_a_walk_else_the_heading(motion: Motion, snake: Motion) -> None:
    assert facing_of(as_scene(walk(motion, 5.0))) == pytest.approx(np.pi / 2)
    still = walk(motion, 0.0)
    turned = facing_of(as_scene(turn_and_move(still, 0.7))) - facing_of(as_scene(still))
    assert turned == pytest.approx(0.7, abs=1e-4)
    assert facing_of(as_scene(snake)) == 0.0


def test_hold_sees_the_whole_clip(motion: Motion) -> None:
    scene = as_scene(walk(motion, 6.0))
    times = sample_times(scene, 60)
    shots = hold(scene, times, SIZE, "three-quarter")
    assert all(shot is shots[0] for shot in shots)
    pixels = shots[0].camera.project(part_points(scene.figures[0], np.arange(len(motion))), SIZE)[..., :2]
    assert pixels.min() > 0
    assert np.all(pixels.max(axis=(0, 1)) < SIZE)


def test_cells_keep_the_figure_in_the_same_place(motion: Motion) -> None:
    scene = as_scene(walk(motion, 6.0))
    times = sample_times(scene, 8)
    shots = follow_each(scene, times, SIZE, "three-quarter")
    places = [shot.camera.project(root, SIZE)[:2] for shot, root in zip(shots, roots_at(scene, times), strict=True)]
    np.testing.assert_allclose(places, np.broadcast_to(places[0], (8, 2)), atol=1e-6)


def test_a_following_camera_is_smoother_than_what_it_follows_and_does_not_lag(motion: Motion) -> None:
    frames = 240
    time = np.arange(frames) / 60
    sway = np.stack([1.4 * time, np.zeros(frames), 0.1 * np.sin(12 * time)], axis=1)
    rotations = np.broadcast_to(motion.skeleton.rest_rotations, (frames, len(motion.skeleton), 4))
    scene = as_scene(Motion(motion.skeleton, rotations, motion.skeleton.rest_root + sway, 60.0))
    times = np.arange(120) / 30
    path, roots = follow_path(scene, times), roots_at(scene, times)
    assert np.abs(np.diff(path[:, 2])).max() < 0.1 * np.abs(np.diff(roots[:, 2])).max()
    np.testing.assert_allclose(path[:, 0], roots[:, 0], atol=0.05)
    shots = follow(scene, times, SIZE, "three-quarter")
    for shot, frame in zip(shots[::10], range(0, frames, 20), strict=True):
        pixels = shot.camera.project(part_points(scene.figures[0], np.array([frame])), SIZE)[..., :2]
        assert pixels.min() > 0
        assert np.all(pixels.max(axis=(0, 1)) < SIZE)


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_few_times_can_be_followed(motion: Motion, count: int) -> None:
    scene = Scene((Figure(motion),))
    times = sample_times(scene, count)
    assert len(follow(scene, times, SIZE, "side")) == count
    assert np.all((times >= 0) & (times <= scene.duration))


def test_views_have_names_that_people_use() -> None:
    assert {"three-quarter", "side", "front", "top"} <= set(VIEWS)
