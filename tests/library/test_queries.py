"""Clips are found by any word, label, annotation or fact, and in any order."""

import pytest

from motionloom.core.errors import LibraryError
from motionloom.library import Filter, Library
from tests.conftest import make_motion, make_skeleton


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with Library.create(tmp_path_factory.mktemp("queries") / "library") as made:
        short, long = (make_motion(make_skeleton(), frames=frames) for frames in (10, 90))
        recipe = {"kind": "blend"}
        made.add(short, "16_01", labels=["jump"], source="CMU", subject="16", description="forward jump")
        made.add(
            long, "16_15", labels=["walk", "turn"], source="CMU", subject="16", description="walk, 50% slower", annotations=[("veer", 2, 9)]
        )
        made.add(long, "Dash", labels=["style:dash"], source="Bandai", note="look at the toes")
        made.add(short.with_arrays(short.rotations, short.root_positions, recipe=recipe), "blend_1", labels=["walk"])
        yield made


def names(clips):
    return [clip.name for clip in clips]


@pytest.mark.parametrize(
    ("which", "expected"),
    [
        ({}, ["16_01", "16_15", "blend_1", "Dash"]),
        ({"search": "walk"}, ["16_15", "blend_1"]),
        ({"search": "WALK cmu"}, ["16_15"]),
        ({"search": "50%"}, ["16_15"]),
        ({"search": "%"}, ["16_15"]),
        ({"search": "6_0"}, ["16_01"]),
        ({"search": "_"}, ["16_01", "16_15", "blend_1"]),
        ({"search": "toes"}, ["Dash"]),
        ({"search": "veer"}, ["16_15"]),
        ({"search": "swim"}, []),
        ({"search": "' OR 1=1 --"}, []),
        ({"labels": ["walk", "turn"]}, ["16_15", "blend_1"]),
        ({"labels": ["turn"], "annotations": ["veer", "run"]}, ["16_15"]),
        ({"annotations": ["veer"]}, ["16_15"]),
        ({"source": "CMU"}, ["16_01", "16_15"]),
        ({"subject": "16", "search": "jump"}, ["16_01"]),
        ({"made": True}, ["blend_1"]),
        ({"made": False, "labels": ["walk"]}, ["16_15"]),
        ({"planted": True}, []),
        ({"sort": "frames", "descending": True}, ["16_15", "Dash", "16_01", "blend_1"]),
        ({"sort": "added", "limit": 2, "offset": 1}, ["16_15", "Dash"]),
    ],
)
def test_filters(library, which, expected):
    assert names(library.clips(**which)) == expected


def test_counting_agrees_with_listing(library):
    for which in (Filter(), Filter(search="walk"), Filter(labels=("walk",)), Filter(deleted=True)):
        assert library.count(which) == len(library.clips(which.search, labels=which.labels, deleted=which.deleted))


def test_deleted_clips_are_set_apart(library):
    clip = library.find("Dash")
    library.apply({"kind": "delete_clips", "clips": [clip]})
    assert "Dash" not in names(library.clips())
    assert names(library.clips(deleted=True)) == ["Dash"]
    assert "style:dash" not in library.summary().labels
    assert library.clip(clip).deleted is not None
    assert library.undo() is not None
    assert "Dash" in names(library.clips())


def test_the_summary_counts_clips(library):
    summary = library.summary()
    assert (summary.clips, summary.frames) == (4, 200)
    assert summary.labels == {"jump": 1, "style:dash": 1, "turn": 1, "walk": 2}
    assert summary.annotations == {"veer": 1}
    assert summary.sources == {"Bandai": 1, "CMU": 2}


def test_a_clip_is_found_by_name_id_or_start_of_id(library):
    clip = library.clips("16_15")[0]
    assert library.find("16_15") == library.find(clip.id) == library.find(clip.id[:6]) == clip.id
    with pytest.raises(LibraryError, match="no clip named 'swim'; `motionloom library list` shows"):
        library.find("swim")


@pytest.mark.parametrize("ask", ["clip", "motion", "plants", "recipe"])
def test_an_id_is_never_a_path(library, ask):
    with pytest.raises(LibraryError, match="no clip named" if ask == "motion" else "is not an id"):
        getattr(library, ask)("../../etc/passwd")


def test_what_is_not_there_says_so(library):
    with pytest.raises(LibraryError, match="no clip abc; it is not in this library"):
        library.clip("abc")
    with pytest.raises(LibraryError, match="no clip named 'abc'"):
        library.motion("abc")
    with pytest.raises(LibraryError, match="cannot be sorted by 'mood'"):
        library.clips(sort="mood")
    with pytest.raises(LibraryError, match="no document abc"):
        library.document("abc")
