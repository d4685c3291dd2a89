"""A small library of the sample's performers, made once."""

import shutil

import pytest

from motionloom import sample
from motionloom.library import Library

CLIPS = {"walk": "walk", "slow": "walk_slow", "fast": "walk_fast", "run": "run"}


@pytest.fixture(scope="session")
def performed(tmp_path_factory):
    """The folder of a library of four performed clips of one body, with labels, annotations and plants."""
    folder = tmp_path_factory.mktemp("performed") / "library"
    with Library.create(folder) as library:
        for name, behaviour in CLIPS.items():
            made = sample.make("ada", behaviour)
            spans = [(span.name, span.start, span.stop) for span in made.annotations]
            details = {"subject": "ada", "source": "studio A", "licence": "CC BY 4.0", "height": 1.6}
            library.add(made.motion, name, labels=["gait", made.label], annotations=spans, plants=made.plants, **details)
    return folder


@pytest.fixture
def library(performed, tmp_path):
    """A copy of it, open."""
    shutil.copytree(performed, tmp_path / "library")
    with Library.open(tmp_path / "library") as opened:
        yield opened


@pytest.fixture
def take(library):
    """A clip by its name."""
    return lambda name: library.clip(library.find(name))


def add_sample(library, performer, behaviour, frames=None):
    """A sample clip as a capture of a library; its record."""
    made = sample.make(performer, behaviour)
    details = {"subject": performer, "source": "sample", "plants": made.plants[:frames], "height": 1.7, "made": False}
    return library.clip(library.add(made.motion[:frames], f"{performer} {behaviour}", **details))


@pytest.fixture
def sampled(tmp_path):
    """A library of three sample clips, open."""
    with Library.create(tmp_path / "sampled") as made:
        for behaviour in ("walk", "run", "stand"):
            add_sample(made, "ada", behaviour)
        yield made
