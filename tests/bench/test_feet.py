"""What we are timed against does the same job."""

import numpy as np

from motionloom import sample
from motionloom.bench.feet import label_plainly, pin_plainly
from motionloom.feet.hand_labels import Example
from motionloom.feet.oracle import train
from motionloom.feet.plants import Plants


def test_plain_labelling_gives_the_same_labels():
    clip = sample.make("ada", "walk")
    oracle = train([Example(clip.motion, Plants(clip.plants, clip.motion.fps, np.ones_like(clip.plants)))])
    part = clip.motion[40:110]
    assert np.mean(label_plainly(oracle, part).bits == oracle.label(part).bits) > 0.99


def test_plain_pinning_holds_the_heels():
    clip = sample.make("ada", "walk")
    part, plants = clip.motion[:60], Plants(clip.plants[:60], clip.motion.fps)
    assert np.abs(pin_plainly(part, plants).positions() - part.positions()).max() < 0.02
