"""Laws that hold for every detector; each one's own are in its file."""

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.feet import detectors
from motionloom.feet.measures import compare
from motionloom.feet.signals import measure


@pytest.mark.parametrize("name", detectors.names())
def test_a_clean_walk_is_understood(name, walk):
    found = detectors.detect(walk.motion, name)
    agreement = compare(found, walk.plants)
    assert agreement.total.accuracy > 0.85
    assert found.source == name


@pytest.mark.parametrize("name", detectors.names())
def test_fitting_never_does_worse_on_what_it_was_fitted_to(name, examples):
    pairs = [(measure(example.motion), example.plants) for example in examples]
    plain = detectors.make(name)
    assert plain.fitted(pairs).score(pairs) >= plain.score(pairs)


@pytest.mark.parametrize("name", detectors.names())
def test_only_frames_that_a_person_set_count(name, walk):
    signals = measure(walk.motion)
    nobody = type(walk.plants)(~walk.plants.bits, walk.plants.fps)
    detector = detectors.make(name)
    assert detector.score([(signals, walk.plants), (signals, nobody)]) == detector.score([(signals, walk.plants)])


def test_an_unknown_detector_names_those_that_exist():
    with pytest.raises(MotionError, match="no foot plant detector 'magic'; there are crossing, height, kinetic, speed"):
        detectors.make("magic")


def test_bits_have_a_row_a_frame(walk):
    for name in detectors.names():
        assert detectors.detect(walk.motion[:7], name).bits.shape == (7, 4)
        assert detectors.detect(walk.motion[:1], name).bits.dtype == np.bool_
