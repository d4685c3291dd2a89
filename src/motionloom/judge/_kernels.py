"""Compiled loops of the judge."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numba
import numpy as np

exact = numba.njit(cache=True, nogil=True, error_model="numpy")


@exact
def _gap(a, b, c, d):
    """The least distance between the segments a-b and c-d: the nearer of the inner solution and the four ends."""
    ux, uy, uz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    vx, vy, vz = d[0] - c[0], d[1] - c[1], d[2] - c[2]
    wx, wy, wz = a[0] - c[0], a[1] - c[1], a[2] - c[2]
    uu, vv, uv = ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz, ux * vx + uy * vy + uz * vz
    uw, vw = ux * wx + uy * wy + uz * wz, vx * wx + vy * wy + vz * wz
    det = uu * vv - uv * uv
    s = min(1.0, max(0.0, (uv * vw - vv * uw) / det)) if det > 1e-12 else 0.0
    t = (uv * s + vw) / vv if vv > 1e-12 else 0.0
    if t < 0.0 or t > 1.0:
        t = min(1.0, max(0.0, t))
        s = min(1.0, max(0.0, (uv * t - uw) / uu)) if uu > 1e-12 else 0.0
    x, y, z = wx + s * ux - t * vx, wy + s * uy - t * vy, wz + s * uz - t * vz
    return np.sqrt(x * x + y * y + z * z)


@exact
def deepest_overlap(starts, stops, radii, pairs, depth, which):
    """Metres by which the worst pair of capsules overlaps in each frame into depth (F,), 0 where all are apart, and which pair it is.

    starts, stops (F, C, 3) metres; radii (C,); pairs (P, 2).
    """
    for f in range(starts.shape[0]):
        depth[f], which[f] = 0.0, 0
        for p in range(pairs.shape[0]):
            m, n = pairs[p, 0], pairs[p, 1]
            reach = radii[m] + radii[n]
            inside = reach - _gap(starts[f, m], stops[f, m], starts[f, n], stops[f, n])
            if inside > depth[f]:
                depth[f], which[f] = inside, p
