"""Paths that skip the ticks in which nothing can be met say the same as paths that are looked at tick by tick."""

from __future__ import annotations

import numpy as np

from motionloom.navigation.minds import make_minds
from motionloom.navigation.walls import to_walls

TICKS, STRIDE = 30, 0.15


def wander(rng: np.random.Generator, start: tuple[float, float]) -> np.ndarray:
    """A path (TICKS, 2) of steps of at most STRIDE."""
    angles = np.cumsum(rng.normal(0, 0.4, TICKS)) + rng.uniform(0, 2 * np.pi)
    lengths = rng.uniform(0, STRIDE, TICKS)
    return np.asarray(start + np.cumsum(lengths[:, None] * np.stack([np.sin(angles), np.cos(angles)], axis=1), axis=0))


def test_skipping_ticks_finds_every_meeting() -> None:
    from motionloom.navigation._path_kernels import keeps_apart

    rng, found = np.random.default_rng(0), list[bool]()
    for _ in range(300):
        minds = make_minds(np.zeros((1, 3)), np.array([0.3]), TICKS, 2.5, 12)
        minds.paths[0] = wander(rng, (0.0, 0.0))
        path, tick = wander(rng, tuple(rng.uniform(-2, 2, 2))), int(rng.integers(0, 5))
        rows = np.minimum(tick + np.arange(TICKS), TICKS - 1)
        brute = bool(np.all(np.hypot(*(path - minds.paths[0, rows]).T) >= 0.6))
        assert keeps_apart(path, minds, 0, tick, 0.6, 2 * STRIDE + 1e-6) == brute
        found.append(brute)
    assert 30 < sum(found) < 270


def test_skipping_ticks_finds_every_wall() -> None:
    from motionloom.navigation._crowd_kernels import wall_distance
    from motionloom.navigation._path_kernels import keeps_off_walls

    rng, found = np.random.default_rng(1), list[bool]()
    walls = to_walls(np.array([[0.0, 0.0, 1.0, 0.5], [3.0, -2.0, 3.0, 2.0]]))
    for _ in range(300):
        path = wander(rng, tuple(rng.uniform(-3, 6, 2)))
        brute = all(wall_distance(walls, x, z) >= 0.38 for x, z in path)
        assert keeps_off_walls(path, walls, 0.38, STRIDE + 1e-6) == brute
        found.append(brute)
    assert 30 < sum(found) < 290
