"""Planted feet are held still, both ends stay as they are, and no foot is torn."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.ground import foot_points
from motionloom.judge.take import Take
from motionloom.transitions.settling import EASE, HIGHEST, LIFT, PUSH, settle
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
    settle(stock.skeleton, rotations, roots, first.world, feet, bits, targets, stock.stand, np.ones(FRAMES, bool))
    after = first.with_arrays(rotations, roots)
    speed = np.linalg.norm(np.diff(foot_points(after)[..., [0, 2]], axis=0), axis=-1)
    return before, after.positions(), speed[bits[1:] & bits[:-1]]


def test_feet_that_drift_are_held(stock: Stock) -> None:
    _, after, speed = settled(stock, 0.05)
    assert np.percentile(speed, 90) < 1e-4  # metres a frame
    assert np.linalg.norm(np.diff(after, n=2, axis=0), axis=-1).max() < 0.05  # metres a frame a frame: nothing pops


def test_the_first_and_the_last_frame_stay_as_they_are(stock: Stock) -> None:
    before, after, _ = settled(stock, 0.05)
    assert np.allclose(after[[0, -1]], before[[0, -1]], atol=1e-4)
    assert not np.allclose(after[FRAMES // 2], before[FRAMES // 2], atol=1e-3)


@pytest.mark.parametrize("backwards", [False, True])
def test_knees_bend_smoothly_where_feet_are_held(stock: Stock, backwards: bool) -> None:
    rotations, roots, bits, feet, targets = blended(stock, 0.06)
    first = stock.motion(0, FRAMES).with_arrays(rotations, roots)
    if backwards:  # as some captured knees are, by up to 14 degrees
        first = bend_backwards(first)
        rotations, feet = first.rotations.copy(), foot_points(first).astype(np.float64)
    settle(stock.skeleton, rotations, roots, first.world, feet, bits, targets, stock.stand, np.ones(FRAMES, bool))
    before, after = (np.abs(np.diff(Take(one).bends[:, [0, 2]], n=2, axis=0)).max() for one in (first, first.with_arrays(rotations, roots)))
    assert after < before + 0.03  # radians a frame a frame


def bend_backwards(motion: Motion) -> Motion:
    """The motion with knees that are bent less by 14 degrees."""
    body, rest = body_of(motion.skeleton), motion.skeleton.rest_world[0]
    rotations = motion.rotations.astype(np.float64)
    for side in ("left", "right"):
        for part, degrees in (("hip", 7), ("knee", -14), ("ankle", 7)):
            joint, half = body.joint(f"{side}_{part}"), np.radians(degrees) / 2
            axis = quaternion.rotate(quaternion.conjugate(rest[joint]), np.cross([0.0, 1.0, 0.0], body.facing))
            rotations[:, joint] = quaternion.multiply(rotations[:, joint], np.append(np.sin(half) * axis, np.cos(half)))
    return motion.with_arrays(rotations.astype(np.float32), motion.root_positions)


def moved(feet: np.ndarray, bits: np.ndarray, targets: np.ndarray) -> np.ndarray:
    from motionloom.transitions._settling import move_feet

    corrections = np.empty_like(feet)
    move_feet(feet, bits, targets, EASE, LIFT, HIGHEST, PUSH, corrections)
    return feet + corrections


def standing(first: int, stop: int, place: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Feet at rest at 0 (heels) and 0.2 metres (toes), the left one planted at `place` for some frames."""
    feet, bits = np.zeros((FRAMES, 4, 3)), np.zeros((FRAMES, 4), dtype=bool)
    feet[:, 1::2, 2] = 0.2
    bits[first:stop, :2] = True
    targets = np.where(bits[..., None], feet + [place, 0.0, 0.0], np.nan)
    return feet, bits, targets


def test_a_foot_goes_to_its_plant_and_away_without_a_jump_in_speed() -> None:
    feet, bits, targets = standing(20, 40, 0.1)
    after = moved(feet, bits, targets)
    assert np.allclose(after[20:40, :2], targets[20:40, :2])
    assert np.allclose(after[[0, -1]], feet[[0, -1]])
    assert np.linalg.norm(np.diff(after, n=2, axis=0), axis=-1).max() < 0.004  # metres a frame a frame: 15 m/s2
    assert np.allclose(after[:, 2:], feet[:, 2:])  # the other foot is left alone


