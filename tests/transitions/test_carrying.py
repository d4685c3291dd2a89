"""Somebody who does not fly is carried by a foot; plants of the blend stay, and no foot is rushed."""

from __future__ import annotations

import numpy as np

from motionloom.core.masks import find_runs
from motionloom.transitions._carrying import SHORTEST, carry_body, find_flight
from motionloom.transitions.settling import CARRY_PUSH, OPTIONS

FRAMES = 60
STAND = np.array([0.05, 0.02, 0.05, 0.02])


def walking_feet(speed: float, height: float = 0.03) -> np.ndarray:
    """Heels and toes (N, 4, 3) of feet that both go along at m/s, a little above where they stand."""
    feet = np.zeros((FRAMES, 4, 3))
    feet[..., 2] = speed * np.arange(FRAMES)[:, None] / 60 + [0.0, 0.2, 0.4, 0.6]
    feet[..., 0] = [0.1, 0.1, -0.1, -0.1]
    feet[..., 1] = STAND + height
    return feet


def carried(feet: np.ndarray, bits: np.ndarray, flies: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    held, targets = bits.copy(), np.where(bits[..., None], feet, np.nan)
    carry_body(held, targets, feet, STAND, flies, OPTIONS.limit, CARRY_PUSH)
    return held, targets


def plants_at_both_ends() -> np.ndarray:
    bits = np.zeros((FRAMES, 4), bool)
    bits[:15, :2], bits[45:, 2:] = True, True
    return bits


def test_who_does_not_fly_is_carried_in_place() -> None:
    feet, bits = walking_feet(0.8), plants_at_both_ends()
    held, targets = carried(feet, bits, np.zeros(FRAMES, bool))
    without = ~held.any(axis=1)
    assert without.sum() < (~bits.any(axis=1)).sum() / 2
    assert (held & bits).sum() == bits.sum()
    for point in range(4):
        for start, stop in find_runs(held[:, point] & ~bits[:, point]):
            assert stop - start >= SHORTEST
            assert np.ptp(targets[start:stop, point], axis=0).max() == 0
            assert targets[start, point, 1] == STAND[point]


def test_who_flies_is_left_alone() -> None:
    feet, bits = walking_feet(0.8), plants_at_both_ends()
    held, _ = carried(feet, bits, np.ones(FRAMES, bool))
    assert np.array_equal(held, bits)


def test_no_foot_is_rushed_to_its_place() -> None:
    feet = walking_feet(5.0, height=0.2)  # no plant can be reached in time
    held, _ = carried(feet, plants_at_both_ends(), np.zeros(FRAMES, bool))
    assert np.array_equal(held, plants_at_both_ends())


def test_a_blend_flies_where_most_of_it_does() -> None:
    plants = np.zeros((2 * FRAMES, 4), bool)
    plants[FRAMES:, 1] = True  # the first window flies, the second one stands
    frames = np.tile(np.arange(FRAMES, dtype=np.float64), (2, 1))
    weights = np.stack([np.linspace(1, 0, FRAMES), np.linspace(0, 1, FRAMES)])
    flies = np.empty(FRAMES, bool)
    find_flight(np.array([0, FRAMES]), frames, weights, plants, flies)
    assert flies[: FRAMES // 2].all()
    assert not flies[FRAMES // 2 :].any()
