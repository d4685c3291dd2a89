"""Distance matrices in tiles that fit the cache, on all cores, in bounded memory whatever the size."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from queue import Empty, Queue
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError
from motionloom.core.threads import core_count

if TYPE_CHECKING:
    from motionloom.align.point_cloud import Clouds

ROWS = 256  # with tiles of some 260 columns: products, paths and distances stay near a core
LEAST_COLUMNS = 32
ALONE = 100_000  # pairs of frames: fewer are compared before threads for them have begun

Take = Callable[[slice, slice, NDArray[np.float32]], Any]


def for_each_tile(a: Clouds, b: Clouds, take: Take, into: NDArray[np.float32] | None = None) -> None:
    """Call take(rows, columns, tile) for every tile of the distances between a's windows and b's.

    Tiles come from several threads in no order, each tile once, those of the same rows from one thread, left to right. A tile's array is
    used again after `take` returns, unless `into` (Na, Nb) is given: then tiles are written there, and are parts of it.
    """
    a.require_like(b)
    columns = tile_columns(len(a.taper))
    if columns < LEAST_COLUMNS:
        raise MotionError(f"a window of {len(a.taper)} frames is too long to compare motions by; make clouds of fewer frames")
    strips: Queue[slice] = Queue()
    rows = tile_rows(len(a))
    for start in range(0, len(a), rows):
        strips.put(slice(start, min(start + rows, len(a))))
    if len(a) * len(b) <= ALONE:
        with single_blas():
            _work_through(strips, a, [_stack(b, start, min(start + columns, len(b))) for start in range(0, len(b), columns)], take, into)
        return
    with single_blas(), ThreadPoolExecutor(core_count()) as pool:
        right = list(pool.map(lambda start: _stack(b, start, min(start + columns, len(b))), range(0, len(b), columns)))
        for done in [pool.submit(_work_through, strips, a, right, take, into) for _ in range(core_count())]:
            done.result()


def tile_rows(count: int) -> int:
    """How many rows a tile has where there are so many in all: at most ROWS, and as many tiles for one core as for another."""
    cores = core_count()
    return max(1, -(-count // (-(-count // (ROWS * cores)) * cores)))


def tile_columns(frames: int) -> int:
    """How many columns a tile has where windows last so many frames."""
    from motionloom.align._kernels import PART

    return PART - frames + 1


def single_blas() -> AbstractContextManager[Any]:
    """While it is open, BLAS uses one thread: for whoever has threads of his own, or products too small for several."""
    limited: AbstractContextManager[Any] = _blas().limit(limits=1, user_api="blas")
    return limited


@cache
def _blas() -> Any:
    """What tells BLAS to use one thread, so that each of ours has a core to itself. Looking for the library takes a while: once."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


@dataclass(frozen=True, eq=False)
class _Columns:
    """What the windows start:stop of b are multiplied with, laid out for BLAS: ground and turned (2J, 2 PART) side by side, since one
    product of twice the width is faster than two; heights (J, C + n - 1); both paths (2n, 2 C) side by side; squares (C,)."""

    start: int
    stop: int
    ground: NDArray[np.float32]
    heights: NDArray[np.float32]
    path: NDArray[np.float32]
    squares: NDArray[np.float32]


def _stack(b: Clouds, start: int, stop: int) -> _Columns:
    from motionloom.align._kernels import PART

    frames = slice(start, stop + len(b.taper) - 1)
    width = frames.stop - frames.start
    ground = np.zeros((b.ground.shape[1], 2 * PART), dtype=np.float32)
    ground[:, :width], ground[:, PART : PART + width] = b.ground[frames].T, b.turned[frames].T
    path = np.concatenate([b.path[start:stop].T, b.path_turned[start:stop].T], axis=1)
    return _Columns(start, stop, ground, np.ascontiguousarray(b.heights[frames].T), path, b.squares[start:stop])


def _work_through(strips: Queue[slice], a: Clouds, right: list[_Columns], take: Take, into: NDArray[np.float32] | None) -> None:
    """Take rows of tiles from `strips` until none is left, with one set of buffers: fresh memory for each would cost more than the sums."""
    from motionloom.align._kernels import BLOCK, DOWN, PART, STRIDE, TAPS, finish_tile

    extra, columns = len(a.taper) - 1, tile_columns(len(a.taper))
    taper = np.pad(a.taper, (0, -len(a.taper) % TAPS))
    products = np.zeros((ROWS + len(taper) + BLOCK, STRIDE), dtype=np.float32)
    paths = np.empty(2 * ROWS * columns, dtype=np.float32)
    own, sums = np.empty((ROWS, columns), dtype=np.float32), np.zeros((3, BLOCK * DOWN), dtype=np.float32)
    while True:
        try:
            rows = strips.get_nowait()
        except Empty:
            return
        start, height, left = rows.start, rows.stop - rows.start, slice(rows.start, rows.stop + extra)
        ground, heights, paths_a, squares = a.ground[left], a.heights[left], a.path[rows], a.squares[rows]
        for part in right:
            width = part.stop - part.start
            np.matmul(ground, part.ground, out=products[: height + extra, : 2 * PART])
            np.matmul(heights, part.heights, out=products[: height + extra, 2 * PART : 2 * PART + width + extra])
            path = paths[: 2 * height * width].reshape(height, 2 * width)
            np.matmul(paths_a, part.path, out=path)
            out, row, column = (own, 0, 0) if into is None else (into, start, part.start)
            finish_tile(products.reshape(-1), path, squares, part.squares, taper, sums, out, row, column)
            take(rows, slice(part.start, part.stop), out[row : row + height, column : column + width])
