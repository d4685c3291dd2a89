"""A way put right keeps both its speeds and where it begins, and nothing on it is pushed harder than it must be."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.transitions._momentum import ENDS, MORE, USUAL, find_even_way

FRAMES, RATE = 60, 60.0


def way_of(speeds: np.ndarray) -> np.ndarray:
    """The way (N, 2) metres of speeds (N - 1, 2) m/s."""
    return np.concatenate([np.zeros((1, 2)), np.cumsum(speeds, axis=0) / RATE])


def evened(way: np.ndarray) -> np.ndarray:
    shift = np.empty_like(way)
    find_even_way(way, RATE, shift)
    return way + shift


def pushes(way: np.ndarray) -> np.ndarray:
    """How hard (n,) m/s2 a way is pushed, averaged over a tenth of a second."""
    pushed = np.diff(way, n=2, axis=0) * RATE**2
    return np.linalg.norm([np.convolve(one, np.ones(6) / 6, "valid") for one in pushed.T], axis=0)


def stop_within(frames: int, speed: float = 3.0) -> np.ndarray:
    """The way of somebody who stops evenly in the middle, within so many frames."""
    ramp = np.clip(1 - (np.arange(FRAMES - 1) - 25) / frames, 0.0, 1.0)
    return way_of(speed * ramp[:, None] * [1.0, 0.0])


def test_a_hard_stop_is_spread_over_all_the_time() -> None:
    way = stop_within(10)
    assert pushes(way).max() == pytest.approx(18.0, rel=1e-6)
    least = 3.0 / ((FRAMES - 2 * ENDS) / RATE)
    assert pushes(evened(way)).max() < 1.5 * MORE * least


def test_the_first_place_and_both_speeds_stay() -> None:
    rng = np.random.default_rng(3)
    for _ in range(10):
        way = way_of(np.cumsum(rng.normal(0, 0.1, (FRAMES - 1, 2)), axis=0))
        after = evened(way)
        assert after[0] == pytest.approx(way[0])
        assert after[1] - after[0] == pytest.approx(way[1] - way[0], abs=1e-9)
        assert after[-1] - after[-2] == pytest.approx(way[-1] - way[-2], abs=1e-6)


def test_a_gentle_way_is_left_as_it_is() -> None:
    speeds = np.stack([1.2 + 0.1 * np.sin(np.arange(FRAMES - 1) / 6), np.zeros(FRAMES - 1)], axis=1)
    way = way_of(speeds)
    assert pushes(way).max() < USUAL
    assert evened(way) == pytest.approx(way, abs=1e-9)


def test_a_turned_way_is_put_right_alike() -> None:
    way, turn = stop_within(10), np.array([[0.6, 0.8], [-0.8, 0.6]])
    assert evened(way @ turn) == pytest.approx(evened(way) @ turn, abs=1e-9)
