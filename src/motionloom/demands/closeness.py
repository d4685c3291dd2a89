"""How alike two frames are, for millions of pairs a second: the point-cloud distances of `align`, in fewer numbers a frame.

A window's points on the ground are complex numbers (x + iz), so that the best turn about the vertical is the angle of one complex product
of two windows. A complex principal axis transform keeps that product, and a few dozen axes keep nearly all of it. Heights get a real one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.align import Clouds

GROUND_AXES, HEIGHT_AXES = 40, 24
LEARN_FROM = 3000  # windows, evenly spread
CHUNK = 4096


@dataclass(frozen=True, eq=False)
class Closeness:
    """ground (N, 2A): real and imaginary parts of the windows on the axes; turned (N, 2A): (imaginary, -real); heights (N, H);
    squares (N,) of both. Distances are in square metres, as those of `align.distances`."""

    ground: NDArray[np.float32]
    turned: NDArray[np.float32]
    heights: NDArray[np.float32]
    squares: NDArray[np.float32]

    def between(self, a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.float32]:
        """Squared distances (n, m) of all windows a (n,) to all windows b (m,)."""
        left, right = self.ground[a], self.ground[b]
        cosine, sine = left @ right.T, left @ self.turned[b].T
        height = self.heights[a] @ self.heights[b].T
        np.multiply(cosine, cosine, out=cosine)
        np.multiply(sine, sine, out=sine)
        cosine += sine
        np.sqrt(cosine, out=cosine)
        cosine += height
        cosine *= -2
        cosine += self.squares[a][:, None]
        cosine += self.squares[b]
        return np.maximum(cosine, 0, out=cosine)

    def of_pairs(self, a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.float64]:
        """Squared distances (n,) of single pairs."""
        cosine, sine, height = (
            np.einsum("nd,nd->n", left[a], right[b], dtype=np.float64)
            for left, right in ((self.ground, self.ground), (self.ground, self.turned), (self.heights, self.heights))
        )
        return np.maximum(self.squares[a] + self.squares[b] - 2 * height - 2 * np.hypot(cosine, sine), 0)


def make_closeness(clouds: Sequence[Clouds]) -> Closeness:
    """The closeness of all windows of clouds, numbered through."""
    total = sum(map(len, clouds))
    stride = max(1, total // LEARN_FROM)
    learnt = [_spell(cloud, np.arange(n % stride, len(cloud), stride)) for n, cloud in enumerate(clouds) if n % stride < len(cloud)]
    grounds, heights = (np.concatenate([part[k] for part in learnt]) for k in range(2))
    axes, lines = _axes(grounds, GROUND_AXES), _axes(heights, HEIGHT_AXES)
    rows = [
        (ground @ axes, height @ lines)
        for cloud in clouds
        for start in range(0, len(cloud), CHUNK)
        for ground, height in (_spell(cloud, np.arange(start, min(start + CHUNK, len(cloud)))),)
    ]
    z, y = np.concatenate([row[0] for row in rows]), np.concatenate([row[1] for row in rows])
    ground = np.concatenate([z.real, z.imag], axis=1).astype(np.float32)
    turned = np.concatenate([z.imag, -z.real], axis=1).astype(np.float32)
    squares = np.sum(ground.astype(np.float64) ** 2, axis=1) + np.sum(y.astype(np.float64) ** 2, axis=1)
    return Closeness(ground, turned, y.astype(np.float32), squares.astype(np.float32))


def _spell(cloud: Clouds, windows: NDArray[np.intp]) -> tuple[NDArray[np.complex64], NDArray[np.float32]]:
    """Windows (n,) written out: complex (n, k J + k) points of the ground with their centroids' way, and heights (n, k J)."""
    frames = windows[:, None] + np.arange(len(cloud.taper))
    root = np.sqrt(cloud.taper)[None, :, None]
    joints, steps = cloud.heights.shape[1], len(cloud.taper)
    flat = cloud.ground[frames] * root
    points = (flat[..., :joints] + 1j * flat[..., joints:]).reshape(len(windows), -1)
    path = cloud.path[windows, :steps] + 1j * cloud.path[windows, steps:]
    heights = (cloud.heights[frames] * root).reshape(len(windows), -1)
    return np.concatenate([points, path], axis=1).astype(np.complex64), heights.astype(np.float32)


def _axes(rows: NDArray[Any], most: int) -> NDArray[Any]:
    """The axes (d, k) on which rows (n, d) have most of their squares, most first. Not about their mean: distances are of the rows."""
    spread = rows.conj().T.astype(np.result_type(rows.dtype, np.float64)) @ rows
    _, axes = np.linalg.eigh(spread)
    return axes[:, ::-1][:, :most]
