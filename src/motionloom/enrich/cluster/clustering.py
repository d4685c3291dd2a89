"""Frames gathered in nodes so that any two of a node are nearer than a threshold; block by block, for a million of them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress

BLOCK = 4096  # frames whose distances to all centres are in memory at once, at most
HELD = 1 << 24  # distances that are in memory at once: many centres make blocks smaller

Points = NDArray[np.float32]


def gather(clips: Iterable[Points], threshold: float, progress: Progress | None = None) -> tuple[NDArray[np.int32], Points]:
    """The node (N,) of every frame of all clips, numbered through, and the nodes' centres (K, D), frames themselves.

    A frame lies within half the threshold of its centre, so no two of a node are farther apart than the threshold. It stays in the node
    of the frame before it while it may, so that sequences are long; else it goes to the nearest centre, or becomes one.
    """
    reach = np.float32((threshold / 2) ** 2)
    centres = _Centres()
    labels: list[NDArray[np.int32]] = []
    for points in clips:
        before = -1
        start = 0
        while start < len(points):
            block = points[start : start + max(1, min(BLOCK, HELD // max(1, centres.count)))]
            found = _assign(block, centres, reach, before)
            before = int(found[-1])
            labels.append(found)
            start += len(block)
        if progress is not None:
            progress.advance()
    return np.concatenate(labels), centres.points


class _Centres:
    """Centres that keep coming, in one array that doubles."""

    def __init__(self) -> None:
        self._points: Points = np.empty((0, 0), np.float32)
        self.count = 0

    @property
    def points(self) -> Points:
        return self._points[: self.count]

    def add(self, point: Points) -> int:
        if self.count == len(self._points):
            grown = np.empty((max(256, 2 * self.count), len(point)), np.float32)
            if self.count:
                grown[: self.count] = self._points
            self._points = grown
        self._points[self.count] = point
        self.count += 1
        return self.count - 1


def _assign(block: Points, centres: _Centres, reach: np.float32, before: int) -> NDArray[np.int32]:
    """The node (B,) of every frame of a block; frames that fit nowhere become centres, to which the rest is compared too."""
    first = centres.count
    known = squared_distances(block, centres.points) if first else np.empty((len(block), 0), np.float32)
    nearest = known.argmin(axis=1) if first else np.zeros(len(block), np.intp)
    least = known[np.arange(len(block)), nearest] if first else np.full(len(block), np.inf, np.float32)
    fresh: list[NDArray[np.float32]] = []  # distances of the block to centres that were found in it
    out = np.empty(len(block), np.int32)
    for frame in range(len(block)):
        stays = before >= 0 and (known[frame, before] if before < first else fresh[before - first][frame]) <= reach
        if not stays:
            before = int(nearest[frame])
            if least[frame] > reach:
                before = centres.add(block[frame])
                distances = squared_distances(block, block[frame : frame + 1])[:, 0]
                distances[frame] = 0
                fresh.append(distances)
                better = distances < least
                nearest[better], least[better] = before, distances[better]
        out[frame] = before
    return out


def squared_distances(a: Points, b: Points) -> NDArray[np.float32]:
    """Squares (N, M) of the distances between points (N, D) and (M, D)."""
    squares = np.asarray(a @ b.T, np.float32)
    squares *= -2
    squares += np.sum(a**2, axis=1, keepdims=True)
    squares += np.sum(b**2, axis=1, keepdims=True).T
    return np.maximum(squares, 0, out=squares)
