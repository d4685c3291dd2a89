"""Demands that are looked at: what is left does what its name says, and a sheet has a strip of each."""

from __future__ import annotations

import pytest

from motionloom.core.errors import MotionError
from motionloom.transitions.demands import known_kinds, leaving_frames, make_demands
from motionloom.transitions.sheets import CAPTION, CELLS, SIZE, draw_sheet
from motionloom.transitions.table import TransitionTable


def test_demands_leave_and_enter_what_was_asked_for(table: TransitionTable) -> None:
    stock = table.stock
    made = make_demands(table, "walk:run", 2, seed=1)
    for one in made:
        leave, enter = (stock.clips[int(stock.clip_of[n])].labels for n in (one.made.source, one.made.target))
        assert ("walk" in leave, "run" in enter) == (True, True)
        assert stock.deeds.speed[one.made.source] > 0.3
        assert [times for _, times in one.worst] == sorted((times for _, times in one.worst), reverse=True)
    sheet = draw_sheet(table, made)
    assert sheet.width >= CELLS * SIZE[0]
    assert sheet.height >= 2 * (CAPTION + SIZE[1])
    again = make_demands(table, "walk:run", 2, seed=1)
    assert [(one.made.source, one.made.target) for one in again] == [(one.made.source, one.made.target) for one in made]


def test_only_what_the_clips_can_show_is_drawn(table: TransitionTable) -> None:
    can, cannot = known_kinds(table, ("walk:run", "walk:fly"))
    assert (can, cannot) == (["walk:run"], ["walk:fly"])
    with pytest.raises(MotionError, match="nothing here is annotated or labelled 'fly'"):
        leaving_frames(table, "fly")
