"""Cameras see what they are told to see."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.render.camera import Camera, fit, view_axes

SIZE = (320, 180)


@pytest.mark.parametrize("azimuth", np.linspace(0, 2 * np.pi, 7))
def test_axes_are_square_and_level(azimuth: float) -> None:
    axes = view_axes(azimuth, 0.4)
    np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(np.stack([axes[0], axes[1], -axes[2]])) == pytest.approx(1)
    assert axes[0, 1] == 0


def test_from_the_front_the_right_of_the_picture_is_plus_x() -> None:
    camera = Camera(np.array([0.0, 0.0, 5.0]), view_axes(0.0, 0.0), 0.3)
    x, y, depth = camera.project([0.1, 0.2, 0.0], SIZE)
    assert x > SIZE[0] / 2
    assert y < SIZE[1] / 2
    assert depth == pytest.approx(5)


@pytest.mark.parametrize("perspective", [True, False])
@pytest.mark.parametrize("size", [(320, 180), (120, 400)])
def test_fit_sees_every_ball_and_touches_the_edge(perspective: bool, size: tuple[int, int], rng: np.random.Generator) -> None:
    points = rng.normal(size=(40, 3)) * [1.0, 0.7, 2.0]
    radius = 0.1
    camera = fit(points, radius, view_axes(0.7, 0.3), size, 0.3, perspective)
    seen = camera.project(points, size)
    reach = radius * np.array([camera.pixels_per_metre(depth, size) for depth in seen[:, 2]])[:, None]
    pixels = seen[:, :2]
    assert np.all(pixels - reach >= -1e-6)
    assert np.all(pixels + reach <= np.array(size) + 1e-6)
    margin = min(np.min(pixels - reach), np.min(np.array(size) - pixels - reach))
    assert margin < 0.05 * min(size)


def test_moved_sees_the_same_picture_of_moved_points() -> None:
    camera = fit(np.eye(3), 0.1, view_axes(0.2, 0.2), SIZE, 0.25)
    by = np.array([3.0, 0.5, -2.0])
    np.testing.assert_allclose(camera.project(np.eye(3), SIZE), camera.moved(by).project(np.eye(3) + by, SIZE))
