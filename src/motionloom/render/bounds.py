"""Which pixels a solid can touch: the rectangles within which the kernels look for it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.render.camera import Camera, Vector

Boxes = NDArray[np.int64]
ANYWHERE = 1e6  # a slope wider than any picture


def cone_boxes(start: Vector, end: Vector, radii: Vector, shape: Vector, camera: Camera, size: tuple[int, int]) -> Boxes:
    """Pixels (P, 4) x0 y0 x1 y1 that hold each round cone: exact bounds of its two projected ellipsoids.

    start, end (P, 3) metres from the eye, world axes; radii (P, 2); shape (P, 3, 3) columns: what a unit ball is stretched to.
    """
    bounds = []
    for centres, radius in ((start, radii[:, 0]), (end, radii[:, 1])):
        spread = camera.axes @ shape * radius[:, None, None]
        bounds.append(_ellipsoid_bounds(centres @ camera.axes.T, spread @ np.swapaxes(spread, 1, 2), camera.perspective))
    low, high = np.minimum(bounds[0][0], bounds[1][0]), np.maximum(bounds[0][1], bounds[1][1])
    scale = size[1] / (2 * camera.slope)
    x0, x1 = size[0] / 2 + low[:, 0] * scale, size[0] / 2 + high[:, 0] * scale
    y0, y1 = size[1] / 2 - high[:, 1] * scale, size[1] / 2 - low[:, 1] * scale
    return _to_pixels(x0, y0, x1, y1, size)


def _ellipsoid_bounds(centre: Vector, spread: Vector, perspective: bool) -> tuple[Vector, Vector]:
    """Lowest and highest slope (P, 2) at which ellipsoids are seen: the tangent planes of their dual quadric."""
    diagonal = np.stack([spread[:, 0, 0], spread[:, 1, 1]], axis=1)
    if not perspective:
        reach = np.sqrt(diagonal)
        return centre[:, :2] - reach, centre[:, :2] + reach
    depth = centre[:, 2]
    in_front = depth - np.sqrt(spread[:, 2, 2]) > 1e-3
    squared = np.where(in_front, spread[:, 2, 2] - depth**2, -1.0)[:, None]
    mixed = np.stack([spread[:, 0, 2], spread[:, 1, 2]], axis=1) - centre[:, :2] * depth[:, None]
    root = np.sqrt(np.maximum(mixed**2 - (diagonal - centre[:, :2] ** 2) * squared, 0.0))
    # Beside or behind the eye there is no bound: such a solid may be anywhere.
    low = np.where(in_front[:, None], (mixed + root) / squared, -ANYWHERE)
    return low, np.where(in_front[:, None], (mixed - root) / squared, ANYWHERE)


def _to_pixels(x0: Vector, y0: Vector, x1: Vector, y1: Vector, size: tuple[int, int]) -> Boxes:
    low = np.floor(np.stack([x0, y0], axis=1)).clip(0, size)
    high = np.ceil(np.stack([x1, y1], axis=1)).clip(0, size)
    return np.concatenate([low, high], axis=1).astype(np.int64)


def floor_boxes(low: Vector, high: Vector, level: float, camera: Camera, size: tuple[int, int]) -> Boxes:
    """Pixels (P, 4) of rectangles on the floor: low and high (P, 2) as x, z, metres from the eye; level metres above it."""
    corners = np.stack([np.stack([a[:, 0], np.full(len(low), level), b[:, 1]], axis=1) for a in (low, high) for b in (low, high)], axis=1)
    seen = camera.project(corners + camera.eye, size)
    box = _to_pixels(seen[..., 0].min(1), seen[..., 1].min(1), seen[..., 0].max(1), seen[..., 1].max(1), size)
    if camera.perspective:
        box[seen[..., 2].min(axis=1) < 1e-3] = (0, 0, *size)
    return box


def shadow_boxes(
    start: Vector, end: Vector, radius: Vector, key: Vector, softness: float, level: float, camera: Camera, size: tuple[int, int]
) -> Boxes:
    """Pixels (P, 4) on which the shadow of a cone falls, with the blur around it.

    radius (P,) the widest of each cone; key (3,) towards the light, whose half angle has the sine `softness`.
    """
    lows, highs = [], []
    for centre in (start, end):
        fall = np.maximum(centre[:, 1] - level, 0.0) / key[1]
        middle = (centre - fall[:, None] * key)[:, [0, 2]]
        # The blurred disc, seen square to the light, is stretched on the floor along the light's way.
        blurred = (radius + softness * fall)[:, None]
        reach = blurred * np.sqrt(1 + (key[[0, 2]] / key[1]) ** 2)
        lows.append(middle - reach)
        highs.append(middle + reach)
    return floor_boxes(np.minimum(*lows), np.maximum(*highs), level, camera, size)


def sky_boxes(start: Vector, end: Vector, reach: Vector, level: float, camera: Camera, size: tuple[int, int]) -> Boxes:
    """Pixels (P, 4) of the floor within `reach` (P,) metres of a cone's centres."""
    lows, highs, near = [], [], np.zeros(len(start), dtype=bool)
    for centre in (start, end):
        above = np.maximum(centre[:, 1] - level, 0.0)
        near |= above < reach
        below = np.sqrt(np.maximum(reach**2 - above**2, 0.0))[:, None]
        lows.append(centre[:, [0, 2]] - below)
        highs.append(centre[:, [0, 2]] + below)
    boxes = floor_boxes(np.minimum(*lows), np.maximum(*highs), level, camera, size)
    boxes[~near] = 0
    return boxes
