"""A small library of sample performers, which count as captures."""

import pytest

from motionloom import sample
from motionloom.library import Library


def add_sample(library, performer, behaviour, frames=None):
    """A sample clip as a capture of a library; its record."""
    made = sample.make(performer, behaviour)
    details = {"subject": performer, "source": "sample", "plants": made.plants[:frames], "height": 1.7, "made": False}
    return library.clip(library.add(made.motion[:frames], f"{performer} {behaviour}", **details))


@pytest.fixture
def performed(tmp_path):
    with Library.create(tmp_path / "performed") as library:
        for behaviour in ("walk", "run", "stand"):
            add_sample(library, "ada", behaviour)
        yield library
