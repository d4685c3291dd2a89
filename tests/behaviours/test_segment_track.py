"""Segments on a library's track: proposed once, corrected by a person, who wins."""

import pytest

from motionloom.behaviours.segment_track import TRACK, read_segments, write_segments
from motionloom.library import Library
from motionloom.library.commands.annotations import AddAnnotation, ChangeAnnotation
from motionloom.sample import make


@pytest.fixture
def library(tmp_path):
    with Library.create(tmp_path / "library") as library:
        for name in ("jump", "walk"):
            library.add(make("ada", name).motion, name, labels=[name], subject="ada", made=False)
        yield library


def names(library, clip):
    return [each.name for each in read_segments(library, library.clip(library.find(clip)))]


def test_what_is_read_is_the_same_before_it_is_written_and_after(library):
    clips = library.clips()
    before = [read_segments(library, clip) for clip in clips]
    assert write_segments(library, clips) == 2
    assert [read_segments(library, clip) for clip in clips] == before
    assert write_segments(library, clips) == 0
    library.undo()
    assert not library.annotations(track=TRACK)


def test_a_persons_word_wins_and_stays(library):
    clips = library.clips()
    write_segments(library, clips)
    jump = library.find("jump")
    spans = library.annotations(jump, track=TRACK)
    library.apply(ChangeAnnotation(jump, spans[1].id, name="leap"))
    library.apply(AddAnnotation(jump, "bow", spans[0].start + 5, spans[0].stop - 5, track=TRACK))
    assert names(library, "jump") == ["stand", "bow", "stand", "leap", "stand"]
    write_segments(library, clips, anew=True)
    assert names(library, "jump") == ["stand", "bow", "stand", "leap", "stand"]
