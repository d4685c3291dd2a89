"""Filters of finite reach: straight lines pass, what is fast does not, and a moment far away changes nothing."""

import numpy as np
import pytest

from motionloom.score.filters import (
    cubic_residuals,
    differences,
    least_over,
    lengths,
    mean_over,
    second_differences,
    sharp_part,
    smooth_below,
)

RATE = 60.0


def test_a_straight_line_passes_unchanged_to_its_ends(rng):
    line = np.arange(50)[:, None] * rng.normal(size=4) + rng.normal(size=4)
    np.testing.assert_allclose(smooth_below(line, 4.0, RATE), line, atol=1e-9)


@pytest.mark.parametrize(("hertz", "least", "most"), [(0.5, 0.97, 1.0), (4.0, 0.68, 0.73), (15.0, 0.0, 0.02)])
def test_power_is_halved_at_the_cutoff(hertz, least, most):
    wave = np.sin(2 * np.pi * hertz * np.arange(600) / RATE)[:, None]
    passed = np.abs(smooth_below(wave, 4.0, RATE)[200:400]).max() / np.abs(wave[200:400]).max()
    assert least <= passed <= most


def test_what_happens_far_away_does_not_matter(rng):
    values = rng.normal(size=(120, 3))
    other = values.copy()
    other[:40] += 5.0
    np.testing.assert_array_equal(smooth_below(values, 4.0, RATE)[60:], smooth_below(other, 4.0, RATE)[60:])


def test_differences_of_a_parabola():
    time = np.arange(30)[:, None] / RATE
    np.testing.assert_allclose(differences(3 * time**2, RATE)[1:-1], 6 * time[1:-1], atol=1e-9)
    np.testing.assert_allclose(second_differences(3 * time**2, RATE)[1:-1], 6.0, atol=1e-8)


def test_a_cubic_leaves_no_residual_and_a_bump_all_of_it():
    time = np.arange(40)[:, None] / RATE
    cubic = 1 + 2 * time - 3 * time**2 + 4 * time**3
    np.testing.assert_allclose(cubic_residuals(cubic, 2), 0.0, atol=1e-12)
    bump = np.zeros((40, 1))
    bump[20] = 0.2
    assert cubic_residuals(bump, 2)[20, 0] == pytest.approx(0.2)


def test_a_peak_is_sharp_only_where_it_stands_alone():
    values = np.zeros((60, 1))
    values[10] = 1.0
    values[30:50] = 1.0
    sharp = sharp_part(values, 3, 9)
    assert sharp[10] == 1.0
    assert sharp[35:45].max() == 0.0


def test_means_and_lengths(rng):
    vectors = rng.normal(size=(20, 5, 3))
    np.testing.assert_allclose(lengths(vectors), np.linalg.norm(vectors, axis=-1))
    np.testing.assert_allclose(mean_over(np.full(20, 3.0), 7), 3.0)


@pytest.mark.parametrize("frames", [1, 2, 7, 60])
def test_means_and_least_values_are_those_of_the_frames_about_each(frames: int) -> None:
    values, reach = np.random.default_rng(0).standard_normal((20, 2)), frames // 2
    for n in range(len(values)):
        near = np.clip(np.arange(n - frames // 2, n - frames // 2 + frames), 0, len(values) - 1)
        assert np.allclose(mean_over(values, frames)[n], values[near].mean(axis=0))
        assert np.array_equal(least_over(values, reach)[n], values[max(n - reach, 0) : n + reach + 1].min(axis=0))
