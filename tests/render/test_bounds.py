"""Rectangles that hold what they promise, and not much more."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core import quaternion
from motionloom.render.bounds import cone_boxes, floor_boxes, shadow_boxes, sky_boxes
from motionloom.render.camera import Camera, view_axes

SIZE = (400, 300)


def surface(rng: np.random.Generator, centre: np.ndarray, shape: np.ndarray) -> np.ndarray:
    """Points (N, 3) all over an ellipsoid."""
    directions = rng.normal(size=(4000, 3))
    return centre + (directions / np.linalg.norm(directions, axis=1, keepdims=True)) @ shape.T


@pytest.mark.parametrize("perspective", [True, False])
def test_cone_boxes_hold_both_ellipsoids_tightly(perspective: bool, rng: np.random.Generator) -> None:
    camera = Camera(np.zeros(3), view_axes(0.3, 0.2), 0.5 if perspective else 2.0, perspective)
    for _ in range(10):
        start, end = (camera.axes.T @ (rng.uniform(-1, 1, 3) * [0.8, 0.5, 1.0] + [0, 0, 4]) for _ in range(2))
        shape = quaternion.to_matrix(quaternion.normalise(rng.normal(size=4))) * rng.uniform(0.3, 1.5, 3)
        radii = rng.uniform(0.05, 0.3, 2)
        box = cone_boxes(start[None], end[None], radii[None], shape[None], camera, SIZE)[0]
        points = np.concatenate([surface(rng, start, radii[0] * shape), surface(rng, end, radii[1] * shape)])
        pixels = camera.project(points, SIZE)[:, :2]
        low, high = pixels.min(axis=0).clip(0, SIZE), pixels.max(axis=0).clip(0, SIZE)
        assert np.all(box[:2] <= low + 0.01)
        assert np.all(box[2:] >= high - 0.01)
        assert np.all(low - box[:2] < 3)
        assert np.all(box[2:] - high < 3)


def test_what_reaches_behind_the_eye_may_be_anywhere() -> None:
    camera = Camera(np.zeros(3), view_axes(0.0, 0.0), 0.5)
    ahead, behind = np.array([[0.0, 0.0, -3.0]]), np.array([[0.0, 0.0, 1.0]])
    box = cone_boxes(ahead, behind, np.array([[0.1, 0.1]]), np.eye(3)[None], camera, SIZE)[0]
    np.testing.assert_array_equal(box, [0, 0, *SIZE])
    around = floor_boxes(np.array([[-1.0, -1.0]]), np.array([[1.0, 1.0]]), -1.0, camera, SIZE)[0]
    np.testing.assert_array_equal(around, [0, 0, *SIZE])


def test_a_shadow_lies_where_the_light_throws_it(rng: np.random.Generator) -> None:
    camera = Camera(np.zeros(3), view_axes(0.0, 0.6), 0.5)
    key = np.array([0.3, 0.8, 0.2]) / np.linalg.norm([0.3, 0.8, 0.2])
    start, end, radius = np.array([[0.2, -1.0, -3.0]]), np.array([[0.0, -0.6, -3.2]]), np.array([0.15])
    box = shadow_boxes(start, end, radius, key, 0.1, -1.5, camera, SIZE)[0]
    for centre in (start[0], end[0]):
        points = surface(rng, centre, 0.15 * np.eye(3))
        fallen = points - ((points[:, 1] + 1.5) / key[1])[:, None] * key
        pixels = camera.project(fallen, SIZE)[:, :2]
        assert np.all(pixels >= box[:2] - 0.01)
        assert np.all(pixels <= box[2:] + 0.01)


def test_sky_is_hidden_only_from_the_floor_nearby() -> None:
    camera = Camera(np.zeros(3), view_axes(0.0, 0.6), 0.5)
    low, high = np.array([[0.0, -1.4, -3.0]]), np.array([[0.0, 0.5, -3.0]])
    near = sky_boxes(low, low, np.array([0.5]), -1.5, camera, SIZE)[0]
    assert (near[2] - near[0]) * (near[3] - near[1]) > 100
    np.testing.assert_array_equal(sky_boxes(high, high, np.array([0.5]), -1.5, camera, SIZE)[0], 0)
