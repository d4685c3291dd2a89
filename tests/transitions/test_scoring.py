"""The compiled scorer says what the score room says of the same positions."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.align import blend
from motionloom.core import Motion
from motionloom.core.heading import headings
from motionloom.score.balance import measure_balance
from motionloom.score.blend_plants import choose_plants
from motionloom.score.momentum import USUAL, momentum_error
from motionloom.score.segments import SEGMENTS, segment_centres
from motionloom.score.zero_moment import compute_dynamics
from motionloom.transitions.scoring import ease, make_measures
from motionloom.transitions.stock import POINTS, Stock
from motionloom.transitions.synthesis import _point_map
from tests.transitions.conftest import find_warps

LENGTH = 48


def _see_points(motion: Motion) -> np.ndarray:
    """The points (N, P, 3) of a motion that are scored."""
    from motionloom.transitions._making import see_points

    points, (turned, places) = np.empty((len(motion), POINTS, 3)), motion.world
    see_points(places, turned, *_point_map(motion.skeleton), points)
    return points


def blend_of(stock: Stock, firsts: np.ndarray) -> tuple[list[Motion], np.ndarray, Motion]:
    """The same blend as the compiled one, by the slow way of the align room."""
    from motionloom.transitions._blending import lead_path, time_frames

    frames, weights, turn = np.empty((len(firsts), LENGTH)), np.empty((len(firsts), LENGTH)), np.zeros(LENGTH)
    ways, place = np.empty((LENGTH, 2)), np.zeros((LENGTH, 2))
    warps = find_warps(stock, firsts, LENGTH)
    time_frames(warps, ease(LENGTH), frames, weights)
    lead_path(firsts, frames, weights, stock.ground, stock.facing, turn, ways, place)
    windows = [stock.motion(first, first + LENGTH) for first in firsts]
    return windows, frames, blend(windows, frames, weights)


@pytest.mark.parametrize("firsts", [[10], [10, 200], [10, 330, 200], [5, 200, 480, 340]])
def test_plants_and_balance_are_those_of_the_score_room(stock: Stock, firsts: list[int]) -> None:
    from motionloom.transitions import _scoring

    chosen = np.array(firsts)
    windows, frames, blended = blend_of(stock, chosen)
    slow = choose_plants(blended, windows, [stock.plants[f : f + LENGTH] for f in firsts], frames)
    points = _see_points(blended)
    bits, targets = np.empty((LENGTH, 4), dtype=bool), np.full((LENGTH, 4, 3), np.nan)
    turn, place = headings(blended), blended.root_positions[:, [0, 2]].astype(np.float64)
    ways = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    error = _scoring.choose_plants(chosen, frames, stock.points, stock.plants, ways, place, points, bits, targets)
    assert slow.bits.any()
    assert error == pytest.approx(slow.error, abs=2e-5)
    assert np.array_equal(bits, slow.bits)
    assert np.allclose(targets[bits], slow.targets[bits], atol=1e-4)
    measures = make_measures(stock.skeleton, LENGTH)
    balance = _scoring.measure_balance(points, bits, *measures[:5], np.inf, 1e9)
    assert balance == pytest.approx(measure_balance(blended, slow.bits, ground=0.0).worst, rel=1e-3, abs=1e-4)


def test_flight_is_held_against_free_fall(stock: Stock) -> None:
    from motionloom.transitions import _scoring

    window = stock.motion(10, 10 + LENGTH)
    points = _see_points(window)
    bits = np.ones((LENGTH, 4), dtype=bool)
    bits[20:32] = False
    measures = make_measures(stock.skeleton, LENGTH)
    found = _scoring.measure_balance(points, bits, *measures[:5], np.inf, 1e9)
    assert found == pytest.approx(measure_balance(window, bits, ground=0.0).worst, rel=1e-3)
    assert found >= 9.0 * (12 / 60) ** 2 / 8  # somebody who walks is not falling


def test_a_hurry_counts_by_how_far_it_moves_the_zero_moment_point(stock: Stock) -> None:
    from motionloom.transitions import _scoring

    window = stock.motion(10, 10 + LENGTH)
    measures = make_measures(stock.skeleton, LENGTH)
    bits = np.zeros((LENGTH, 4), dtype=bool)
    bits[::6] = True  # something stands often enough: no flight
    stop = np.clip(np.arange(LENGTH) / 60 - 0.5, 0.0, 0.15)[:, None] * [0.0, 0.0, 6.0]
    pushed = window.with_arrays(window.rotations, window.root_positions - stop.astype(np.float32))
    points = np.concatenate([segment_centres(pushed), np.zeros((LENGTH, POINTS - len(SEGMENTS), 3))], axis=1)
    dynamics = compute_dynamics(pushed, 0.0)
    level = np.hypot(dynamics.fall[:, 0], dynamics.fall[:, 2])[measures.looked_at]
    free = ~bits[measures.looked_at].any(axis=1)
    nothing, usual = (_scoring.measure_balance(points, bits, *measures[:5], bound, 1e9) for bound in (np.inf, USUAL))
    height = np.einsum("s,fsc->fc", measures.shares, segment_centres(pushed))[measures.looked_at, 1]
    assert level.max() > USUAL
    assert usual >= momentum_error(level[free], height[free]).max() - 1e-3
    assert usual > nothing
