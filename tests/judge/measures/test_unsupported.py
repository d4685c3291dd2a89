import numpy as np

from motionloom.judge.measures.unsupported import read
from motionloom.judge.take import Take
from tests.judge.damage import kill_momentum


def test_who_stops_dead_would_need_the_ground_far_before_the_feet(walk):
    before, after = (np.nanpercentile(read(Take(motion)).values, 99) for motion in (walk, kill_momentum(walk, 3.0)))
    assert before < 0.15
    assert after > before + 0.1
