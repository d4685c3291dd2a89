"""Sample clips whose right edges are known, made once."""

import pytest

from motionloom.behaviours import LabelledClip
from motionloom.sample import make


@pytest.fixture(scope="session")
def sample_clips():
    names = ("stand", "start", "walk", "turn_left_45", "stop", "run")
    made = {name: make("ada", name) for name in names}
    return [LabelledClip(clip.motion, clip.label) for clip in made.values()]
