"""Requests are asked in turn, from the same frames each time, and what is not done is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from motionloom.core.errors import MotionError
from motionloom.transitions.requests import Request, make_requests, sum_up
from motionloom.transitions.table import TransitionTable


def test_samples_do_what_they_are_asked(table: TransitionTable) -> None:
    plain = table.with_clips([replace(clip, spans=()) for clip in table.stock.clips])
    made = make_requests(plain, 10)
    assert made == make_requests(plain, 10)
    assert {one.activity for one in made} == set(plain.stock.names())
    for one in made:
        if one.activity in ("walk", "stand"):
            assert one.failed is not None
            assert one.failed < 0.5


def test_sums_count_what_was_tested_done_and_lasted() -> None:
    made = [
        Request("walk", 0, 1, 0.0, 1.0),
        Request("walk", 0, 1, 0.2, 1.0),
        Request("run", 0, 1, 0.0, 0.3),
        Request("dance", 0, 1, None, 1.0),
    ]
    assert sum_up(made) == {"dance": (0, 0, 0), "run": (1, 1, 0), "walk": (2, 1, 2)}


def test_without_names_nothing_can_be_asked(table: TransitionTable) -> None:
    with pytest.raises(MotionError, match="no activity can be asked for"):
        make_requests(table.with_clips([replace(clip, labels=(), spans=()) for clip in table.stock.clips]), 3)
