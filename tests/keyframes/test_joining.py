"""Joins: no jump, no kink above the limit, and nothing changed far away; the blend is a weight."""

import numpy as np
from hypothesis import given, settings, strategies as st

from motionloom.keyframes.joining import LEAST, blend_weight, chain_pieces, join, meet


def test_the_blend_is_a_weight_without_slope_at_its_ends():
    t = np.linspace(-12, 12, 2401)
    f = blend_weight(t, 10.0)
    assert f.max() == f[1200] == 1.0
    assert f.min() == 0.0
    slope = np.gradient(f, t)
    assert np.abs(slope[[200, 1200, 2200]]).max() < 1e-2


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(6, 30), min_size=2, max_size=6), st.integers(0, 1000))
def test_pieces_meet_in_their_mean(lengths, seed):
    rng = np.random.default_rng(seed)
    pieces = [rng.normal(size=(length, 2)) for length in lengths]
    met = meet(pieces)
    for n in range(len(met) - 1):
        assert np.allclose(met[n][-1], met[n + 1][0])
        assert np.allclose(met[n][-1], (pieces[n][-1] + pieces[n + 1][0]) / 2)
    assert len(chain_pieces(met)) == sum(lengths) - len(lengths) + 1


@settings(max_examples=12, deadline=None)
@given(st.lists(st.integers(10, 30), min_size=2, max_size=6), st.integers(0, 1000))
def test_no_join_accelerates_more_than_the_captures(lengths, seed):
    """Smooth pieces of another size and phase each; the limit is the pieces' own largest second difference."""
    rng = np.random.default_rng(seed)
    times = [np.arange(length) / 24 for length in lengths]
    pieces = [np.stack([rng.uniform(0.5, 1.5) * np.sin(5 * time + rng.uniform(0, 6)) for _ in range(3)], axis=1) * 0.4 for time in times]
    limit = np.max([np.abs(np.diff(piece, n=2, axis=0)).max(axis=0) for piece in pieces], axis=0)
    found = join(pieces, 5, limit)
    at = np.cumsum([length - 1 for length in lengths])[:-1]
    for frame in at:
        around = np.abs(np.diff(found[frame - 3 : frame + 4], n=2, axis=0))
        assert np.all(around <= np.maximum(limit, LEAST) * 1.0001)


def test_consecutive_pieces_of_one_curve_stay():
    curve = np.sin(np.arange(60) / 8)[:, None]
    joined = join([curve[:21], curve[20:41], curve[40:]], 5)
    assert np.abs(joined - curve).max() < 0.02
    assert np.array_equal(joined[:5], curve[:5])
