"""What is asked of a matrix too large to keep is what the matrix would say, across the borders of tiles too."""

import numpy as np
import pytest

from motionloom.align import distances, local_minima, make_clouds, nearest, pairs_below
from tests.conftest import make_motion


@pytest.fixture(scope="module")
def pair(skeleton):
    return make_clouds(make_motion(skeleton, 530, seed=7)), make_clouds(make_motion(skeleton, 610, seed=8))


def test_pairs_below_a_threshold_are_those_and_in_order(pair):
    matrix = distances(*pair)
    threshold = float(np.percentile(matrix, 2))
    found = pairs_below(*pair, threshold)
    rows, columns = np.nonzero(matrix < threshold)
    np.testing.assert_array_equal(found.a, rows)
    np.testing.assert_array_equal(found.b, columns)
    np.testing.assert_allclose(found.distances, matrix[rows, columns])


def test_nothing_is_below_nothing(pair):
    assert len(pairs_below(*pair, 0.0)) == 0
    assert len(local_minima(*pair, 0.0)) == 0


def test_minima_turned_round_are_the_same(pair):
    a, b = pair
    there, back = local_minima(a, b), local_minima(b, a)
    assert len(there) > 5
    cells = set(zip(there.a, there.b, strict=True))
    swapped = set(zip(back.b, back.a, strict=True))
    assert len(cells ^ swapped) <= 0.05 * len(cells)  # rounding decides between two equal neighbours


def test_a_threshold_only_leaves_minima_out(pair):
    every = local_minima(*pair)
    limit = float(np.median(every.distances))
    few = local_minima(*pair, limit)
    assert set(zip(few.a, few.b, strict=True)) == {(i, j) for i, j, d in zip(every.a, every.b, every.distances, strict=True) if d < limit}


def test_the_nearest_come_in_order_and_more_only_add(pair):
    matrix = distances(*pair)
    index, values = nearest(*pair, 5)
    assert np.all(np.diff(values, axis=1) >= 0)
    np.testing.assert_allclose(values[:, 0], matrix.min(axis=1))
    np.testing.assert_array_equal(nearest(*pair, 2)[0], index[:, :2])
    assert all(len(set(row)) == 5 for row in index.tolist())


def test_more_neighbours_than_there_are_is_all_of_them(pair, skeleton):
    few = make_clouds(make_motion(skeleton, 12))
    index, _ = nearest(pair[0], few, 50)
    assert index.shape == (len(pair[0]), len(few))
    assert set(index[0].tolist()) == set(range(len(few)))
