"""A loop's end is its beginning's past."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.transitions.joining import follow_on
from motionloom.transitions.loop import make_loop
from tests.transitions.conftest import make_walk


def test_a_walk_loops_after_whole_strides() -> None:
    loop = make_loop(make_walk(1.2, 0.4, 0.3, seconds=4.0))
    assert (loop.last - loop.first) % 1.0 == pytest.approx(0, abs=0.05)  # a stride of these takes a second
    assert loop.distance < 0.01


def test_the_next_round_goes_on_from_the_last() -> None:
    loop = make_loop(make_walk(1.2, 0.4, 0.3, seconds=3.7, turning=0.3)).motion
    again = follow_on(loop, loop)
    step = np.linalg.norm(again.positions()[1] - loop.positions()[-1], axis=-1).max()
    inside = np.linalg.norm(np.diff(loop.positions(), axis=0), axis=-1).max()
    assert step < 2.5 * inside  # two frames apart: the first of a round stands where the last stood


def test_too_short_a_clip_is_refused() -> None:
    with pytest.raises(MotionError, match=r"lasts 0\.50 s; a loop needs 0\.72"):
        make_loop(make_walk(1.2, 0.4, 0.3, seconds=0.5))
