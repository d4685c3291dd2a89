import numpy as np
from hypothesis import given, strategies as st

from motionloom.feet.cleanup.root import average, envelope


@given(st.lists(st.floats(0, 1), min_size=1, max_size=50), st.integers(1, 6))
def test_the_envelope_is_nowhere_below(values, window):
    curve = envelope(np.array(values), window)
    assert np.all(curve >= np.array(values) - 1e-12)
    assert curve.max() <= max(values) + 1e-12


def test_the_average_keeps_a_constant(rng):
    assert np.allclose(average(np.full((30, 3), 0.7), 4), 0.7)
    noise = rng.standard_normal(200)
    assert np.abs(np.diff(average(noise, 5))).max() < np.abs(np.diff(noise)).max()
