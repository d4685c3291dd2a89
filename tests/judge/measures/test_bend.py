import numpy as np

from motionloom.judge.measures.bend import read
from motionloom.judge.take import Take
from tests.judge.damage import pop_knee


def test_a_knee_that_pops_is_a_peak_of_its_bend(walk):
    before, after = (read(Take(motion)).values for motion in (walk, pop_knee(walk, 3.0)))
    assert after[355:366, 0].max() > 300 + np.nanmax(before[355:366, 0])
    assert np.allclose(before[:300], after[:300], atol=2.0, equal_nan=True)
