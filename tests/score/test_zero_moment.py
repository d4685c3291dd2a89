"""The filter keeps what is slow, drops what is fast, and shifts nothing in time."""

import numpy as np

from motionloom.score.segments import TABLE, MassModel
from motionloom.score.zero_moment import compute_dynamics, smooth


def test_slow_stays_fast_goes():
    time = np.arange(480) / 120
    slow, fast = np.sin(2 * np.pi * 1.0 * time), np.sin(2 * np.pi * 20.0 * time)
    kept = smooth(slow + fast, 120.0)[60:-60]
    np.testing.assert_allclose(kept, slow[60:-60], atol=0.03)


def test_what_is_too_short_or_slow_is_left(rng):
    values = rng.normal(size=(10, 3))
    assert smooth(values, 120.0) is values
    assert smooth(np.ones(100), 8.0).sum() == 100


def test_parts_add_up_to_the_point_for_any_masses(walk, rng):
    shares = TABLE * rng.uniform(0.8, 1.2, len(TABLE))
    masses = MassModel(tuple(shares / shares.sum()))
    dynamics = compute_dynamics(walk.motion, 0.0, masses)
    again = np.einsum("s,fsc->fc", masses.shares, dynamics.parts) / (dynamics.loads @ np.array(masses.shares))[:, None]
    np.testing.assert_allclose(dynamics.points, again, atol=1e-6)
