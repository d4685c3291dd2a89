"""Tiles: each once, all of the matrix, the same numbers whatever the size; what is refused is said."""

import numpy as np
import pytest

from motionloom.align import distances, make_clouds
from motionloom.align.tiles import for_each_tile, tile_columns, tile_rows
from motionloom.core import MotionError
from tests.conftest import make_motion


@pytest.fixture(scope="module")
def pair(skeleton):
    return make_clouds(make_motion(skeleton, 610, seed=1)), make_clouds(make_motion(skeleton, 530, seed=2))


def test_every_cell_comes_once_and_is_the_matrix(pair):
    a, b = pair
    seen, built = np.zeros((len(a), len(b)), dtype=int), np.full((len(a), len(b)), np.nan, np.float32)

    def take(rows, columns, tile):
        seen[rows, columns] += 1
        built[rows, columns] = tile  # copied: the tile's own array is used again

    for_each_tile(a, b, take)
    assert np.all(seen == 1)
    np.testing.assert_array_equal(built, distances(a, b))


def test_tiles_of_the_same_rows_come_from_left_to_right(pair):
    order = {}
    for_each_tile(*pair, lambda rows, columns, tile: order.setdefault(rows.start, []).append(columns.start))
    assert len(order) > 1
    assert all(starts == sorted(starts) for starts in order.values())


def test_with_somewhere_to_write_tiles_are_parts_of_it(pair):
    a, b = pair
    into = np.empty((len(a), len(b)), dtype=np.float32)
    shared = []
    for_each_tile(a, b, lambda rows, columns, tile: shared.append(np.shares_memory(tile, into)), into)
    assert shared
    assert all(shared)


def test_an_error_in_take_comes_out(pair):
    def take(rows, columns, tile):
        raise MotionError("enough")

    with pytest.raises(MotionError, match="enough"):
        for_each_tile(*pair, take)


@pytest.mark.parametrize("count", [1, 2, 255, 257, 1000, 100_000])
def test_rows_are_few_enough_for_the_cache_and_cover_all(count):
    rows = tile_rows(count)
    assert 1 <= rows <= 256
    assert rows * -(-count // rows) >= count


def test_longer_windows_leave_room_for_fewer_columns_until_there_is_none(skeleton):
    assert tile_columns(10) > tile_columns(40) > 0
    motion = make_motion(skeleton, 400)
    with pytest.raises(MotionError, match="too long to compare motions by"):
        distances(make_clouds(motion, window=5.0), make_clouds(motion, window=5.0))
