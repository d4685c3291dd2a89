import numpy as np

from motionloom.feet.detectors import Height
from motionloom.feet.signals import measure


def test_the_limit_is_the_border(walk):
    signals = measure(walk.motion)
    assert np.array_equal(Height(limit=0.2).detect(signals), signals.heights < 0.2)


def test_a_larger_limit_finds_more(walk):
    signals = measure(walk.motion)
    assert np.all(Height(limit=0.1).detect(signals) <= Height(limit=0.3).detect(signals))
