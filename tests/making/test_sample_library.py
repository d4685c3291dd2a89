"""The sample performers as a library: whole, true, and made only once."""

import numpy as np
import pytest

from motionloom.compute import CancelToken, InProcess, Progress
from motionloom.core.errors import JobCancelled
from motionloom.library import Library, check_library
from motionloom.making import sample_library
from motionloom.making.makers.sample import sample_recipe
from motionloom.making.sample_library import add_sample, create_sample_library
from motionloom.sample import behaviours, library_names, make, performers

FEW = list(behaviours())[:3]  # the sample room tests them all
NAMES = [(who, what, seed) for who, what, seed in library_names() if what in FEW]


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("motionloom.sample.library_names", lambda: NAMES)
        yield from make_sample(tmp_path_factory)


def make_sample(tmp_path_factory):
    with create_sample_library(tmp_path_factory.mktemp("sample") / "library", executor=InProcess()) as library:
        yield library


def test_every_performer_does_every_behaviour(sample):
    clips = sample.clips()
    assert len(clips) == len(NAMES)
    assert {clip.subject for clip in clips} == set(performers())
    assert all(clip.labels and clip.annotations and clip.planted and clip.height for clip in clips)
    assert not any(clip.made for clip in clips), "performed, not made of other clips"
    assert sample.summary().sources == {"sample": len(clips)}
    assert check_library(sample).problems == ()


def test_clips_are_the_ones_that_the_sample_makes(sample):
    truth = make(next(iter(performers())), next(iter(FEW)))
    clip = sample.find(truth.motion.name)
    np.testing.assert_array_equal(sample.motion(clip).rotations, truth.motion.rotations)
    np.testing.assert_array_equal(sample.plants(clip).bits, truth.plants)
    assert sample.recipe(clip) == sample_recipe(next(iter(performers())), next(iter(FEW))).to_json()
    assert [(span.name, span.start, span.stop) for span in sample.annotations(clip)] == [
        (span.name, span.start, span.stop) for span in sorted(truth.annotations, key=lambda span: (span.start, span.stop))
    ]


def test_an_interrupted_sample_is_finished_and_nothing_is_made_twice(tmp_path, monkeypatch):
    monkeypatch.setattr("motionloom.sample.library_names", lambda: NAMES)
    cancel, made = CancelToken(), []
    real = sample_library.make_clip

    def make_clip(task):
        made.append(task)
        if len(made) == 2:
            cancel.cancel()
        return real(task)

    monkeypatch.setattr(sample_library, "make_clip", make_clip)
    with Library.create(tmp_path / "library") as library:
        with pytest.raises(JobCancelled):
            add_sample(library, executor=InProcess(), progress=Progress(cancel))
        first = {clip.id for clip in library.clips()}
        assert first
        ids = add_sample(library, executor=InProcess())
        assert first < set(ids) == {clip.id for clip in library.clips()}
        assert len(ids) == len(NAMES)
        count = len(made)
        assert add_sample(library) == ids
        assert len(made) == count
