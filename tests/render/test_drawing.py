"""What is drawn is where geometry says it is, the same every time, and visible from everywhere."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.heading import turn_and_move
from motionloom.render import DARK, LIGHT, Arrows, Figure, Markers, Patches, Scene, Trail, View, drawing
from motionloom.render.camera import Camera, view_axes
from motionloom.render.drawing import draw
from motionloom.render.framing import VIEWS, Shot, follow_each, frame_all
from motionloom.render.scene import as_scene
from motionloom.render.theme import CLEAR

SIZE = (160, 120)
NOON = replace(LIGHT, shadow_strength=0.0)


def seen(scene: Scene, time: float, shot: Shot, size: tuple[int, int] = SIZE, samples: int = 2) -> NDArray[np.bool_]:
    """Pixels (h, w) in which the figures show: where the picture differs from that of the bare floor."""
    far = tuple(replace(figure, offset=(0.0, -1e4, 0.0)) for figure in scene.figures)
    bare = replace(scene, figures=far, floor=scene.ground, theme=replace(scene.theme, shadow_strength=0.0))
    shown = replace(scene, floor=scene.ground, theme=bare.theme)
    difference = draw(shown, time, shot, size, samples).astype(int) - draw(bare, time, shot, size, samples)
    return np.abs(difference).max(axis=2) > 3


def ball_scene(dot: Motion, centre: tuple[float, float, float], radius: float) -> Scene:
    """A ball and nothing else: the figure itself is out of sight."""
    markers = Markers(np.array([centre]), radius=radius, through=False, colour="#000000")
    scene = Scene((Figure(dot, offset=(0.0, 500.0, 0.0)),), markers=(markers,), theme=NOON, floor=-300.0)
    return replace(scene, markers=(replace(markers, radius=radius * 1.7 / scene.size),))


@pytest.mark.parametrize("perspective", [True, False])
def test_a_ball_covers_the_pixels_its_cone_of_sight_covers(dot: Motion, perspective: bool) -> None:
    radius, centre = 0.4, np.array([0.35, 0.2, 0.1])
    camera = Camera(np.array([0.3, 0.4, 4.0]), view_axes(0.1, 0.15), 0.3 if perspective else 1.0, perspective)
    scene = ball_scene(dot, tuple(centre), radius)
    picture = draw(scene, 0.0, Shot(camera, np.zeros(3), 5.0), SIZE, samples=4).astype(float)
    bare = draw(replace(scene, markers=()), 0.0, Shot(camera, np.zeros(3), 5.0), SIZE).astype(float)
    covered = np.abs(picture - bare).max(axis=2) > 60
    rows, columns = np.mgrid[: SIZE[1], : SIZE[0]]
    slopes = np.stack([columns + 0.5 - SIZE[0] / 2, SIZE[1] / 2 - rows - 0.5], axis=-1) * 2 * camera.slope / SIZE[1]
    aside = slopes @ camera.axes[:2]
    rays = camera.axes[2] + aside if perspective else np.broadcast_to(camera.axes[2], aside.shape)
    origins = camera.eye + (0 if perspective else aside)
    unit = rays / np.linalg.norm(rays, axis=-1, keepdims=True)
    to_centre = centre - origins
    across = np.linalg.norm(to_centre - np.sum(to_centre * unit, axis=-1, keepdims=True) * unit, axis=-1)
    pixel = 2 * camera.slope / SIZE[1] * (4.0 if perspective else 1.0)
    assert np.all(covered[across < radius - pixel])
    assert not np.any(covered[across > radius + pixel])
    assert 500 < covered.sum() < 0.5 * covered.size


def test_nearer_hides_farther(dot: Motion) -> None:
    camera = Camera(np.array([0.0, 0.0, 4.0]), view_axes(0.0, 0.0), 0.3)
    near, far = ball_scene(dot, (0.0, 0.0, 1.0), 0.2), ball_scene(dot, (0.0, 0.0, -1.0), 0.2)
    red, blue = replace(near.markers[0], colour="#ff0000"), replace(far.markers[0], colour="#0000ff")
    for markers in ((red, blue), (blue, red)):
        scene = replace(near, markers=markers)
        pixel = draw(scene, 0.0, Shot(camera, np.zeros(3), 5.0), SIZE)[SIZE[1] // 2, SIZE[0] // 2].astype(int)
        assert pixel[0] > 2 * pixel[2]


@pytest.mark.parametrize("view", [*VIEWS, View(200.0, 40.0)])
def test_the_whole_body_is_inside_the_frame_whatever_its_heading(motion: Motion, view: str | View) -> None:
    for angle in np.linspace(0, 2 * np.pi, 5):
        scene = as_scene(turn_and_move(motion, angle, (40.0, 0.3, -25.0)))
        shot = follow_each(scene, np.array([0.5]), SIZE, view)[0]
        body = seen(scene, 0.5, shot)
        assert 0.02 < body.mean() < 0.7
        assert not body[0].any()
        assert not body[-1].any()
        assert not body[:, 0].any()
        assert not body[:, -1].any()


def test_turning_the_world_leaves_the_picture_alone(motion: Motion) -> None:
    pictures = []
    for angle in (0.0, 1.0):
        scene = as_scene(turn_and_move(motion, angle))
        shot = follow_each(scene, np.array([0.5]), SIZE, "three-quarter")[0]
        pictures.append(seen(scene, 0.5, shot))
    assert (pictures[0] ^ pictures[1]).mean() < 0.002


def test_the_same_scene_gives_the_same_bytes_on_any_number_of_cores(motion: Motion, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene((Figure(motion), Figure(motion, opacity=0.5, offset=(0.3, 0.0, 0.0))))
    shot = follow_each(scene, np.array([0.3]), SIZE, "side")[0]
    first = draw(scene, 0.3, shot, SIZE)
    np.testing.assert_array_equal(first, draw(scene, 0.3, shot, SIZE))
    monkeypatch.setattr(drawing, "run_in_chunks", lambda work, count, chunk: work(0, count))
    np.testing.assert_array_equal(first, draw(scene, 0.3, shot, SIZE))


def test_left_is_warm_and_right_is_cool(motion: Motion) -> None:
    still = motion.with_arrays(np.broadcast_to(motion.skeleton.rest_rotations, motion.rotations.shape), motion.root_positions)
    scene = as_scene(still)
    shot = follow_each(scene, np.array([0.0]), (240, 160), "front")[0]
    picture = draw(scene, 0.0, shot, (240, 160)).astype(int)
    body = seen(scene, 0.0, shot, (240, 160))
    columns = np.flatnonzero(body.any(axis=0))
    edge = max(4, (columns[-1] - columns[0]) // 10)
    warmth = [
        (picture[:, part, 0] - picture[:, part, 2])[body[:, part]].mean()
        for part in (slice(columns[0], columns[0] + edge), slice(columns[-1] - edge, columns[-1] + 1))
    ]
    assert warmth[0] < -20
    assert warmth[1] > 20


def test_a_shadow_darkens_the_floor_beside_the_feet(motion: Motion) -> None:
    scene = replace(as_scene(motion), floor=as_scene(motion).ground)
    shot = follow_each(scene, np.array([0.5]), SIZE, "three-quarter")[0]
    lit = draw(replace(scene, theme=NOON), 0.5, shot, SIZE).astype(int)
    shaded = draw(scene, 0.5, shot, SIZE).astype(int)
    assert np.all(shaded <= lit + 1)
    assert (lit - shaded).max() > 40
    assert 0.01 < ((lit - shaded).max(axis=2) > 10).mean() < 0.4


def test_a_ghost_lets_the_figure_behind_it_show(motion: Motion) -> None:
    solid, ghost = Figure(motion, colour="#d01010"), Figure(motion, opacity=0.4, colour="#1010d0", offset=(0.0, 0.0, 0.6))
    alone, both = Scene((solid,), theme=NOON), Scene((solid, ghost), theme=NOON)
    shot = frame_all(both, np.array([0.2]), SIZE, "front")
    behind = seen(replace(alone, floor=both.ground), 0.2, shot)
    difference = draw(both, 0.2, shot, SIZE).astype(int) - draw(replace(alone, floor=both.ground), 0.2, shot, SIZE)
    changed = (np.abs(difference).max(axis=2) > 8) & behind
    assert changed.sum() > 50
    assert np.median(draw(both, 0.2, shot, SIZE)[changed][:, 0]) > 60


def test_marks_on_the_floor_show(motion: Motion) -> None:
    plants = np.zeros((len(motion), 4), dtype=bool)
    scene = Scene((Figure(motion),), theme=NOON, floor=0.0)
    shot = frame_all(scene, np.array([0.0, 0.9]), SIZE, View(30.0, 50.0))
    bare = draw(scene, 0.0, shot, SIZE).astype(int)
    square = np.array([[-0.6, -0.6], [-0.6, 0.6], [0.6, 0.6], [0.6, -0.6]])
    for order in (square, square[::-1]):
        patched = draw(replace(scene, patches=(Patches([order], colour="#00a000"),)), 0.0, shot, SIZE).astype(int)
        assert ((bare - patched)[..., 0] > 20).mean() > 0.02
    few = draw(replace(scene, patches=(Patches([square[:2]]),)), 0.0, shot, SIZE)
    np.testing.assert_array_equal(few, bare)
    planted = draw(replace(scene, figures=(Figure(motion, plants=~plants),)), 0.0, shot, SIZE).astype(int)
    assert ((bare - planted)[..., 0] > 20).sum() > 5
    np.testing.assert_array_equal(draw(replace(scene, figures=(Figure(motion, plants=plants),)), 0.0, shot, SIZE), bare)


def test_trails_markers_and_arrows_show(motion: Motion) -> None:
    scene = Scene((Figure(motion),), theme=DARK)
    shot = frame_all(scene, np.linspace(0, 0.9, 5), SIZE, "side")
    bare = draw(scene, 0.5, shot, SIZE).astype(int)
    hips = motion.positions()[:, :1]
    layers = {
        "trails": (Trail(motion.positions()[:, 0] + [0, 0.6, 0]), Trail(motion.positions()[:, 0], on_ground=True)),
        "markers": (Markers(hips, motion.fps, radius=0.05),),
        "arrows": (Arrows(hips, np.full_like(hips, 0.3), motion.fps),),
    }
    for name, layer in layers.items():
        shown = draw(replace(scene, **{name: layer}), 0.5, shot, SIZE).astype(int)
        assert (np.abs(shown - bare).max(axis=2) > 12).sum() > 8, name
    hidden = draw(replace(scene, markers=(Markers(hips, motion.fps, through=False, radius=0.01),)), 0.5, shot, SIZE)
    np.testing.assert_array_equal(hidden, bare)
    walked = draw(replace(scene, figures=(Figure(motion, trails=("left_wrist",)),)), 0.9, shot, SIZE).astype(int)
    assert (np.abs(walked - draw(scene, 0.9, shot, SIZE)).max(axis=2) > 12).sum() > 8


def test_the_sky_has_the_colour_it_was_given(dot: Motion) -> None:
    camera = Camera(np.array([0.0, 2.0, 4.0]), view_axes(0.0, -1.2), 0.2)
    picture = draw(Scene((Figure(dot),), floor=0.0), 0.0, Shot(camera, np.zeros(3), 1.0), SIZE)
    wanted = [int(LIGHT.sky[i : i + 2], 16) for i in (1, 3, 5)]
    assert np.abs(picture.astype(int) - wanted).max() <= 1


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_any_scale_is_drawn_alike(snake: Motion, scale: float) -> None:
    skeleton = replace(
        snake.skeleton,
        offsets=snake.skeleton.offsets * scale,
        rest_root=snake.skeleton.rest_root * scale,
        end_sites=tuple(replace(site, offset=tuple(scale * x for x in site.offset)) for site in snake.skeleton.end_sites),
    )
    scene = as_scene(Motion(skeleton, snake.rotations, snake.root_positions * scale, 30.0))
    shot = follow_each(scene, np.array([0.2]), SIZE, "three-quarter")[0]
    reference = as_scene(snake)
    other = seen(reference, 0.2, follow_each(reference, np.array([0.2]), SIZE, "three-quarter")[0])
    body = seen(scene, 0.2, shot)
    assert body.sum() > 100
    assert (body ^ other).mean() < 0.01


def test_a_clear_picture_laid_on_its_own_ground_is_the_picture(motion: Motion) -> None:
    scene = as_scene(motion, CLEAR)
    shot = follow_each(scene, np.array([0.2]), (96, 64), "three-quarter")[0]
    clear = draw(scene, 0.2, shot, (96, 64))
    opaque = draw(replace(scene, theme=replace(CLEAR, clear=False)), 0.2, shot, (96, 64))
    cover = clear[..., 3:] / 255.0
    assert clear.shape == (64, 96, 4)
    assert (cover[:5, :5] == 0).all()
    assert 0.02 < np.mean(cover == 1) < 0.5
    for whole in (cover[..., 0] == 1, cover[..., 0] == 0):
        laid = clear[..., :3] * cover + 255 * (1 - cover)
        assert np.abs(laid[whole] - opaque[whole]).max() <= 2
