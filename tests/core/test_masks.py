"""Masks and the ranges in which they hold."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, strategies as st

from motionloom.core.errors import MotionError
from motionloom.core.masks import fill_runs, find_runs


@given(st.lists(st.booleans(), max_size=60))
def test_runs_say_what_the_mask_says(bits: list[bool]) -> None:
    runs = find_runs(np.array(bits, dtype=bool))
    assert all(0 <= start < stop <= len(bits) for start, stop in runs)
    assert all(before[1] < after[0] for before, after in pairwise(runs))
    assert fill_runs(runs, len(bits)).tolist() == bits


def test_a_range_outside_is_refused() -> None:
    with pytest.raises(MotionError, match="frames 3 to 9 do not lie in 0 to 5"):
        fill_runs([(3, 9)], 5)
