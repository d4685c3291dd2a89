"""Planted feet are held still, both ends stay as they are, and no foot is torn."""

from __future__ import annotations

import numpy as np

from motionloom.core.ground import foot_points
from motionloom.transitions.settling import FASTEST, HASTE, find_plants, settle
from motionloom.transitions.stock import Stock

FRAMES = 60


def blended(stock: Stock, slide: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Rotations, roots, plants, feet and targets of a captured window whose root was made to drift by `slide` metres."""
    window = stock.motion(int(stock.starts[0]), int(stock.starts[0]) + FRAMES)
    ramp = np.sin(np.linspace(0, np.pi, FRAMES)) ** 2
    roots = window.root_positions + (slide * ramp[:, None] * [1.0, 0.0, 0.0]).astype(np.float32)
    bits = stock.plants[int(stock.starts[0]) : int(stock.starts[0]) + FRAMES].copy()
    targets = np.where(bits[..., None], foot_points(window).astype(np.float64), np.nan)
    for point in range(4):
        for start, stop in zip(*np.flatnonzero(np.diff(np.pad(bits[:, point], 1).astype(int))).reshape(-1, 2).T, strict=True):
            targets[start:stop, point] = targets[start:stop, point].mean(axis=0)
    drifted = window.with_arrays(window.rotations, roots)
    return window.rotations.copy(), roots, bits, foot_points(drifted).astype(np.float64), targets


def settled(stock: Stock, slide: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rotations, roots, bits, feet, targets = blended(stock, slide)
    first = stock.motion(0, FRAMES).with_arrays(rotations, roots)
    before = first.positions()
    settle(stock.skeleton, rotations, roots, first.world, feet, bits, targets)
    after = first.with_arrays(rotations, roots)
    speed = np.linalg.norm(np.diff(foot_points(after)[..., [0, 2]], axis=0), axis=-1)[:, :]
    return before, after.positions(), speed[bits[1:] & bits[:-1]]


def test_feet_that_drift_are_held(stock: Stock) -> None:
    _, after, speed = settled(stock, 0.05)
    assert np.median(speed) < 1e-4
    assert np.linalg.norm(np.diff(after, n=2, axis=0), axis=-1).max() < 0.05  # metres a frame a frame: nothing pops


def test_the_first_and_the_last_frame_stay_as_they_are(stock: Stock) -> None:
    before, after, _ = settled(stock, 0.05)
    assert np.allclose(after[[0, -1]], before[[0, -1]], atol=1e-4)
    assert not np.allclose(after[FRAMES // 2], before[FRAMES // 2], atol=1e-3)


def test_a_plant_is_not_held_before_its_foot_can_be_there() -> None:
    feet, bits = np.zeros((FRAMES, 4, 3)), np.zeros((FRAMES, 4), dtype=bool)
    targets = np.full((FRAMES, 4, 3), np.nan)
    bits[2:40, 0] = True
    targets[2:40, 0] = [0.1, 0.0, 0.0]
    table = find_plants(feet, bits, targets, np.zeros(2, dtype=bool))
    own = np.flatnonzero((table.points == 0) & ~table.still)
    assert len(own) == 1
    assert table.starts[own[0]] >= 0.1 / HASTE
    assert table.stops[own[0]] == 40


def test_a_foot_far_away_or_on_its_way_is_left_alone() -> None:
    bits, still = np.zeros((FRAMES, 4), dtype=bool), np.zeros(2, dtype=bool)
    bits[20:40, 1] = True
    targets = np.where(bits[..., None], np.zeros((FRAMES, 4, 3)), np.nan)
    far = np.full((FRAMES, 4, 3), 0.5)
    assert find_plants(far, bits, targets, still).still.all()
    moving = np.zeros((FRAMES, 4, 3))
    moving[:, 1, 0] = (np.arange(FRAMES) - 30) * 1.2 * FASTEST
    assert find_plants(moving, bits, targets, still).still.all()
