"""Motions named on the command line: files, and clips of a library."""

import numpy as np
import pytest

from motionloom import sample
from motionloom.cli.sources import library_of, open_source
from motionloom.core.errors import MotionloomError
from motionloom.feet.oracle import default_oracle
from motionloom.formats import ReadOptions
from motionloom.library import Library


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A library with a clip that nothing labelled, one with exact plants, and one of which only 20 frames were ever guessed."""
    folder = tmp_path_factory.mktemp("sources") / "library"
    made = sample.make("ada", "walk")
    with Library.create(folder) as library:
        library.add(made.motion, "bare")
        library.add(made.motion, "exact", plants=made.plants)
        part = library.add(made.motion, "part")
        guess = default_oracle().guess(made.motion)
        library.write_plants(part, guess.plants.bits[:20], source=guess.plants.source, confidence=guess.confidence[:20])
    return folder


def test_a_file_has_no_library(tmp_path):
    sample.make("ada", "walk").motion.save(tmp_path / "walk.bvh")
    opened = open_source(str(tmp_path / "walk.bvh"), ReadOptions(fps=30.0))
    assert opened.motion.fps == 30
    assert opened.clip is None
    assert opened.plants is None
    assert (opened.source.file, opened.source.stop) == ("walk.bvh", len(opened.motion))


def test_a_clip_brings_its_plants(folder):
    made = sample.make("ada", "walk")
    assert open_source(f"{folder}:bare", ReadOptions()).plants is None
    opened = open_source(f"{folder}:exact", ReadOptions())
    assert opened.clip.name == "exact"
    assert library_of(f"{folder}:exact", ReadOptions()) == folder
    assert np.array_equal(opened.plants, made.plants)


def test_a_clip_that_was_guessed_in_part_is_guessed_whole(folder):
    opened = open_source(f"{folder}:part", ReadOptions())
    assert np.array_equal(opened.plants, default_oracle().label(opened.motion).bits)
    assert opened.plants_source == f"oracle {default_oracle().version}"


def test_options_that_a_clip_would_ignore_are_refused(folder, tmp_path):
    with pytest.raises(MotionloomError, match="library:bare: --fps is for reading files"):
        open_source(f"{folder}:bare", ReadOptions(fps=30.0))
    with pytest.raises(MotionloomError, match="--asf, --drop-bad-frames are for reading files"):
        open_source(f"{folder}:bare", ReadOptions(skeleton=tmp_path / "x.asf", drop_bad_frames=True))
