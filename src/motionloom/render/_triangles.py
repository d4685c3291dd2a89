"""Triangles into a buffer of depths and colours, compiled. Stands alone, as every module of kernels does."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import math

from motionloom.core._compiled import fast

NEAR = 1e-3


@fast
def draw_triangles(points, light, faces, first, last, depth, colour):
    """Draw faces (T, 3) of points (V, 3): x, y in samples and depth, with light (V, 3), into rows first to last of depth (h, w) and
    colour (h, w, 3): the nearest wins."""
    width = depth.shape[1]
    for t in range(len(faces)):
        a, b, c = faces[t, 0], faces[t, 1], faces[t, 2]
        za, zb, zc = points[a, 2], points[b, 2], points[c, 2]
        if za < NEAR or zb < NEAR or zc < NEAR:
            continue
        ax, ay, bx, by, cx, cy = points[a, 0], points[a, 1], points[b, 0], points[b, 1], points[c, 0], points[c, 1]
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if abs(area) < 1e-12:
            continue
        y0 = max(first, math.ceil(min(ay, by, cy) - 0.5))
        y1 = min(last, math.floor(max(ay, by, cy) - 0.5) + 1)
        x0 = max(0, math.ceil(min(ax, bx, cx) - 0.5))
        x1 = min(width, math.floor(max(ax, bx, cx) - 0.5) + 1)
        for row in range(y0, y1):
            y = row + 0.5
            for column in range(x0, x1):
                x = column + 0.5
                u = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area
                v = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area
                w = 1.0 - u - v
                if u < 0 or v < 0 or w < 0:
                    continue
                z = u * za + v * zb + w * zc
                if z < depth[row, column]:
                    depth[row, column] = z
                    for k in range(3):
                        colour[row, column, k] = u * light[a, k] + v * light[b, k] + w * light[c, k]