def test_a_point_that_is_free_goes_along_with_the_one_that_is_held() -> None:
    feet, bits, targets = standing(20, 40, 0.1)
    bits[30:40, 0] = False  # the heel is raised, the toe still stands
    after = moved(feet, bits, targets)
    assert np.allclose(after[:, 1] - after[:, 0], feet[:, 1] - feet[:, 0], atol=1e-9)


def test_a_foot_that_the_blend_drags_along_takes_a_step() -> None:
    feet, bits, targets = standing(0, 20, 0.0)
    bits[40:, :2] = True
    feet[:, :2, 0] = np.clip(np.arange(FRAMES) - 20, 0, 20)[:, None] * 0.01
    targets = np.where(bits[..., None], feet, np.nan)
    after = moved(feet, bits, targets)
    assert 0.02 < after[:, 0, 1].max() <= HIGHEST
    assert np.allclose(after[bits], feet[bits])
    high = feet + [0.0, 0.3, 0.0]
    assert np.allclose(moved(high, bits, np.where(bits[..., None], high, np.nan)), high)  # one that is high already is left as it is


def test_a_foot_that_dips_below_the_floor_is_raised_out_of_it_with_its_toe_smoothly() -> None:
    from motionloom.transitions._settling import clear_floor

    feet, bits, _ = standing(0, 10, 0.0)
    feet[:, 0, 1] = -0.02 * np.sin(np.linspace(0, np.pi, FRAMES)) ** 8
    corrections = np.zeros_like(feet)
    clear_floor(feet, bits, np.zeros(4), 3, corrections)
    after = feet + corrections
    assert after[~bits][:, 1].min() > -1e-9
    assert after[30, 1, 1] > 0.015  # the toe goes along
    assert not corrections[bits].any()
    assert not corrections[[0, -1]].any()
    assert np.abs(np.diff(corrections, n=2, axis=0)).max() < 0.003


def swing(low: float, speed: float) -> tuple[np.ndarray, np.ndarray]:
    """Feet of which the left one stands at both ends and moves at some height in between; the right one stands all the time."""
    feet, bits = np.zeros((FRAMES, 4, 3)), np.zeros((FRAMES, 4), dtype=bool)
    feet[:, 1::2, 2] = 0.2
    feet[:, 2:, 0] = -0.2
    bits[:12, :2] = bits[48:, :2] = bits[:, 2:] = True
    way = np.clip(np.arange(FRAMES) - 15, 0, 30) * speed  # it is up before it goes
    feet[:, :2, 2] += way[:, None]
    feet[13:47, :2, 1] += low
    return feet, bits


def test_a_swing_that_skims_is_raised_and_one_that_is_high_or_slow_is_not() -> None:
    from motionloom.transitions._settling import CLEAR, clear_floor

    stand = np.full(4, 0.01)
    for low, speed, raised in ((0.0, 0.03, True), (0.1, 0.03, False), (0.01, 0.0005, False)):
        feet, bits = swing(low, speed)
        corrections = np.zeros_like(feet)
        clear_floor(feet, bits, stand, 6, corrections)
        assert not corrections[bits].any()
        heights = (feet + corrections)[22:38, :2, 1]
        assert (heights.min() > CLEAR) == (raised or low > CLEAR)
        if not raised:
            assert np.abs(corrections).max() < 0.003
        assert np.abs(np.diff(corrections, n=2, axis=0)).max() < 0.005  # metres a frame a frame: no foot jerks


def test_feet_that_would_pass_through_each_other_pass_beside_each_other() -> None:
    from motionloom.transitions._settling import part_feet

    feet, bits = swing(0.05, 0.02)
    feet[:, 2:, 2] += 0.36
    feet[:, 2:, 0] = 0.0  # in the left one's way
    across = np.tile([1.0, 0.0], (FRAMES, 1))
    corrections = np.zeros_like(feet)
    part_feet(feet, bits, across, 0.08, 6, corrections)
    after = feet + corrections
    beside = np.abs(after[:, 0, 2] - after[:, 2, 2]) < 0.1
    assert beside[20:40].any()
    assert (after[beside, 0, 0] - after[beside, 2, 0]).min() > 0.079
    assert not corrections[bits].any()
    assert not corrections[..., 1].any()
    apart = feet.copy()
    apart[:, 2:, 0] = -0.2
    untouched = np.zeros_like(feet)
    part_feet(apart, bits, across, 0.08, 6, untouched)
    assert not untouched.any()
