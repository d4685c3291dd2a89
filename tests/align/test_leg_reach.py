"""Legs reach where they have to, knees keep to their plane, hips come down where legs are too short."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.align.leg_reach import LONGEST, Leg, find_drop, reach
from motionloom.core import quaternion

FRAMES = 50


def make_leg(rng: np.random.Generator, wanted: np.ndarray | None = None, stretched: float = 0.9) -> Leg:
    """A leg that hangs and bends forward a little, its ankle wanted where it is or elsewhere."""
    hip = rng.normal(0, 0.01, (FRAMES, 3)) + [0.1, 0.9, 0]
    bend = rng.uniform(0.6, 1.1, FRAMES)
    knee = hip + 0.42 * np.stack([np.zeros(FRAMES), -np.cos(bend / 2), np.sin(bend / 2)], axis=1)
    ankle = knee + 0.4 * np.stack([np.zeros(FRAMES), -np.cos(bend / 2), -np.sin(bend / 2)], axis=1)
    across = np.tile([1.0, 0, 0], (FRAMES, 1))
    return Leg(hip, knee, ankle, ankle if wanted is None else wanted, np.full(FRAMES, stretched), across)


def moved(leg: Leg) -> tuple[np.ndarray, np.ndarray]:
    upper, lower = reach(leg)
    knee = leg.hip + quaternion.rotate(upper, leg.knee - leg.hip)
    return knee, knee + quaternion.rotate(lower, leg.ankle - leg.knee)


def test_a_foot_that_is_there_stays(rng: np.random.Generator) -> None:
    leg = make_leg(rng)
    for turn in reach(leg):
        assert quaternion.angle_between(turn, np.tile(quaternion.IDENTITY, (FRAMES, 1))).max() < 1e-6


def test_the_ankle_comes_to_where_it_is_wanted_and_the_knee_stays_in_front(rng: np.random.Generator) -> None:
    leg = make_leg(rng)
    asked = Leg(leg.hip, leg.knee, leg.ankle, leg.ankle + rng.uniform(-0.03, 0.06, (FRAMES, 3)), leg.stretched, leg.across)
    knee, ankle = moved(asked)
    within = np.linalg.norm(asked.wanted - asked.hip, axis=1) < 0.98 * 0.82
    assert within.sum() > 30
    np.testing.assert_allclose(ankle[within], asked.wanted[within], atol=1e-6)
    middle = asked.hip + (ankle - asked.hip) * 0.42 / 0.82
    assert np.all((knee - middle)[:, 2] > 0)


def test_a_leg_never_becomes_straight_and_points_to_what_it_cannot_reach(rng: np.random.Generator) -> None:
    leg = make_leg(rng)
    far = Leg(leg.hip, leg.knee, leg.ankle, leg.hip + [0.0, -2.0, 0.3], leg.stretched, leg.across)
    _, ankle = moved(far)
    assert np.linalg.norm(ankle - far.hip, axis=1).max() <= LONGEST * 0.82 + 1e-9
    way, wanted = ankle - far.hip, far.wanted - far.hip
    cosine = np.sum(way * wanted, axis=1) / np.linalg.norm(way, axis=1) / np.linalg.norm(wanted, axis=1)
    np.testing.assert_allclose(cosine, 1.0, atol=1e-9)


def test_hips_stay_where_legs_reach_and_come_down_where_they_do_not(rng: np.random.Generator) -> None:
    leg = make_leg(rng)
    own = np.linalg.norm(leg.ankle - leg.hip, axis=1) / 0.82
    same = Leg(leg.hip, leg.knee, leg.ankle, leg.ankle, own, leg.across)
    np.testing.assert_allclose(find_drop([same, same], np.ones((2, FRAMES), bool), 60.0), 0.0, atol=1e-9)
    lower = Leg(leg.hip, leg.knee, leg.ankle, leg.ankle - [0.0, 0.05, 0.0], own, leg.across)
    drop = find_drop([lower, lower], np.ones((2, FRAMES), bool), 60.0)
    assert drop.mean() == pytest.approx(0.05, abs=0.01)
    assert np.abs(np.diff(drop)).max() < 0.002


def test_a_leg_in_the_air_does_not_say_how_high_the_hips_are(rng: np.random.Generator) -> None:
    leg = make_leg(rng)
    own = np.linalg.norm(leg.ankle - leg.hip, axis=1) / 0.82
    stands = Leg(leg.hip, leg.knee, leg.ankle, leg.ankle + [0.0, 0.03, 0.0], own, leg.across)
    hangs = Leg(leg.hip, leg.knee, leg.ankle, leg.ankle + [0.0, 0.3, 0.0], own, leg.across)
    low = np.stack([np.ones(FRAMES, bool), np.zeros(FRAMES, bool)])
    assert find_drop([stands, hangs], low, 60.0).mean() == pytest.approx(-0.03, abs=0.01)
