"""Spans are drawn, moved, stretched, split and deleted, and always lie in their clip."""

import pytest

from motionloom.core.errors import LibraryError


def spans(library, clip):
    return [(span.name, span.start, span.stop) for span in library.annotations(clip)]


@pytest.fixture
def step(library, walk):
    return library.annotations(walk)[0].id


def test_a_span_of_ones_own_id_is_added(library, run):
    library.apply({"kind": "add_annotation", "clip": run, "annotation": "3f2c-UUID_1", "name": "turn", "start": 0, "stop": 40})
    (span,) = library.annotations(run)
    assert (span.id, span.track, span.by, span.confidence) == ("3f2c-UUID_1", "annotations", "person", None)
    with pytest.raises(LibraryError, match="there is an annotation 3f2c-UUID_1 already"):
        library.apply({"kind": "add_annotation", "clip": run, "annotation": "3f2c-UUID_1", "name": "turn", "start": 0, "stop": 4})


def test_moving_stretching_and_renaming(library, walk, step):
    change = {"kind": "change_annotation", "clip": walk, "annotation": step}
    assert library.apply({**change, "start": 10, "stop": 25}).title == "Move step"
    assert library.apply({**change, "stop": 60}).title == "Stretch step"
    assert library.apply({**change, "name": "stride"}).title == "Rename step to stride"
    assert spans(library, walk) == [("stride", 10, 60)]
    assert library.apply({**change, "start": 10}).touched == ()


def test_what_a_person_moves_is_a_persons(library, run):
    library.apply(
        {
            "kind": "add_annotation",
            "clip": run,
            "annotation": "a",
            "name": "turn",
            "start": 0,
            "stop": 9,
            "by": "machine",
            "confidence": 0.4,
        }
    )
    change = {"kind": "change_annotation", "clip": run, "annotation": "a"}
    library.apply({**change, "stop": 12})
    (span,) = library.annotations(run)
    assert (span.stop, span.by, span.confidence) == (12, "person", None)
    assert library.apply({**change, "stop": 30, "by": "machine"}).touched == ()


def test_splitting_makes_two_that_meet(library, walk, step):
    library.apply({"kind": "split_annotation", "clip": walk, "annotation": step, "at": 12, "other": "later"})
    assert spans(library, walk) == [("step", 5, 12), ("step", 12, 20)]
    assert library.annotations(walk)[1].id == "later"
    for at in (5, 12, 30):
        with pytest.raises(LibraryError, match=f"frame {at} does not lie inside 'step', frames 5 to 12"):
            library.apply({"kind": "split_annotation", "clip": walk, "annotation": step, "at": at})


def test_deleting(library, walk, step):
    library.apply({"kind": "remove_annotation", "clip": walk, "annotation": step})
    assert spans(library, walk) == []
    with pytest.raises(LibraryError, match="it may have been deleted in another window"):
        library.apply({"kind": "remove_annotation", "clip": walk, "annotation": step})


@pytest.mark.parametrize(("start", "stop"), [(-1, 5), (5, 5), (9, 3), (0, 61), (60, 61)])
def test_a_span_lies_in_its_clip(library, walk, step, start, stop):
    line = f"frames {start} to {stop} are no range of 'walk', which has frames 0 to 60"
    for command in ({"kind": "add_annotation", "name": "x"}, {"kind": "change_annotation", "annotation": step}):
        with pytest.raises(LibraryError, match=line):
            library.apply({**command, "clip": walk, "start": start, "stop": stop})
    assert spans(library, walk) == [("step", 5, 20)]


def test_an_annotation_belongs_to_its_clip(library, run, step):
    with pytest.raises(LibraryError, match=f"clip {run} has no annotation"):
        library.apply({"kind": "remove_annotation", "clip": run, "annotation": step})


def test_a_new_proposal_takes_the_old_ones_place_and_leaves_a_persons(library, walk):
    propose = {"kind": "replace_annotations", "clip": walk, "track": "annotations"}
    library.apply({**propose, "spans": [["guess", 30, 40, 0.7], ["guess", 45, 50]]})
    library.apply({**propose, "spans": [["better", 31, 39]]})
    assert spans(library, walk) == [("step", 5, 20), ("better", 31, 39)]
    for bad in (["x", 1], ["x", 1.5, 4], [3, 1, 4], ["x", 1, 4, "high"], ["x", True, 4]):
        with pytest.raises(LibraryError, match="a span is"):
            library.apply({**propose, "spans": [bad]})
