"""Distances: symmetric, blind to ground-plane movement, equal to the plain formula."""

import numpy as np
import pytest
from scipy.ndimage import minimum_filter

from motionloom import formats, sample
from motionloom.align import (
    align_pair,
    clouds_of_positions,
    distances,
    local_minima,
    make_clouds,
    nearest,
    pairs_below,
    shared_roles,
    warp_between,
)
from motionloom.align.point_cloud import make_taper, pair_distances
from motionloom.core import EndSite, Motion, MotionError, Skeleton
from motionloom.core.body import ROLES, body_of
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


def reorder(motion):
    """The same motion of the same body, its joints numbered the other way round where a parent allows it."""
    old, order = motion.skeleton, [0]
    while len(order) < len(old):
        order.append(max(joint for joint in range(len(old)) if joint not in order and old.parents[joint] in order))
    place = {joint: n for n, joint in enumerate(order)}
    parents = np.array([-1 if old.parents[joint] < 0 else place[int(old.parents[joint])] for joint in order])
    sites = tuple(EndSite(place[site.parent], site.offset) for site in old.end_sites)
    skeleton = Skeleton(
        tuple(old.names[joint] for joint in order), parents, old.offsets[order], sites, old.rest_rotations[order], old.rest_root
    )
    return Motion(skeleton, motion.rotations[:, order], motion.root_positions, motion.fps, motion.name)


def mean_nearest(a, b):
    roles = shared_roles((a, b))
    return float(np.sqrt(distances(make_clouds(a, roles=roles), make_clouds(b, roles=roles))).min(axis=1).mean())


def test_the_order_of_a_skeletons_joints_does_not_matter(pair):
    a, b = pair
    other = reorder(b)
    assert body_of(other.skeleton).roles != body_of(b.skeleton).roles
    assert mean_nearest(a, other) == pytest.approx(mean_nearest(a, b), rel=1e-4)
    assert warp_between(a, other).cost == pytest.approx(warp_between(a, b).cost, rel=1e-4)
    assert shared_roles((a, b)) == tuple(sorted(body_of(a.skeleton).roles, key=body_of(a.skeleton).roles.get))
    assert shared_roles((a, other)) == tuple(role for role in ROLES if role in body_of(a.skeleton).roles)


def test_clouds_whose_points_are_others_are_refused_not_compared(pair):
    with pytest.raises(MotionError, match="make both with their shared_roles"):
        distances(make_clouds(pair[0]), make_clouds(reorder(pair[1])))
    with pytest.raises(MotionError, match="make both with their shared_roles"):
        align_pair(make_clouds(pair[0]), make_clouds(reorder(pair[1])), 0, 0)


def test_walks_of_two_performers_are_nearer_than_a_walk_and_a_jump():
    ada, boris = (sample.make(performer, "walk", 0).motion for performer in ("ada", "boris"))
    jump = sample.make("boris", "jump", 0).motion
    assert ada.skeleton.names != boris.skeleton.names
    assert mean_nearest(ada, boris) < 0.15  # metres: boris is 0.23 m taller
    assert mean_nearest(ada, boris) < mean_nearest(ada, jump)


@pytest.mark.data
def test_walks_of_two_capture_systems_are_near(shared_data):
    cmu = formats.load(shared_data / "cmu" / "016" / "16_15.bvh")
    bandai = formats.load(shared_data / "bandai" / "dataset-1_walk_normal_001.bvh")
    assert mean_nearest(cmu, bandai) < 0.1  # metres


def test_short_or_unlike_clouds_are_refused(skeleton, pair):
    with pytest.raises(MotionError, match="shorter than the window"):
        make_clouds(make_motion(skeleton, 5))
    with pytest.raises(MotionError, match="same settings"):
        distances(make_clouds(pair[0]), make_clouds(pair[1], window=0.3))
    with pytest.raises(MotionError, match="too long"):
        distances(make_clouds(pair[0], window=5.0), make_clouds(pair[1], window=5.0))
