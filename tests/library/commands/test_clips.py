"""Commands on whole clips."""

import pytest

from motionloom.core.errors import LibraryError
from motionloom.glitches import Glitch


def test_name_note_and_details(library, walk):
    library.apply({"kind": "rename_clip", "clip": walk, "name": " a  stroll "})
    library.apply({"kind": "set_note", "clip": walk, "text": "two\nlines "})
    library.apply({"kind": "set_details", "clip": walk, "subject": "16", "licence": "MIT"})
    clip = library.clip(walk)
    assert (clip.name, clip.note, clip.subject, clip.licence, clip.source) == ("a stroll", "two\nlines", "16", "MIT", "")


def test_a_corrected_rate_keeps_the_frames(library, walk, run):
    library.apply({"kind": "set_rate", "clips": [walk, run], "fps": 30})
    assert (library.motion(walk).fps, len(library.motion(walk)), library.clip(run).duration) == (30, 60, 40 / 30)
    with pytest.raises(LibraryError, match="0 frames a second cannot be"):
        library.apply({"kind": "set_rate", "clips": [walk], "fps": 0})


def test_deleting_hides_and_restoring_brings_back_all(library, walk, run):
    library.apply({"kind": "delete_clips", "clips": [walk, run, walk]})
    assert library.clips() == []
    with pytest.raises(LibraryError, match="has been deleted; restore it first"):
        library.apply({"kind": "rename_clip", "clip": walk, "name": "x"})
    library.apply({"kind": "restore_clips", "clips": [walk]})
    assert library.clip(walk).labels == ("walk",)
    assert [clip.id for clip in library.clips()] == [walk]


@pytest.mark.parametrize("kind", ["delete_clips", "restore_clips"])
def test_clips_that_are_not_there_are_named(library, walk, kind):
    with pytest.raises(LibraryError, match="no clip nobody; it is not in this library"):
        library.apply({"kind": kind, "clips": [walk, "nobody"]})
    assert library.clip(walk).deleted is None
    with pytest.raises(LibraryError, match="name at least one clip"):
        library.apply({"kind": kind, "clips": []})


def test_titles_name_what_happens(library, walk, run):
    assert library.apply({"kind": "rename_clip", "clip": walk, "name": "stroll"}).title == "Rename walk to stroll"
    assert library.apply({"kind": "delete_clips", "clips": [walk]}).title == "Delete stroll"
    assert library.apply({"kind": "restore_clips", "clips": [walk, run]}).title == "Restore 2 clips"


def test_a_performer_is_set_for_many_and_taken_back(library, walk, run):
    library.apply({"kind": "set_subject", "clips": [walk, run], "subject": " 35 "})
    assert {library.clip(clip).subject for clip in (walk, run)} == {"35"}
    library.undo()
    assert [library.clip(clip).subject for clip in (walk, run)] == ["", "16"]
    library.apply({"kind": "set_subject", "clips": [run], "subject": ""})
    assert library.clip(run).subject == ""


def test_a_rate_that_a_person_set_is_no_problem_any_more(library, motion):
    wrong = Glitch("rate", 0, len(motion), "", 30.0, "the header says 60 Hz", "rate")
    other = Glitch("pop", 3, 5, "Head", 0.04, "the head is thrown", "bridge")
    clip = library.add(motion, "wrong", glitches=(wrong, other))
    library.apply({"kind": "set_rate", "clips": [clip], "fps": 30})
    assert library.clip(clip).glitches == (other,)
    library.undo()
    assert library.clip(clip).glitches == (wrong, other)
