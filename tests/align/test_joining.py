"""What follows on stands where the first one ended."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.align.joining import follow_on
from motionloom.core.heading import headings
from motionloom.sample import make, performers


def test_it_stands_where_the_first_one_ended_and_faces_the_same_way() -> None:
    motion = make(next(iter(performers())), "turn_left_90", 0).motion
    after = follow_on(motion, motion)
    assert np.exp(1j * headings(after)[0]) == pytest.approx(np.exp(1j * headings(motion)[-1]), abs=1e-4)  # whole turns apart or not
    assert np.allclose(after.root_positions[0, [0, 2]], motion.root_positions[-1, [0, 2]], atol=1e-4)
    assert np.allclose(after.root_positions[:, 1], motion.root_positions[:, 1], atol=1e-5)  # only along the ground
