"""What is timed of edits that spread is what it says."""

import numpy as np

from motionloom.bench.spreading import _clips, _examples, _tile
from motionloom.edits.propagation.predictor import Prediction


def test_examples_last_as_long_as_they_should():
    clips = _clips(8)
    assert abs(sum(each.duration for each in _examples(clips, 8)) - 8) < 0.6


def test_predictions_are_repeated_to_minutes():
    part = Prediction(np.arange(6.0).reshape(3, 2), np.ones(3), 1.0, np.ones((3, 2)))
    assert _tile([part], 7).mean[:, 0].tolist() == [0, 2, 4, 0, 2, 4, 0]
