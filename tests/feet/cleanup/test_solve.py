"""Knees that were captured bent backwards: they go through straight, not from one side to the other."""

import numpy as np
import pytest

from motionloom.core._vectors import add, rotate, subtract
from motionloom.feet.cleanup._solve import THROUGH, _through_straight, bend_knee

THIGH, SHIN = 0.42, 0.4
HINGE = (-1.0, 0.0, 0.0)


def leg_bent_by(angle):
    """Hip, knee and ankle of a leg whose knee is bent forwards by an angle, below 0 backwards, about the hinge."""
    return (0.0, THIGH, 0.0), (0.0, 0.0, 0.0), (0.0, -SHIN * np.cos(angle), -SHIN * np.sin(angle))


def size_of(angle):
    return float(np.sqrt(THIGH**2 + SHIN**2 + 2 * THIGH * SHIN * np.cos(angle)))


def solved_bend(captured, wanted):
    """How far the knee is bent, forwards, that was captured so and is to be bent by `wanted` to either side."""
    hip, knee, ankle = leg_bent_by(captured)
    shin = rotate(bend_knee(hip, knee, ankle, HINGE, size_of(wanted), THROUGH), subtract(ankle, knee))
    return float(np.arctan2(-shin[2], -shin[1])), float(np.linalg.norm(subtract(add(knee, shin), hip)))


@pytest.mark.parametrize("degrees", [1.0, 4.0, 8.0])
def test_a_knee_that_straightens_from_behind_does_not_flip(degrees):
    wanted = np.radians(degrees)
    captured = np.radians(np.arange(-12.0, 6.0, 0.05))
    bends = np.array([solved_bend(angle, wanted)[0] for angle in captured])
    assert bends[0] == pytest.approx(-wanted, abs=1e-6)
    assert bends[-1] == pytest.approx(wanted, abs=1e-6)
    assert np.abs(np.diff(bends)).max() < 0.12 * 2 * wanted  # a step of 0.05 degrees, within FLIP to either side
    assert np.diff(bends).min() > -1e-9


def test_its_ankle_is_nearly_where_it_was_asked_to_be():
    for captured in np.radians(np.arange(-12.0, 6.0, 0.25)):
        assert abs(solved_bend(captured, np.radians(4.0))[1] - size_of(np.radians(4.0))) < 0.0006


def test_one_that_is_asked_for_what_it_has_stays_as_it_was():
    for bend in np.radians([0.5, 2.0, 5.0, 10.0]):
        assert _through_straight(bend, bend) == pytest.approx(-bend)
        assert _through_straight(0.0, bend) == pytest.approx(bend)
        assert solved_bend(-bend, bend)[0] == pytest.approx(-bend, abs=1e-6)
