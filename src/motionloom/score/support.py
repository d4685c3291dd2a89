"""The support polygon: the convex hull of what stands on the ground, with the feet's real width."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import body_of

FOOT_WIDTH = 0.055  # of standing height, at the ball (Drillis and Contini 1966)
HEEL_WIDTH = 0.6  # of the width at the ball
POINTS = 12  # two of each heel, ball and tip, left foot then right


def sole_corners(motion: Motion) -> NDArray[np.float64]:
    """Ground positions (F, 12, 2) metres of both soles' corners: heel, ball and tip, each to both sides."""
    body = body_of(motion.skeleton)
    feet = motion.points(body.foot_joints, body.foot_offsets).astype(np.float64)[..., [0, 2]]
    tips = motion.points(body.tip_joints, body.tip_offsets).astype(np.float64)[..., [0, 2]]
    half = FOOT_WIDTH * body.height / 2
    corners = np.empty((len(motion), POINTS, 2))
    for foot in range(2):
        heel, ball, tip = feet[:, 2 * foot], feet[:, 2 * foot + 1], tips[:, foot]
        along = ball - heel
        along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-6)
        across = np.stack([along[:, 1], -along[:, 0]], axis=1) * half
        for n, (point, width) in enumerate(((heel, HEEL_WIDTH), (ball, 1.0), (tip, HEEL_WIDTH))):
            corners[:, 6 * foot + 2 * n] = point + across * width
            corners[:, 6 * foot + 2 * n + 1] = point - across * width
    return corners


def standing_corners(plants: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which corners (F, 12) carry, given plants (F, 4): a planted heel its two, a planted toe those of ball and tip."""
    heel, toe = plants[:, ::2], plants[:, 1::2]
    each = np.stack([heel, heel, toe, toe, toe, toe], axis=2)  # (F, foot, 6)
    return each.reshape(len(plants), POINTS)


def distance_to_support(points: NDArray[np.float64], corners: NDArray[np.float64], standing: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Metres (F,) from points (F, 2) to the hull of the standing corners; 0 inside, nan where nothing stands."""
    from motionloom.score._kernels import hull_distances

    out = np.empty(len(points))
    hull_distances(np.ascontiguousarray(points), np.ascontiguousarray(corners), np.ascontiguousarray(standing), out)
    return out


def support_polygons(corners: NDArray[np.float64], standing: NDArray[np.bool_]) -> tuple[NDArray[np.float64], ...]:
    """For each frame the convex hull (n, 2) metres of the standing corners, counter-clockwise; n = 0 where nothing stands."""
    from motionloom.score._kernels import hull_polygons

    polygons, sizes = np.empty((*corners.shape[:2], 2)), np.empty(len(corners), dtype=np.intp)
    hull_polygons(np.ascontiguousarray(corners), np.ascontiguousarray(standing), polygons, sizes)
    return tuple(polygon[:size] for polygon, size in zip(polygons, sizes, strict=True))
