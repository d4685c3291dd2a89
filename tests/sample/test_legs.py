from __future__ import annotations

import numpy as np
import pytest

from motionloom.core import quaternion
from motionloom.sample.legs import bend_leg, reach_ankle

UPPER, LOWER = np.array([0.0, -0.42, 0.005]), np.array([0.0, -0.40, -0.02])
WHOLE = float(np.linalg.norm(UPPER) + np.linalg.norm(LOWER))


@pytest.fixture
def ankles(rng: np.random.Generator) -> np.ndarray:
    directions = rng.normal(size=(200, 3)) * [0.4, 0.2, 1.0] - [0, 1.0, 0]
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return directions * rng.uniform(0.4, 0.99, (200, 1)) * WHOLE


def limits(count: int, free: float, limit: float) -> np.ndarray:
    return np.tile([free, limit], (count, 1))


def test_the_leg_reaches_the_ankle_with_its_own_bones(ankles: np.ndarray) -> None:
    forward = np.tile([0.0, 0.0, 1.0], (200, 1))
    thigh, shank = bend_leg(np.zeros((200, 3)), ankles, UPPER, LOWER, forward, limits(200, 0.9965, 0.9995))
    reached = quaternion.rotate(thigh, UPPER) + quaternion.rotate(shank, LOWER)
    assert np.abs(reached - ankles).max() < 1e-9


def test_the_knee_points_forward(ankles: np.ndarray) -> None:
    forward = np.tile([0.0, 0.0, 1.0], (200, 1))
    thigh, _, hinge = reach_ankle(np.zeros((200, 3)), ankles, UPPER, LOWER, forward, limits(200, 0.9965, 0.9995))
    assert np.all(hinge[:, 0] > 0)
    on_the_way = ankles * np.linalg.norm(UPPER) / WHOLE
    assert np.all(np.cross(thigh - on_the_way, ankles)[:, 0] > 0)


def test_what_is_too_far_is_drawn_in_smoothly() -> None:
    far = np.linspace(0.8, 1.3, 500)[:, None] * WHOLE * np.array([0.0, -1.0, 0.0])
    forward = np.tile([0.0, 0.0, 1.0], (500, 1))
    thigh, shank, _ = reach_ankle(np.zeros((500, 3)), far, UPPER, LOWER, forward, limits(500, 0.93, 0.985))
    reach = np.linalg.norm(thigh + shank, axis=1) / WHOLE
    assert np.allclose(reach[far[:, 1] > -0.93 * WHOLE], np.linspace(0.8, 1.3, 500)[far[:, 1] > -0.93 * WHOLE])
    assert reach.max() < 0.985
    assert np.all(np.diff(reach) >= 0)
    assert np.abs(np.diff(reach, 2)).max() < 2e-5
