import numpy as np

from motionloom.judge.measures.activity import read
from motionloom.judge.take import Take


def test_one_of_several_labels_is_enough(walk):
    assert np.nanmean(read(Take(walk, labels=("run",))).values) == 1.0
    assert np.nanmean(read(Take(walk, labels=("run", "walk", "mystery"))).values) == 0.0


def test_labels_without_a_test_say_nothing(walk):
    assert np.isnan(read(Take(walk, labels=("mystery",))).values).all()
    assert np.isnan(read(Take(walk)).values).all()
