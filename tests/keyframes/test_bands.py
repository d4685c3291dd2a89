"""Bands are the curve again; lines stay lines; a band is chosen by the period."""

import numpy as np
from hypothesis import given, settings, strategies as st

from motionloom.keyframes.bands import band_of, choose_band, smooth, split_bands, texture_bands
from motionloom.keyframes.texturing import texture


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 300), st.integers(1, 8), st.integers(0, 1000))
def test_the_pyramid_is_the_curve_again(frames, count, seed):
    values = np.random.default_rng(seed).normal(size=(frames, 3)).cumsum(axis=0)
    bands = split_bands(values, count)
    assert np.abs(bands.sum(axis=0) - values).max() < 1e-6
    assert np.allclose(bands[0], band_of(values, 1))
    assert np.allclose(bands[-1], smooth(values, count))


def test_a_line_has_no_bands():
    line = np.linspace(-2, 5, 100)
    assert np.abs(split_bands(line, 6)[:-1]).max() < 1e-9


def test_the_papers_bands():
    """At 24 Hz a walk's stride of 1.1 s comes to band 4, a dance's motion of 5 s to band 6."""
    times = np.arange(440) / 24
    assert choose_band(np.sin(2 * np.pi * times / 1.1), 24.0) == 4
    assert choose_band(np.sin(2 * np.pi * times / 5.0), 24.0) == 6
    assert texture_bands(24.0) == texture_bands(30.0) == (2, 3)
    assert texture_bands(120.0) == (4, 5)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1000))
def test_texturing_keeps_low_bands_and_adds_the_middle_ones(seed):
    rng = np.random.default_rng(seed)
    times = np.arange(300) / 24
    curve = np.sin(2 * np.pi * times / 2.4)
    captured = 0.3 * np.sin(2 * np.pi * times / rng.uniform(0.3, 0.5) + rng.uniform(0, 6)) + 0.5 * np.sin(2 * np.pi * times / 3.0)
    textured = texture(curve, captured, 24.0)
    added = np.abs(band_of(captured, 2, 3)).max()
    assert added > 0.1
    assert np.abs(smooth(textured, 4) - smooth(curve, 4)).max() < 0.03 * added
    assert np.abs(band_of(textured, 2, 3)).std() > 0.25 * np.abs(band_of(captured, 2, 3)).std()
