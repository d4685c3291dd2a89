import numpy as np

from motionloom.judge.measures.jolt import read
from motionloom.judge.take import Take
from tests.judge.damage import pop_knee


def test_an_ankle_below_a_knee_that_pops_jolts(walk):
    before, after = (read(Take(motion)) for motion in (walk, pop_knee(walk, 3.0)))
    ankle = before.channels.index("left ankle")
    assert after.values[355:366, ankle].max() > 2 * np.nanmax(before.values[:, ankle])
    right = before.channels.index("right ankle")
    assert np.array_equal(before.values[:, right], after.values[:, right], equal_nan=True)
