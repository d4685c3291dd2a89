"""Sketches and styles of the sample's performers, made once."""

import pytest

from motionloom.core.editing import resample
from motionloom.keyframes.completing import complete_with
from motionloom.keyframes.style import build_style
from motionloom.keyframes.walking_sketch import sketch_walk
from motionloom.sample import make

FPS = 24.0


@pytest.fixture(scope="session")
def captures():
    """A walk, a faster one and a march of one body."""
    return [resample(make("ada", name).motion, FPS) for name in ("walk", "walk_fast", "march")]


@pytest.fixture(scope="session")
def style(captures):
    return build_style(captures[0].skeleton, FPS, captures)


@pytest.fixture(scope="session")
def sketch(captures):
    return sketch_walk(captures[0].skeleton)


@pytest.fixture(scope="session")
def completion(sketch, style):
    return complete_with(sketch, style)
