"""Laws of warps, clocks and blends of windows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motionloom.align import GroundPlace, blend
from motionloom.transitions.scoring import ease
from motionloom.transitions.stock import Stock
from tests.transitions.conftest import find_warps

LENGTH = 48


def warp(stock: Stock, a: int, b: int) -> np.ndarray:
    from motionloom.transitions._blending import find_warp

    out = np.empty(LENGTH)
    one, other = slice(a, a + LENGTH), slice(b, b + LENGTH)
    find_warp(stock.features[one], stock.features[other], stock.squares[one], stock.squares[other], out)
    return out


def test_a_warp_goes_from_corner_to_corner_within_the_slopes(stock: Stock) -> None:
    for a, b in ((10, 200), (40, 350), (700, 5)):
        found = warp(stock, a, b)
        assert found[0] == 0
        assert found[-1] == LENGTH - 1
        assert np.diff(found).min() > 0.4
        assert np.diff(found).max() < 2.2
    assert np.allclose(warp(stock, 30, 30), np.arange(LENGTH))


def test_a_blend_takes_its_time_and_keeps_the_pace_of_its_ends(stock: Stock) -> None:
    from motionloom.transitions._blending import time_frames

    warps = np.stack([np.arange(LENGTH, dtype=float), warp(stock, 10, 350), warp(stock, 10, 200)])
    frames, weights = np.empty(warps.shape), np.empty(warps.shape)
    time_frames(warps, ease(LENGTH), frames, weights)
    assert np.allclose(weights.sum(axis=0), 1)
    assert np.allclose(weights[:, 0], [1, 0, 0])
    assert np.allclose(weights[:, -1], [0, 0, 1])
    assert np.allclose(frames[:, 0], 0)
    assert np.allclose(frames[:, -1], LENGTH - 1)
    assert np.all(np.diff(frames, axis=1) > 0)
    assert frames[0, 1] == pytest.approx(1, abs=0.1)  # the source at its own pace
    assert frames[2, -1] - frames[2, -2] == pytest.approx(1, abs=0.1)  # the target at its


def test_a_blend_of_one_window_with_itself_is_that_window(stock: Stock) -> None:
    from motionloom.transitions._making import make_rotations

    firsts = np.array([20, 20, 20])
    frames, weights, turn, place = np.empty((3, LENGTH)), np.empty((3, LENGTH)), np.empty(LENGTH), np.empty((LENGTH, 2))
    ways = np.empty((LENGTH, 2))
    turn[0], place[0] = stock.facing[20], stock.ground[20]
    rotations, roots = np.empty((LENGTH, len(stock.skeleton), 4), np.float32), np.empty((LENGTH, 3), np.float32)
    make_rotations(
        firsts, find_warps(stock, firsts, LENGTH), stock.ground, stock.facing, stock.rotations, stock.rotations, stock.heights,
        ease(LENGTH), frames, weights, turn, ways, place, rotations, roots,
    )  # fmt: skip
    captured = stock.motion(20, 20 + LENGTH)
    assert np.allclose(roots, captured.root_positions, atol=1e-4)
    assert np.allclose(np.abs(np.sum(rotations * captured.rotations, axis=-1)), 1, atol=1e-4)


def test_rotations_and_path_are_those_of_the_align_room(stock: Stock) -> None:
    from motionloom.transitions._making import make_rotations

    firsts = np.array([20, 330, 200])
    frames, weights, turn, place = np.empty((3, LENGTH)), np.empty((3, LENGTH)), np.zeros(LENGTH), np.zeros((LENGTH, 2))
    ways = np.empty((LENGTH, 2))
    rotations, roots = np.empty((LENGTH, len(stock.skeleton), 4), np.float32), np.empty((LENGTH, 3), np.float32)
    make_rotations(
        firsts, find_warps(stock, firsts, LENGTH), stock.ground, stock.facing, stock.rotations, stock.rotations, stock.heights,
        ease(LENGTH), frames, weights, turn, ways, place, rotations, roots,
    )  # fmt: skip
    slow = blend([stock.motion(f, f + LENGTH) for f in firsts], frames, weights, start=GroundPlace())
    assert np.allclose(roots, slow.root_positions, atol=2e-3)
    assert np.abs(np.sum(rotations * slow.rotations, axis=-1)).min() > 0.9999


def test_jolts_of_captures_stay_out_of_blends_but_at_the_ends_frames_are_as_captured(stock: Stock) -> None:
    from motionloom.core import quaternion
    from motionloom.transitions._blending import blend_rotations

    rotations = stock.rotations.copy()
    jolted = quaternion.multiply(quaternion.from_axis_angle(np.array([1.0, 0.0, 0.0]), 0.5).astype(np.float32), rotations[50, 4])
    rotations[50, 4] = jolted
    rough = replace(stock, rotations=rotations)
    frames, weights = np.tile(np.arange(LENGTH, dtype=np.float64), (2, 1)), np.full((2, LENGTH), 0.5)
    out, roots = np.empty((LENGTH, len(stock.skeleton), 4), np.float32), np.empty((LENGTH, 3), np.float32)
    arguments = (stock.heights, np.zeros(LENGTH), out, roots)
    blend_rotations(np.array([20, 20]), frames, weights, rough.rotations, rough.calm, *arguments)
    angles = quaternion.angle_between(out[1:, 4], out[:-1, 4])
    assert angles.max() < 0.3 * quaternion.angle_between(rotations[50, 4], rotations[49, 4])
    assert np.allclose(np.abs(np.sum(out[[0, -1]] * rotations[[20, 20 + LENGTH - 1]], axis=-1)), 1, atol=2e-4)


def test_arms_half_a_turn_apart_do_not_jump_when_the_weights_change_over(stock: Stock) -> None:
    from motionloom.core import quaternion
    from motionloom.transitions._blending import blend_rotations

    rotations = np.zeros((2 * LENGTH, len(stock.skeleton), 4), np.float32)
    rotations[..., 3] = 1.0
    swing = np.linspace(0.9, 1.1, LENGTH) * np.pi  # from a little less than half a turn to a little more
    rotations[LENGTH:, 4] = quaternion.from_axis_angle(np.array([1.0, 0.0, 0.0]), swing)
    frames, late = np.tile(np.arange(LENGTH, dtype=np.float64), (2, 1)), ease(LENGTH)
    out, roots = np.empty((LENGTH, len(stock.skeleton), 4), np.float32), np.empty((LENGTH, 3), np.float32)
    weights = np.stack([1 - late, late])
    blend_rotations(
        np.array([0, LENGTH]), frames, weights, rotations, rotations, np.zeros(2 * LENGTH, np.float32), np.zeros(LENGTH), out, roots
    )
    assert quaternion.angle_between(out[1:, 4], out[:-1, 4]).max() < 0.15
