"""Who goes on evenly is not pushed; who stops within a tenth of a second is, and by more than captures show."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core.gravity import GRAVITY
from motionloom.score.momentum import USUAL, level_push, momentum_error


def stop_within(seconds: float, speed: float = 4.0, fps: float = 60.0) -> np.ndarray:
    """The centre of mass (F, 3) of a runner who stops evenly after a second."""
    time = np.arange(round(3 * fps)) / fps
    pace = speed * np.clip(1 - (time - 1.0) / seconds, 0.0, 1.0)
    return np.stack([np.cumsum(pace) / fps, np.full(len(time), 0.95), np.zeros(len(time))], axis=1)


def test_an_even_way_is_not_pushed() -> None:
    even = np.linspace(0, 3, 180)[:, None] * [1.2, 0.0, -0.7]
    push = level_push(even, 60.0)
    assert push[30:-30] == pytest.approx(np.zeros(120), abs=1e-3)
    assert push.max() < 0.3  # the filter guesses what lies beyond the ends


def test_the_push_is_speed_over_time_at_any_rate_and_in_any_direction() -> None:
    for fps in (60.0, 120.0):
        push = level_push(stop_within(1.0, fps=fps), fps)
        assert np.median(push[round(1.3 * fps) : round(1.7 * fps)]) == pytest.approx(4.0, rel=0.02)
    turned = stop_within(1.0)[:, [2, 1, 0]]
    assert level_push(turned, 60.0) == pytest.approx(level_push(stop_within(1.0), 60.0))


def test_rising_and_sinking_is_no_push() -> None:
    centre = np.zeros((120, 3))
    centre[:, 1] = 0.9 + 0.1 * np.sin(np.arange(120) / 8)
    assert level_push(centre, 60.0) == pytest.approx(np.zeros(120), abs=1e-9)


def test_the_harder_the_stop_the_larger_the_error() -> None:
    height = np.full(180, 0.95)
    errors = [momentum_error(level_push(stop_within(seconds), 60.0), height).max() for seconds in (1.5, 0.6, 0.3, 0.1)]
    assert errors[0] == 0.0
    assert errors == sorted(errors)
    assert errors[-1] > 0.5


def test_the_error_is_how_far_the_zero_moment_point_moves() -> None:
    push, height = np.array([USUAL - 1, USUAL, USUAL + 2.0]), np.array([1.0, 1.0, 0.5])
    assert momentum_error(push, height) == pytest.approx([0.0, 0.0, 2.0 * 0.5 / GRAVITY])
