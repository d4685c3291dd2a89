"""The check of a search: a beam as wide as everything finds the best, and a narrow one never more."""

from __future__ import annotations

from motionloom.transitions.checking import check_search
from motionloom.transitions.table import TransitionTable


def test_a_beam_that_follows_everything_is_exhaustive(table: TransitionTable) -> None:
    wide, narrow = check_search(table, 8, width=60), check_search(table, 8, width=1)
    assert wide.same == wide.within_2_percent == 1.0
    assert narrow.same <= narrow.within_2_percent <= 1.0
    assert narrow.beam_blends < narrow.exhaustive_blends == 1 + 6 + 36
