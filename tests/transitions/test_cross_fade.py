"""A cross-fade is the source before it and the target after it."""

from __future__ import annotations

import pytest

from motionloom.transitions.cross_fade import cross_fade
from motionloom.transitions.stock import RATE
from motionloom.transitions.table import TransitionTable


def test_a_cross_fade_begins_and_ends_as_captured(table: TransitionTable) -> None:
    stock = table.stock
    source, target = int(stock.starts[0]) + 20, int(stock.starts[2]) + 90
    faded = cross_fade(table, source, target, 12, 7)
    assert len(faded) == 12 + table.frames + 7
    assert faded.fps == RATE
    assert faded[:13].positions() == pytest.approx(stock.motion(source - 12, source + 1).positions(), abs=1e-5)
    assert faded.rotations[-8:, 1:] == pytest.approx(stock.rotations[target : target + 8, 1:], abs=1e-5)


def test_a_cross_fade_of_a_window_with_itself_is_that_window(table: TransitionTable) -> None:
    source = int(table.stock.starts[0]) + 20
    faded = cross_fade(table, source, source + table.frames - 1)
    assert faded.positions() == pytest.approx(table.stock.motion(source, source + table.frames).positions(), abs=1e-4)
