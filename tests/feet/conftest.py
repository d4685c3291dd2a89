"""Clips with exact plants, made once."""

import numpy as np
import pytest

from motionloom import sample
from motionloom.feet.hand_labels import Example
from motionloom.feet.plants import Plants


def make_example(performer, behaviour, noise=0.0, seed=0, subject=0):
    clip = sample.make(performer, behaviour, seed, noise=noise)
    plants = Plants(clip.plants, clip.motion.fps, np.ones_like(clip.plants), "sample")
    return Example(clip.motion, plants, subject, clip.label)


@pytest.fixture(scope="session")
def walk():
    return make_example("ada", "walk")


@pytest.fixture(scope="session")
def run():
    return make_example("boris", "run", subject=1)


@pytest.fixture(scope="session")
def jump():
    return make_example("ada", "jump", noise=0.3)


@pytest.fixture(scope="session")
def examples(walk, run, jump):
    return [walk, run, jump]
