"""Curves through keys: exact at keys, never beyond them where they are auto, as the page draws them."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from motionloom.keyframes.key_curves import Key, SketchError, evaluate, key_from_json

moments = st.lists(st.integers(0, 200), min_size=1, max_size=12, unique=True).map(sorted)
tangents = st.sampled_from(["auto", "linear", "step", "free"])


@st.composite
def keys(draw, kinds=tangents):
    return [Key(at / 24, draw(st.floats(-3, 3)), draw(kinds), draw(st.floats(-2, 2)), draw(st.floats(-2, 2))) for at in draw(moments)]


@settings(max_examples=60, deadline=None)
@given(keys())
def test_exact_at_every_key_and_held_outside(rows):
    assert np.array_equal(evaluate(rows, np.array([key.at for key in rows])), [key.value for key in rows])
    outside = evaluate(rows, np.array([rows[-1].at + 1.0]))
    assert outside[0] == pytest.approx(rows[-1].value)


@settings(max_examples=60, deadline=None)
@given(keys(st.just("auto")))
def test_auto_never_goes_beyond_its_neighbours(rows):
    times = np.linspace(0, 9, 400)
    curve = evaluate(rows, times)
    for one, other in pairwise(rows):
        between = curve[(times >= one.at) & (times <= other.at)]
        low, high = sorted((one.value, other.value))
        assert np.all(between >= low - 1e-9)
        assert np.all(between <= high + 1e-9)


def test_linear_is_straight_and_step_holds():
    times = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
    assert np.allclose(evaluate([Key(0, 0, "linear"), Key(1, 4)], times), 4 * times)
    assert np.allclose(evaluate([Key(0, 1, "step"), Key(1, 4)], times), [1, 1, 1, 1, 4])


def test_free_has_its_slopes():
    rows = [Key(0, 0, "free", 0, 3), Key(1, 1, "free", -2, 0)]
    times = np.array([0, 1e-5, 1 - 1e-5, 1])
    curve = evaluate(rows, times)
    assert (curve[1] - curve[0]) / 1e-5 == pytest.approx(3, abs=1e-3)
    assert (curve[3] - curve[2]) / 1e-5 == pytest.approx(-2, abs=1e-3)


@settings(max_examples=30, deadline=None)
@given(keys())
def test_read_back_what_was_written(rows):
    back = [key_from_json(key.to_json(), "x") for key in rows]
    assert evaluate(back, np.linspace(0, 9, 50)).tolist() == evaluate(rows, np.linspace(0, 9, 50)).tolist()


def test_a_wrong_row_is_said():
    with pytest.raises(SketchError, match=r"channel 'root\.x': a key is"):
        key_from_json([0, 1, "wavy"], "channel 'root.x'")
