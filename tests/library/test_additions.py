"""New clips: small descriptions of stored frames that become rows."""

import pickle

import pytest

from motionloom.core.errors import LibraryError
from motionloom.library import NewAnnotation, Reading, store_clip
from motionloom.library.additions import to_annotations


def test_a_new_clip_is_small_enough_to_send(library, motion):
    clip = store_clip(library.store, motion)
    assert len(pickle.dumps(clip)) < 20_000
    assert (clip.name, clip.frames, clip.joints, clip.made) == ("wriggle", 60, 21, False)


def test_one_file_read_in_one_way_is_one_key():
    key = Reading("a.bvh", "12").key
    assert key == Reading("a.bvh", "12", format="BVH", notes=("x",)).key
    others = {Reading("b.bvh", "12").key, Reading("a.bvh", "13").key, Reading("a.bvh", "12", options={"fps": 60}).key}
    assert len({key, *others}) == 4
    assert Reading().key is None


def test_adding_a_file_again_is_refused(library, motion):
    library.add(motion, "walk", reading=Reading("a.bvh", "12"))
    with pytest.raises(LibraryError, match=r"a\.bvh is in this library already"):
        library.add(motion, "walk", reading=Reading("a.bvh", "12"))
    assert len(library.clips()) == 1


def test_a_batch_with_one_bad_clip_adds_none(library, motion):
    good = store_clip(library.store, motion, "good")
    bad = store_clip(library.store, motion, "bad", annotations=(NewAnnotation("x", 50, 99),))
    with pytest.raises(LibraryError, match="frames 50 to 99 are no range of 'bad'"):
        library.add_stored([good, bad])
    assert library.clips() == []


def test_annotations_come_as_tuples_or_records():
    record = NewAnnotation("turn", 1, 2, by="machine")
    assert to_annotations([("step", 0, 9), record]) == (NewAnnotation("step", 0, 9), record)
