import numpy as np

from motionloom.feet.detectors import Speed
from motionloom.feet.signals import measure


def test_the_limit_is_the_border(walk):
    signals = measure(walk.motion)
    assert np.array_equal(Speed(limit=0.2).detect(signals), signals.speeds < 0.2)


def test_a_larger_limit_finds_more(walk):
    signals = measure(walk.motion)
    assert np.all(Speed(limit=0.1).detect(signals) <= Speed(limit=0.3).detect(signals))
