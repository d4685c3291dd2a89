import numpy as np
from hypothesis import given, strategies as st

from motionloom.feet.cleanup.rig import ANKLE, legs_of, rig_of
from motionloom.feet.cleanup.root import at_most, average, envelope, lower_root


@given(st.lists(st.floats(0, 1), min_size=1, max_size=50), st.integers(1, 6))
def test_the_envelope_is_nowhere_below(values, window):
    curve = envelope(np.array(values), window)
    assert np.all(curve >= np.array(values) - 1e-12)
    assert curve.max() <= max(values) + 1e-12


def test_the_average_keeps_a_constant(rng):
    assert np.allclose(average(np.full((30, 3), 0.7), 4), 0.7)
    noise = rng.standard_normal(200)
    assert np.abs(np.diff(average(noise, 5))).max() < np.abs(np.diff(noise)).max()


def test_the_root_comes_down_where_legs_are_too_short_and_nowhere_else(walk):
    rig = rig_of(walk.motion.skeleton)
    legs = legs_of(walk.motion, rig)
    spans = rig.thigh + rig.shin
    ankles = legs.positions[:, :, ANKLE].copy()
    assert not lower_root(legs, ankles, spans, 0.998, 3).any()
    ankles[100:120] -= [0.0, 0.1, 0.0]
    lowered = lower_root(legs, ankles, spans, 0.998, 3)
    assert lowered[100:120, 1].max() < 0
    assert not lowered[:90].any()
    assert not lowered[130:].any()
    hips = legs.positions[:, :, 0] + lowered[:, None]
    allowed = np.maximum(np.linalg.norm(legs.positions[:, :, ANKLE] - legs.positions[:, :, 0], axis=-1), 0.998 * spans)
    assert np.all(np.linalg.norm(ankles - hips, axis=-1) < allowed + 1e-9)


def test_no_shift_is_longer_than_the_limit(rng):
    shifts = rng.normal(0, 0.1, (50, 3))
    short = at_most(shifts, 0.05)
    assert np.linalg.norm(short, axis=1).max() <= 0.05 + 1e-12
    assert np.allclose(np.cross(short, shifts), 0)
