import numpy as np
import pytest

from motionloom.judge.measures.drag import read
from motionloom.judge.take import Take
from tests.judge.damage import slide_foot


def test_planted_feet_are_not_dragged_and_slid_ones_are_by_as_much(walk):
    still = walk.with_arrays(np.repeat(walk.rotations[:1], 240, axis=0), np.repeat(walk.root_positions[:1], 240, axis=0))
    assert np.nanmax(read(Take(still)).values) < 1e-6
    slid = read(Take(slide_foot(still, 1.0, metres=0.2, seconds=0.1))).values
    assert np.nanmax(slid) == pytest.approx(0.2, rel=0.1)


def test_of_steps_only_the_toes_that_leave_the_floor_count(walk):
    values = read(Take(walk)).values
    assert np.nanmax(values[:, [0, 2]]) < 0.05
    assert np.nanmax(values) < 0.15
