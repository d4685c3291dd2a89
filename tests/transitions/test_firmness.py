"""Feet that stand are said to stand, feet that slide to slide, and both ends of a transition are looked at."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core.kinematics import accelerations
from motionloom.transitions.firmness import measure_join, planted_speeds
from motionloom.transitions.joining import join
from motionloom.transitions.stock import Stock
from motionloom.transitions.synthesis import make_transition
from motionloom.transitions.table import TransitionTable


def test_a_motion_carried_along_slides_as_fast_as_it_is_carried(stock: Stock) -> None:
    pose = stock.motion(0, 60)
    still = pose.with_arrays(np.repeat(pose.rotations[:1], 60, axis=0), np.repeat(pose.root_positions[:1], 60, axis=0))
    carried = np.linspace(0, 1, 60)[:, None] * [0.5 * 59 / 60, 0.0, 0.0]
    sliding = still.with_arrays(still.rotations, still.root_positions + carried.astype(np.float32))
    plants = np.zeros((60, 4), dtype=bool)
    plants[10:20, 1] = True
    assert planted_speeds(still, plants) == pytest.approx(np.zeros(9), abs=1e-5)
    assert planted_speeds(sliding, plants) == pytest.approx(np.full(9, 0.5), abs=1e-3)
    assert accelerations(sliding).max() < 0.1


def test_a_transition_is_measured_with_both_its_joins(table: TransitionTable) -> None:
    stock = table.stock
    source, target = int(stock.starts[0]) + 20, int(stock.starts[1]) + 60
    made = make_transition(table, source, target)
    planted, inside, outside = measure_join(table, made, 0.2)
    whole = accelerations(join(table, made, 12, 12))
    assert planted < 0.01
    assert max(inside, outside) == pytest.approx(whole.max())
    assert inside >= accelerations(made.motion).max()
