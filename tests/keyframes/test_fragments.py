"""Fragments tile, at the turns of a curve."""

import numpy as np
from hypothesis import given, settings, strategies as st

from motionloom.keyframes.fragments import SHORTEST, cut, find_turns


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 200), st.integers(0, 1000), st.booleans())
def test_they_tile(frames, seed, flat):
    rng = np.random.default_rng(seed)
    curve = np.round(rng.normal(size=frames).cumsum(), 0 if flat else 6)
    found = cut(curve, clip=3, offset=7)
    assert found.start[0] == 7
    assert found.stop[-1] == 7 + frames - 1
    assert np.array_equal(found.start[1:], found.stop[:-1])
    assert np.all(found.lengths >= min(SHORTEST, frames))
    assert set(found.clip) == {3}


def test_turns_are_where_the_slope_changes_sign():
    curve = np.array([0.0, 1, 2, 2, 1, 0, 0, 1])
    assert find_turns(curve).tolist() == [3, 6]
    assert len(find_turns(np.ones(5))) == 0
