"""What is asked of a distance matrix too large to keep: entries under a threshold, local minima, nearest windows."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from motionloom.align.point_cloud import Clouds, pair_distances
from motionloom.align.tiles import for_each_tile, tile_columns, tile_rows


@dataclass(frozen=True)
class Pairs:
    """Windows of a (n,) beside windows of b (n,) and their squared distances (n,), in order of a then b."""

    a: NDArray[np.intp]
    b: NDArray[np.intp]
    distances: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.a)


def pairs_below(a: Clouds, b: Clouds, threshold: float) -> Pairs:
    """All pairs whose squared distance is under the threshold."""
    found: list[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float32]]] = []
    lock = Lock()

    def take(rows: slice, columns: slice, tile: NDArray[np.float32]) -> None:
        i, j = np.nonzero(tile < threshold)
        with lock:
            found.append((i + rows.start, j + columns.start, tile[i, j]))

    for_each_tile(a, b, take)
    return _in_order(found)


def local_minima(a: Clouds, b: Clouds, threshold: float = np.inf) -> Pairs:
    """Pairs that are nearer than the eight around them, and than the threshold.

    A tile does not see beyond its border: what looks like a minimum there is held against its real neighbours afterwards.
    """
    from scipy.ndimage import minimum_filter

    found: list[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float32]]] = []
    lock = Lock()

    def take(rows: slice, columns: slice, tile: NDArray[np.float32]) -> None:
        i, j = np.nonzero((tile <= minimum_filter(tile, size=3, mode="nearest")) & (tile < threshold))
        with lock:
            found.append((i + rows.start, j + columns.start, tile[i, j]))

    for_each_tile(a, b, take)
    pairs = _in_order(found)
    at_border = _touches(pairs.a, tile_rows(len(a)), len(a)) | _touches(pairs.b, tile_columns(len(b.taper)), len(b))
    keep = ~at_border
    keep[at_border] = _are_minima(a, b, pairs.a[at_border], pairs.b[at_border], pairs.distances[at_border])
    return Pairs(pairs.a[keep], pairs.b[keep], pairs.distances[keep])


def _touches(index: NDArray[np.intp], size: int, count: int) -> NDArray[np.bool_]:
    """Whether an index is the first or last of a tile that has a neighbour there."""
    first, last = index % size == 0, (index % size == size - 1) | (index == count - 1)
    return (first & (index > 0)) | (last & (index < count - 1))


def _are_minima(a: Clouds, b: Clouds, i: NDArray[np.intp], j: NDArray[np.intp], values: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether none of the eight pairs around each (n,) is nearer."""
    least = np.ones(len(i), dtype=bool)
    for di, dj in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
        row, column = i + di, j + dj
        inside = (row >= 0) & (row < len(a)) & (column >= 0) & (column < len(b)) & least
        least[inside] &= pair_distances(a, b, row[inside], column[inside]) >= values[inside]
    return least


def nearest(a: Clouds, b: Clouds, count: int) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """For each window of a the indices (Na, count) of the nearest windows of b, nearest first, and their distances."""
    from motionloom.align._kernels import keep_nearest

    count = min(count, len(b))
    best = np.full((len(a), count), np.inf, dtype=np.float32)
    index = np.zeros((len(a), count), dtype=np.intp)

    def take(rows: slice, columns: slice, tile: NDArray[np.float32]) -> None:
        # Tiles of one row of tiles come one after the other from one thread: no lock is needed.
        keep_nearest(tile, columns.start, best[rows], index[rows])

    for_each_tile(a, b, take)
    return index, best


def _in_order(found: list[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float32]]]) -> Pairs:
    if not found:
        return Pairs(np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0, np.float32))
    i, j, d = (np.concatenate(parts) for parts in zip(*found, strict=True))
    order = np.lexsort((j, i))
    return Pairs(i[order], j[order], d[order])
