from __future__ import annotations

import numpy as np
import pytest

from motionloom.sample.curves import Cycle, bump, keyed, quintic, smooth_step, wander

X = np.linspace(0, 1, 2001)


def second_derivative_jump(values: np.ndarray, step: float) -> float:
    return float(np.abs(np.diff(np.diff(values, 2) / step**2)).max())


def test_a_step_goes_from_nothing_to_one_without_a_jerk() -> None:
    assert smooth_step(-1) == 0
    assert smooth_step(2) == 1
    assert smooth_step(0.5) == pytest.approx(0.5)
    assert bump(0.5) == pytest.approx(1)
    x = np.linspace(-0.5, 1.5, 4001)
    assert second_derivative_jump(smooth_step(x), x[1] - x[0]) < 0.1
    assert second_derivative_jump(bump(x), x[1] - x[0]) < 0.5


def test_a_quintic_meets_both_ends() -> None:
    start, stop, duration = (1.0, -2.0, 3.0), (0.5, 1.5, -4.0), 0.7
    values = quintic(X, duration, start, stop)
    time = X * duration
    speed, acceleration = np.gradient(values, time), np.gradient(np.gradient(values, time), time)
    assert (values[0], values[-1]) == pytest.approx((1.0, 0.5))
    assert (speed[1], speed[-2]) == pytest.approx((-2.0, 1.5), abs=0.02)
    assert (acceleration[3], acceleration[-4]) == pytest.approx((3.0, -4.0), abs=0.3)


def test_a_quintic_works_on_vectors() -> None:
    zero, one = np.zeros(3), np.array([1.0, 2.0, 3.0])
    values = quintic(X, 2.0, (zero, zero, zero), (one, zero, zero))
    assert np.allclose(values, smooth_step(X)[:, None] * one)


def test_keys_are_met_never_overshot_and_may_come_in_any_order() -> None:
    keys = [(0.2, 1.0), (0.5, 3.0), (0.7, 3.0), (0.9, -1.0)]
    values = keyed(X, keys)
    assert np.interp([key[0] for key in keys], X, values) == pytest.approx([key[1] for key in keys], abs=1e-4)
    assert values.max() <= 3 + 1e-9
    assert values.min() >= -1 - 1e-9
    assert np.array_equal(values, keyed(X, keys[::-1]))
    assert second_derivative_jump(values, X[1] - X[0]) < 15


def test_wandering_has_the_size_asked_for_and_is_smooth(rng: np.random.Generator) -> None:
    times = np.arange(0, 400, 1 / 60)
    values = wander(rng, times, 0.3)
    assert values.std() == pytest.approx(0.3, rel=0.15)
    assert np.abs(np.diff(values)).max() < 0.06


def test_a_cycle_goes_through_its_samples_and_repeats() -> None:
    samples = np.cos(2 * np.pi * np.arange(20) / 20) + 0.3 * np.sin(6 * np.pi * np.arange(20) / 20)
    cycle = Cycle(samples)
    phase = np.arange(20) / 20
    assert np.allclose(cycle(phase), samples)
    assert np.allclose(cycle(phase + 3), samples)
