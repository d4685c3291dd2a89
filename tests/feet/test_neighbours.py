import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from motionloom.feet.neighbours import build


def brute_force(points, queries, k):
    distances = np.linalg.norm(queries[:, None].astype(np.float64) - points[None], axis=-1)
    order = np.argsort(distances, axis=1, kind="stable")[:, :k]
    return order, np.take_along_axis(distances, order, axis=1)


@pytest.mark.parametrize("width", [1, 3, 8, 20])
@pytest.mark.parametrize("count", [1, 5, 16, 17, 300, 5000])
def test_exact(rng, width, count):
    points, queries = rng.standard_normal((count, width)), rng.standard_normal((60, width))
    _, expected = brute_force(points.astype(np.float32), queries.astype(np.float32), min(10, count))
    indices, distances = build(points).query(queries, 10)
    assert np.allclose(distances, expected, atol=1e-4)
    found = np.linalg.norm(points[indices] - queries[:, None], axis=-1)
    assert np.allclose(found, distances, atol=1e-4)
    assert all(len(set(row)) == len(row) for row in indices)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**31), st.integers(1, 200), st.integers(1, 12))
def test_exact_on_paths(seed, count, k):
    """Queries in order of time, as they come: the bound from the one before must never cut off a neighbour."""
    rng = np.random.default_rng(seed)
    points = np.cumsum(rng.standard_normal((count, 8)), axis=0) * rng.uniform(0.01, 10)
    queries = np.repeat(points[rng.integers(0, count, 40)], 2, axis=0) + rng.standard_normal((80, 8)) * 0.1
    _, expected = brute_force(points.astype(np.float32), queries.astype(np.float32), min(k, count))
    _, distances = build(points).query(queries, k)
    assert np.allclose(distances, expected, rtol=1e-3, atol=1e-3 * np.abs(points).max())


def test_many_equal_points(rng):
    points = np.repeat(rng.standard_normal((3, 8)), 400, axis=0)
    indices, distances = build(points).query(points[:1], 10)
    assert np.allclose(distances, 0, atol=1e-5)
    assert np.all(indices < 400)


def test_chunks_do_not_matter(rng):
    points, queries = rng.standard_normal((500, 8)), rng.standard_normal((5000, 8))
    neighbours = build(points)
    whole = neighbours.query(queries, 5)[1]
    parts = np.concatenate([neighbours.query(queries[a : a + 77], 5)[1] for a in range(0, 5000, 77)])
    assert np.array_equal(whole, parts)
