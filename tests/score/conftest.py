"""Two procedural performers as captures: enough to train and test on in a moment."""

import pytest

from motionloom import sample
from motionloom.score.captures import Capture


@pytest.fixture(scope="session")
def captures():
    found = []
    for who in sample.performers():
        for what in ("walk", "run", "punch"):
            clip = sample.make(who, what)
            found.append(Capture(clip.motion, who, (what,), clip.plants))
    return found


@pytest.fixture(scope="session")
def walk(captures):
    return captures[0].part(60, 180)
