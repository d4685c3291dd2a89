"""Distances: symmetric, blind to ground-plane movement, equal to the plain formula."""

import numpy as np
import pytest
from scipy.ndimage import minimum_filter

from motionloom.align import (
    align_pair,
    angle_distances,
    clouds_of_positions,
    distances,
    local_minima,
    make_angles,
    make_clouds,
    nearest,
    pairs_below,
)
from motionloom.align.point_cloud import make_taper, pair_distances
from motionloom.core import MotionError
from motionloom.core.heading import turn_and_move
from tests.conftest import make_motion


@pytest.fixture(scope="module")
def pair(skeleton):
    return make_motion(skeleton, 400, seed=1), make_motion(skeleton, 730, seed=2)


def by_definition(a, b, i, j, frames, turn, shift, weights):
    """The sum that the closed form minimises, at a given turn and shift."""
    w = make_taper(frames)[:, None] * weights
    first, second = a[i : i + frames].astype(float), b[j : j + frames].astype(float)
    c, s = np.cos(turn), np.sin(turn)
    x, z = c * second[..., 0] + s * second[..., 2] + shift[0], c * second[..., 2] - s * second[..., 0] + shift[2]
    return np.sum(w * ((first[..., 0] - x) ** 2 + (first[..., 1] - second[..., 1]) ** 2 + (first[..., 2] - z) ** 2))


def test_blocks_equal_the_formula_and_no_other_turn_is_better(pair, rng):
    joints = len(pair[0].skeleton)
    weights = np.full(joints, 1 / joints)
    a, b = (clouds_of_positions(m.positions(), weights, 10, 60.0) for m in pair)
    matrix = distances(a, b)
    for i, j in zip(rng.integers(0, len(a), 40), rng.integers(0, len(b), 40), strict=True):
        turn, shift = align_pair(a, b, i, j)
        best = by_definition(pair[0].positions(), pair[1].positions(), i, j, 10, turn, shift, weights)
        assert matrix[i, j] == pytest.approx(best, rel=1e-4)
        other = by_definition(pair[0].positions(), pair[1].positions(), i, j, 10, turn + 0.05, shift, weights)
        assert other > best


@pytest.mark.parametrize("frames", [1, 4, 10, 13, 37])
def test_windows_and_sizes_of_every_kind_equal_the_pairs(pair, rng, frames):
    weights = np.full(len(pair[0].skeleton), 1 / len(pair[0].skeleton))
    for rows, columns in ((1, 1), (3, 2), (5, 9), (257, 300)):
        a = clouds_of_positions(pair[0].positions()[: rows + frames - 1], weights, frames, 60.0)
        b = clouds_of_positions(pair[1].positions()[: columns + frames - 1], weights, frames, 60.0)
        i, j = np.indices((rows, columns)).reshape(2, -1)
        exact = pair_distances(a, b, i, j).reshape(rows, columns)
        out = np.full((rows, columns), np.nan, np.float32)
        assert distances(a, b, out) is out
        np.testing.assert_allclose(out, exact, rtol=1e-4, atol=1e-6)


def test_far_from_the_origin_it_stays_exact(pair):
    a, b = pair
    far = turn_and_move(b, 0.0, (80.0, 0.0, -60.0))
    near_matrix, far_matrix = distances(make_clouds(a), make_clouds(b)), distances(make_clouds(a), make_clouds(far))
    np.testing.assert_allclose(far_matrix, near_matrix, rtol=2e-3, atol=1e-6)


def test_symmetric(pair):
    a, b = (make_clouds(m) for m in pair)
    np.testing.assert_allclose(distances(a, b), distances(b, a).T, rtol=1e-4, atol=1e-7)


def test_blind_to_ground_plane_movement(pair):
    a, b = pair
    moved = turn_and_move(b, 2.1, (3.0, 0.0, -1.0))
    np.testing.assert_allclose(
        distances(make_clouds(a), make_clouds(moved)), distances(make_clouds(a), make_clouds(b)), rtol=1e-3, atol=1e-6
    )


def test_a_window_is_nearest_to_itself(pair):
    a = make_clouds(pair[0])
    matrix = distances(a, a)
    assert np.abs(np.diag(matrix)).max() < 1e-5
    assert np.mean(np.argmin(matrix, axis=1) == np.arange(len(a))) > 0.99


def test_align_pair_recovers_a_movement(pair):
    a = pair[0]
    b = turn_and_move(a, -0.8, (1.0, 0.0, 2.0))
    turn, shift = align_pair(make_clouds(a), make_clouds(b), 50, 50)
    assert turn == pytest.approx(0.8, abs=1e-3)
    back = turn_and_move(b, turn, shift)
    np.testing.assert_allclose(back.positions(), a.positions(), atol=2e-3)


def test_streamed_answers_equal_the_matrix(pair):
    a, b = (make_clouds(m) for m in pair)
    matrix = distances(a, b)
    threshold = float(np.percentile(matrix, 5))
    below = pairs_below(a, b, threshold)
    assert set(zip(below.a, below.b, strict=True)) == set(zip(*np.nonzero(matrix < threshold), strict=True))
    index, values = nearest(a, b, 3)
    np.testing.assert_allclose(values, np.sort(matrix, axis=1)[:, :3], rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(np.take_along_axis(matrix, index, axis=1), values, rtol=1e-5, atol=1e-7)
    minima = local_minima(a, b)
    padded = np.pad(matrix, 1, constant_values=np.inf)
    real = [matrix[i, j] <= padded[i : i + 3, j : j + 3].min() + 1e-6 for i, j in zip(minima.a, minima.b, strict=True)]
    assert all(real)
    assert len(real) == np.sum(matrix <= minimum_filter(matrix, size=3, mode="nearest"))


def test_short_or_unlike_clouds_are_refused(skeleton, pair):
    with pytest.raises(MotionError, match="shorter than the window"):
        make_clouds(make_motion(skeleton, 5))
    with pytest.raises(MotionError, match="same settings"):
        distances(make_clouds(pair[0]), make_clouds(pair[1], window=0.3))
    with pytest.raises(MotionError, match="too long"):
        distances(make_clouds(pair[0], window=5.0), make_clouds(pair[1], window=5.0))


def test_joint_angles(pair):
    a, b = (make_angles(m) for m in pair)
    matrix = angle_distances(a, b)
    np.testing.assert_allclose(matrix, angle_distances(b, a).T, atol=1e-4)
    assert np.diag(angle_distances(a, a)).max() < 0.02
    moved = make_angles(turn_and_move(pair[1], 1.0, (2.0, 0.0, 0.0)))
    np.testing.assert_allclose(angle_distances(a, moved), matrix, atol=1e-2)
