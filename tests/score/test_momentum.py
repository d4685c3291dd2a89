"""Momentum: a level push counts, a fall and what nothing carries do not."""

import numpy as np
import pytest

from motionloom.core.gravity import GRAVITY
from motionloom.score.momentum import USUAL, momentum_error, momentum_excess

FPS = 60.0


def path(acceleration):
    time = np.arange(90) / FPS
    return 0.5 * np.asarray(acceleration) * time[:, None] ** 2


def test_a_steady_push_is_read_in_leg_lengths():
    found = momentum_excess(path([3.0, 0.0, 4.0]), np.ones(90, bool), FPS, 0.8)
    assert found[30:60] == pytest.approx(5.0 / 0.8, rel=1e-3)


def test_a_fall_and_flight_do_not_count():
    assert momentum_excess(path([0.0, -9.81, 0.0]), np.ones(90, bool), FPS, 0.8)[5:-5] == pytest.approx(0.0, abs=1e-9)
    assert momentum_excess(path([3.0, 0.0, 4.0]), np.zeros(90, bool), FPS, 0.8).max() == 0.0


def test_stopping_faster_is_worse():
    def stop(seconds):
        time = np.arange(120) / FPS
        since = np.clip((time - 1.0) / seconds, 0, 1)
        x = np.where(time < 1.0, time, 1.0 + seconds * (since - since**2 / 2))
        return momentum_excess(np.stack([2 * x, 0 * x, 0 * x], axis=1), np.ones(120, bool), FPS, 0.85).max()

    assert stop(0.1) > 2 * stop(0.5)


def test_the_error_is_how_far_the_zero_moment_point_moves():
    push, height = np.array([USUAL - 1, USUAL, USUAL + 2.0]), np.array([1.0, 1.0, 0.5])
    assert momentum_error(push, height) == pytest.approx([0.0, 0.0, 2.0 * 0.5 / GRAVITY])
