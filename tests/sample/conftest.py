"""Every clip of every behaviour, made once for all the sample's tests."""

from __future__ import annotations

import pytest

from motionloom import sample
from motionloom.sample import SampleClip

Clips = dict[tuple[str, str], SampleClip]


@pytest.fixture(scope="session")
def clips() -> Clips:
    return {(who, what): sample.make(who, what) for who in sample.performers() for what in sample.behaviours()}
