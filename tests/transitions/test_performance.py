"""A whole performance as one motion: no jumps, captured parts as captured, each activity to its end."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.transitions.activities import activity_end
from motionloom.transitions.performance import Part, perform, plan
from motionloom.transitions.table import TransitionTable


def test_a_planned_performance_has_no_jumps_and_shows_what_it_says(table: TransitionTable) -> None:
    parts = plan(table, ["walk", "run", "stand"], np.random.default_rng(0), each=0.8)
    made = perform(table, parts)
    assert len(made.motion) == len(made.plants) == len(made.part) == len(made.frame)
    speeds = np.linalg.norm(np.diff(made.motion.positions(), axis=0), axis=-1).max() * made.motion.fps
    assert speeds < 15  # metres a second: a foot that runs
    stock = table.stock
    for n, part in enumerate(parts):
        rows = np.flatnonzero(made.part == n)
        assert np.array_equal(made.frame[rows], np.arange(part.first, part.last + 1))
        assert np.array_equal(made.plants[rows[1:]], stock.plants[part.first + 1 : part.last + 1])
        assert np.allclose(made.motion.root_positions[rows, 1], stock.heights[part.first : part.last + 1], atol=1e-4)
    assert [end - begin for begin, end, _ in made.transitions] == [table.frames, table.frames]


def test_the_last_activity_goes_on_to_its_end(table: TransitionTable) -> None:
    for name in ("middle", "run"):
        last = plan(table, ["walk", name], np.random.default_rng(1))[-1]
        end = int(table.stock.starts[int(table.stock.clip_of[last.first]) + 1]) - 1
        assert last.last == min(activity_end(table, last.first, name) + 30, end)


def test_parts_that_are_none_are_refused(table: TransitionTable) -> None:
    with pytest.raises(MotionError, match="at least one part"):
        perform(table, [])
    across = Part(int(table.stock.starts[1]) - 5, int(table.stock.starts[1]) + 5)
    for part in (across, Part(5, 2), Part(0, len(table.stock))):
        with pytest.raises(MotionError, match="frames of one clip in order"):
            perform(table, [part])
