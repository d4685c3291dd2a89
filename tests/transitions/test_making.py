"""How candidates for a transition are compared."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.transitions._making import _measure_detour

SHARES = np.array([0.75, 0.25])
FRAMES = 10


def windows(*heights: float) -> np.ndarray:
    """Points (F, 2, 3) of windows of FRAMES frames, one after the other, each at a height of its own, metres."""
    points = np.zeros((FRAMES * len(heights), 2, 3), dtype=np.float32)
    points[:, :, 1] = np.repeat(heights, FRAMES)[:, None]
    return points


@pytest.mark.parametrize(("blended", "detour"), [(0.85, 0.05), (0.95, 0.0), (1.1, 0.1)])
def test_a_detour_is_what_lies_beyond_the_heights_of_source_and_target(blended: float, detour: float) -> None:
    points = windows(0.9, 0.5, 1.0)
    made = windows(0.95).astype(np.float64)
    made[4, :, 1] = blended
    firsts = np.array([0, FRAMES, 2 * FRAMES])
    assert _measure_detour(firsts, made, points, SHARES) == pytest.approx(detour, abs=1e-6)


def test_two_windows_make_no_detour() -> None:
    assert _measure_detour(np.array([0, FRAMES]), windows(0.2).astype(np.float64), windows(0.9, 1.0), SHARES) == 0.0
