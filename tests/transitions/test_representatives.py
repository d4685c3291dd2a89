"""Windows are compared wherever they happen, and those that stand for all are like all."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.core.heading import turn_and_move
from motionloom.transitions.representatives import choose_representatives, embed, make_windows, window_distances, window_starts
from motionloom.transitions.stock import Stock, make_stock
from tests.transitions.conftest import make_walk


def test_distance_is_symmetric_and_blind_to_place_and_heading() -> None:
    walk, other = make_walk(1.2, 0.3, 0.1), make_walk(1.6, 0.4, 0.4, turning=0.4)
    moved = turn_and_move(walk, 2.1, (3.0, 0.0, -7.0))
    stock = make_stock([walk, moved, other], [None] * 3)
    windows = make_windows(stock, np.array([10, 160, 310]), 48)
    found = window_distances(windows, windows)
    assert np.allclose(found, found.T, atol=1e-5)
    assert found[0, 1] < 1e-4
    assert found[0, 2] == pytest.approx(found[1, 2], abs=1e-4)
    assert found[0, 2] > 1e-3


def test_windows_lie_within_their_clips(stock: Stock) -> None:
    starts = window_starts(stock, 48)
    assert np.array_equal(stock.clip_of[starts], stock.clip_of[starts + 47])
    assert len(starts) == sum(np.diff(stock.starts) - 47)
    with pytest.raises(MotionError, match="no clip has the 900 frames"):
        window_starts(stock, 900)


def test_alike_windows_are_embedded_together(stock: Stock) -> None:
    starts = window_starts(stock, 48)[::4]
    places = embed(make_windows(stock, starts, 48), np.random.default_rng(0))
    stands = np.array([stock.clips[c].name.startswith("stand") for c in stock.clip_of[starts]])
    within = np.linalg.norm(places[stands] - places[stands].mean(axis=0), axis=1).mean()
    apart = np.linalg.norm(places[~stands] - places[stands].mean(axis=0), axis=1).mean()
    assert within < 0.5 * apart


def test_representatives_are_seeded_distinct_and_of_every_kind(stock: Stock) -> None:
    chosen = choose_representatives(stock, 48, 8, np.random.default_rng(1))
    again = choose_representatives(stock, 48, 8, np.random.default_rng(1))
    assert np.array_equal(chosen, again)
    assert len(np.unique(chosen)) == 8
    kinds = {stock.clips[c].name.split("_")[0] for c in stock.clip_of[chosen]}
    assert len(kinds) >= 3
    with pytest.raises(MotionError, match="cannot have 5000 representatives"):
        choose_representatives(stock, 48, 5000, np.random.default_rng(1))
