"""Where a picture is taken from: the camera, and the projection both the rasteriser and the overlays use."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

Vector = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Camera:
    """A camera without roll.

    eye (3,) metres, world; axes (3, 3): rows right, up, forward, unit, world; slope: half the picture's height
    at depth 1 (the tangent of half the vertical angle), or in metres when `perspective` is false.
    """

    eye: Vector
    axes: Vector
    slope: float
    perspective: bool = True

    def moved(self, by: ArrayLike) -> Camera:
        """The same view from a place `by` (3,) metres further."""
        return replace(self, eye=self.eye + np.asarray(by, dtype=np.float64))

    def project(self, points: ArrayLike, size: tuple[int, int]) -> Vector:
        """Pixels and depth (..., 3) of world points (..., 3): x right, y down, metres along the view."""
        local = (np.asarray(points, dtype=np.float64) - self.eye) @ self.axes.T
        depth = local[..., 2]
        scale = size[1] / (2 * self.slope) / (np.maximum(depth, 1e-9) if self.perspective else 1.0)
        return np.stack([size[0] / 2 + local[..., 0] * scale, size[1] / 2 - local[..., 1] * scale, depth], axis=-1)

    def pixels_per_metre(self, depth: float, size: tuple[int, int]) -> float:
        """How many pixels a metre covers at a depth."""
        return size[1] / (2 * self.slope) / (max(depth, 1e-9) if self.perspective else 1.0)


def view_axes(azimuth: float, elevation: float) -> Vector:
    """Axes (3, 3) of a camera that looks at the origin from a direction given in radians.

    azimuth about +y, 0 = seen from +z, a quarter turn = from +x; elevation above the horizon.
    """
    back = np.array([np.sin(azimuth) * np.cos(elevation), np.sin(elevation), np.cos(azimuth) * np.cos(elevation)])
    right = np.array([np.cos(azimuth), 0.0, -np.sin(azimuth)])
    return np.stack([right, np.cross(back, right), -back])


def fit(points: ArrayLike, radius: float, axes: Vector, size: tuple[int, int], slope: float, perspective: bool = True) -> Camera:
    """The nearest camera along the given axes that sees every point (N, 3), each with a margin of `radius` metres."""
    local = np.asarray(points, dtype=np.float64).reshape(-1, 3) @ axes.T
    aspect = size[0] / size[1]
    if not perspective:
        low, high = local.min(axis=0) - radius, local.max(axis=0) + radius
        half = max((high[1] - low[1]) / 2, (high[0] - low[0]) / (2 * aspect))
        centre = np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2] - 2 * half])
        return Camera(centre @ axes, axes, half, perspective=False)
    # Each side of the view is a plane through the eye; moved inwards by the radius it must keep every point on its inner side.
    middles, depths, bounds = np.zeros(2), np.zeros(2), []
    for axis, tangent in ((0, slope * aspect), (1, slope)):
        pad = radius * np.sqrt(1 + tangent * tangent)
        high = float(np.max(local[:, axis] - tangent * local[:, 2])) + pad
        low = float(np.min(local[:, axis] + tangent * local[:, 2])) - pad
        bounds.append((low, high, tangent))
        depths[axis] = (low - high) / (2 * tangent)
    depth = min(float(depths.min()), float(local[:, 2].min()) - 2 * radius)
    for axis, (low, high, tangent) in enumerate(bounds):
        middles[axis] = ((high + tangent * depth) + (low - tangent * depth)) / 2
    return Camera(np.array([middles[0], middles[1], depth]) @ axes, axes, slope)
