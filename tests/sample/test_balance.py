from __future__ import annotations

import numpy as np
import pytest

from motionloom.sample.balance import GRAVITY, loads, plan_height, plan_level, plan_pressure
from motionloom.sample.stances import Stance

FPS = 120.0
TIMES = np.arange(0, 6, 1 / FPS)
NO_CEILING = np.full(len(TIMES), np.inf)


def stand(side: str, x: float, on: float = -np.inf, off: float = np.inf) -> Stance:
    return Stance(side, (x, 0.0), 0.0, on, on, off, off)


def test_height_is_what_was_preferred_where_nothing_forbids_it() -> None:
    preferred = 1.0 + 0.02 * np.sin(TIMES)
    height = plan_height(preferred, NO_CEILING, np.zeros(len(TIMES), dtype=bool), FPS)
    assert np.abs(height - preferred).max() < 1e-3


def test_flight_is_free_fall_and_everything_else_pushes_up() -> None:
    flight = (TIMES > 2.0) & (TIMES < 2.4)
    height = plan_height(np.ones(len(TIMES)), NO_CEILING, flight, FPS)
    acceleration = np.diff(height, 2) * FPS**2
    assert np.abs(acceleration[flight[1:-1]] + GRAVITY).max() < 0.01
    assert acceleration.max() > 5
    assert acceleration.min() > -GRAVITY - 0.5


def test_the_ceiling_is_kept() -> None:
    ceiling = np.where((TIMES > 3) & (TIMES < 3.3), 0.95, np.inf)
    height = plan_height(np.ones(len(TIMES)), ceiling, np.zeros(len(TIMES), dtype=bool), FPS)
    assert (height - ceiling).max() < 3e-3
    assert height[0] == pytest.approx(1.0, abs=1e-4)


def test_the_level_plan_is_a_pendulum_on_its_pressure() -> None:
    pressure = np.stack([0.1 * np.sin(2 * TIMES), np.where(TIMES > 3, 0.3, 0.0)], axis=1)
    height = np.full(len(TIMES), 0.95)
    place = plan_level(height, pressure, pressure, FPS)
    acceleration = np.diff(place, 2, axis=0) * FPS**2
    held_up_at = place[1:-1] - height[1:-1, None] / GRAVITY * acceleration
    assert np.abs(held_up_at - pressure[1:-1]).max() < 1e-8
    assert place[int(2.9 * FPS), 1] > 0.05  # it leans before the pressure moves


def test_weight_is_shared_by_standing_feet_and_carried_by_the_only_one() -> None:
    both = {"left": [stand("left", 0.1)], "right": [stand("right", -0.1)]}
    assert np.allclose(plan_pressure(both, TIMES, 0.12)[:, 0], 0.0, atol=1e-6)
    stepping = {"left": [stand("left", 0.1, off=2.0), stand("left", 0.1, on=3.0)], "right": [stand("right", -0.1)]}
    pressure = plan_pressure(stepping, TIMES, 0.12)
    assert pressure[int(2.5 * FPS), 0] == pytest.approx(-0.1, abs=1e-6)
    assert np.abs(np.diff(pressure[:, 0])).max() < 0.01
    left = sum(loads(stepping, TIMES)["left"])
    assert left[int(2.5 * FPS)] == 0
