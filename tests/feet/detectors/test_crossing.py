import numpy as np

from motionloom.feet.detectors import Crossing
from motionloom.feet.floor import Floor
from motionloom.feet.signals import FootSignals


def signals(heights, speeds, rises):
    count = len(heights)
    spread = [np.repeat(np.asarray(values, float)[:, None], 4, 1) for values in (heights, speeds, rises)]
    return FootSignals(np.zeros((count, 4, 3)), *spread, np.zeros(4), Floor(0.0), 60.0, 0.85)


def test_plants_grow_from_low_crossings_while_slow():
    heights = [0.1, 0.05, 0.01, 0.0, 0.01, 0.05, 0.1]
    speeds = [2.0, 1.0, 0.2, 0.1, 0.2, 1.0, 2.0]
    rises = [-2.0, -1.0, -0.1, -0.05, 0.1, 1.0, 2.0]
    found = Crossing(seed_height=0.02, speed_limit=0.3).detect(signals(heights, speeds, rises))
    assert found[:, 0].tolist() == [False, False, True, True, True, False, False]


def test_a_slow_crossing_high_up_is_no_plant():
    found = Crossing().detect(signals([0.3] * 5, [0.1] * 5, [-0.1, -0.1, 0.1, 0.1, 0.1]))
    assert not found.any()
