"""A library with two clips, and its whole state as plain data."""

import pytest

from motionloom.library import Library
from tests.conftest import make_motion, make_skeleton

TABLES = ("clips", "labels", "annotations", "plants", "judgements", "documents", "skeletons")


def read_state(library):
    """Everything the library holds but for the history of its changes."""
    return {table: sorted((tuple(row) for row in library.database.read(f"SELECT * FROM {table}")), key=repr) for table in TABLES}


@pytest.fixture
def library(tmp_path):
    with Library.create(tmp_path / "library") as made:
        yield made


@pytest.fixture
def walk(library, motion):
    """The id of a clip of 60 frames."""
    return library.add(motion, "walk", labels=["walk"], annotations=[("step", 5, 20)])


@pytest.fixture
def run(library):
    """The id of another clip, of 40 frames."""
    return library.add(make_motion(make_skeleton(), frames=40, seed=3), "run", source="CMU", subject="16")
