"""Distance matrices in tiles that fit the cache, on all cores, in bounded memory whatever the size."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError
from motionloom.core.threads import core_count

if TYPE_CHECKING:
    from motionloom.align.point_cloud import Clouds

ROWS, COLUMNS = 192, 512  # three product tiles of this size stay in a core's second-level cache

Take = Callable[[slice, slice, NDArray[np.float32]], Any]


def for_each_tile(a: Clouds, b: Clouds, take: Take, rows: range | None = None) -> None:
    """Call take(rows, columns, tile) for every tile of the distances between a's windows and b's.

    Tiles come from several threads in no order, each tile once; a tile's array is used again after `take` returns.
    """
    if len(a.taper) != len(b.taper) or a.fps != b.fps or a.heights.shape[1] != b.heights.shape[1]:
        raise MotionError("clouds with different rates, windows or joints cannot be compared; make both with the same settings")
    from threadpoolctl import threadpool_limits

    starts = range(0, len(a), ROWS) if rows is None else rows
    with threadpool_limits(1, user_api="blas"), ThreadPoolExecutor(core_count()) as pool:
        for _ in pool.map(lambda start: _row_of_tiles(a, b, start, take), starts):
            pass


def _row_of_tiles(a: Clouds, b: Clouds, start: int, take: Take) -> None:
    """All tiles of ROWS windows of a from `start`, with one set of buffers."""
    from motionloom.align._kernels import finish_tile

    extra = len(a.taper) - 1
    stop = min(start + ROWS, len(a))
    left = slice(start, stop + extra)
    buffers = np.empty((3, ROWS + extra, COLUMNS + extra), dtype=np.float32)
    out, paths = np.empty((ROWS, COLUMNS), dtype=np.float32), np.empty((2, ROWS, COLUMNS), dtype=np.float32)
    for column in range(0, len(b), COLUMNS):
        end = min(column + COLUMNS, len(b))
        right = slice(column, end + extra)
        height, width = stop - start, end - column
        products, path = buffers[:, : height + extra, : width + extra], paths[:, :height, :width]
        np.matmul(a.ground[left], b.ground[right].T, out=products[0])
        np.matmul(a.ground[left], b.turned[right].T, out=products[1])
        np.matmul(a.heights[left], b.heights[right].T, out=products[2])
        np.matmul(a.path[start:stop], b.path[column:end].T, out=path[0])
        np.matmul(a.path[start:stop], b.path_turned[column:end].T, out=path[1])
        tile = out[:height, :width]
        finish_tile(products, path, a.squares[start:stop], b.squares[column:end], a.taper, tile)
        take(slice(start, stop), slice(column, end), tile)
