"""Means and extremes are those of the frames about each one."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.feet.cleanup.root import average, average_weights, envelope


@pytest.mark.parametrize("shape", [(1, 2), (7, 3), (40, 2, 2), (40,)])
@pytest.mark.parametrize("window", [1, 5, 12])
def test_an_average_weighs_the_frames_about_each(shape: tuple[int, ...], window: int) -> None:
    values = np.random.default_rng(0).standard_normal(shape)
    got = average(values, window)
    for n in range(len(values)):
        near = values[np.clip(np.arange(n - window, n + window + 1), 0, len(values) - 1)]
        assert np.allclose(got[n], np.tensordot(average_weights(window), near, axes=1))


def test_an_envelope_is_nowhere_below() -> None:
    values = np.random.default_rng(1).random(50)
    assert (envelope(values, 3) >= values - 1e-12).all()
    assert np.allclose(envelope(np.full(9, 0.4), 3), 0.4)
