"""What goes into a library comes out the same, and opening one touches no frames."""

import time
from dataclasses import fields

import numpy as np
import pytest

from motionloom.compute import run_job
from motionloom.core import Motion
from motionloom.core.errors import LibraryError
from motionloom.library import Library, NewAnnotation, is_library, store_clip
from tests.conftest import make_motion


def test_a_motion_comes_back_the_same(library, motion):
    made = motion.with_arrays(motion.rotations, motion.root_positions, recipe={"kind": "blend", "of": ["a", "b"], "weight": 0.25})
    clip = library.add(made, "blend of two")
    back = library.motion(clip)
    np.testing.assert_array_equal(back.rotations, motion.rotations)
    np.testing.assert_array_equal(back.root_positions, motion.root_positions)
    assert (back.fps, back.name, dict(back.recipe)) == (motion.fps, "blend of two", dict(made.recipe))
    assert back.skeleton.hash == motion.skeleton.hash
    np.testing.assert_allclose(back.positions(), motion.positions(), atol=1e-6)
    assert library.clip(clip).made
    assert library.recipe(clip) == made.recipe


def test_a_motion_from_a_library_is_as_checked_as_any(library, walk):
    motion = library.motion(walk)
    assert vars(motion).keys() == {field.name for field in fields(Motion)}  # it is made without its constructor
    Motion(motion.skeleton, motion.rotations, motion.root_positions, motion.fps)  # raises where it is not
    assert len(motion[10:20]) == 10
    with pytest.raises(ValueError, match="read-only"):
        motion.rotations[0] = 0


def test_clips_of_one_body_share_one_skeleton(library, walk, run):
    assert library.motion(walk).skeleton is library.motion(run).skeleton
    assert len(library.database.read("SELECT * FROM skeletons")) == 1


def test_everything_said_on_adding_is_there(library, motion):
    plants = np.zeros((len(motion), 4), bool)
    plants[10:20, 2] = True
    clip = library.add(
        motion,
        "walk",
        labels=["walk", "slow"],
        annotations=[NewAnnotation("step", 0, 30, track="gait", by="machine", confidence=0.5), ("turn", 30, 60)],
        plants=plants,
        plants_source="by construction",
        source="sample",
        subject="Ada",
        description="walks slowly",
        licence="MIT",
        note="lovely",
    )
    record = library.clip(clip)
    said = (record.labels, record.annotations, record.source, record.subject, record.description, record.licence, record.note)
    assert said == (("slow", "walk"), ("step", "turn"), "sample", "Ada", "walks slowly", "MIT", "lovely")
    assert record.planted
    assert [(span.track, span.by) for span in library.annotations(clip)] == [("gait", "machine"), ("annotations", "file")]
    stored = library.plants(clip)
    np.testing.assert_array_equal(stored.bits, plants)
    assert (stored.by, stored.source, stored.by_person.any()) == ("file", "by construction", False)


@pytest.mark.parametrize(
    ("details", "line"),
    [
        ({"annotations": [("step", 10, 61)]}, "frames 10 to 61 are no range of 'walk', which has frames 0 to 60"),
        ({"plants": np.zeros((59, 4), bool)}, "has 60 frames but plants for 59"),
        ({"labels": [""]}, "a label must have 1 to 200 letters"),
        ({"recipe": {"of": object()}}, "is not plain JSON data"),
    ],
)
def test_a_clip_that_does_not_fit_leaves_no_rows(library, motion, details, line):
    given = motion.with_arrays(motion.rotations, motion.root_positions, recipe=details.pop("recipe", {}))
    with pytest.raises(LibraryError, match=line):
        library.add(given, "walk", **details)
    assert library.clips() == []
    assert library.seq() == 0


def test_create_and_open_say_what_to_do(tmp_path):
    with pytest.raises(LibraryError, match="is not a library; make one with `motionloom library create"):
        Library.open(tmp_path / "none")
    Library.create(tmp_path / "some").close()
    assert is_library(tmp_path / "some")
    with pytest.raises(LibraryError, match="is a library already"):
        Library.create(tmp_path / "some")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.doc").touch()
    with pytest.raises(LibraryError, match="holds other things"):
        Library.create(tmp_path / "full")
    (tmp_path / "file").touch()
    with pytest.raises(LibraryError, match="cannot be made here"):
        Library.create(tmp_path / "file" / "library")
    with Library.open(tmp_path / "new", create=True) as library:
        assert library.clips() == []


def test_a_library_keeps_its_id_and_clips_wherever_it_goes(library, walk, tmp_path):
    identity = library.id
    library.close()
    library.folder.rename(tmp_path / "moved")
    with Library.open(tmp_path / "moved") as moved:
        assert moved.id == identity
        assert len(moved.motion(walk)) == 60


def test_documents_keep_versions_and_bytes(library):
    model = library.save_document("oracle", "feet", {"k": 10}, content=b"\x00weights")
    library.save_document("oracle", "feet", {"k": 12}, content=b"\x00weights", document=model)
    found = library.document(model)
    assert (found.kind, found.name, found.version, found.data) == ("oracle", "feet", 2, {"k": 12})
    assert library.document_bytes(model) == b"\x00weights"
    assert library.documents("machine") == []
    assert library.documents() == [found]


def test_a_million_frames_open_at_once(tmp_path, skeleton, record_property):
    """Synthetic: 200 clips of 5,000 frames that share 4 arrays; opening reads no array, so sharing changes nothing."""
    folder = tmp_path / "library"
    with Library.create(folder) as library:
        stored = [store_clip(library.store, make_motion(skeleton, frames=5000, seed=seed), "wriggle") for seed in range(4)]
        library.add_stored([stored[number % 4] for number in range(200)])
    began = time.perf_counter()
    with Library.open(folder) as library:
        opened = time.perf_counter() - began
        assert library.summary().frames == 1_000_000
        assert len(library.motion(library.clips(limit=50)[0].id)) == 5000
        record_property("seconds to open, list and map the first clip", time.perf_counter() - began)
    assert opened < 0.3


def test_long_work_goes_on_where_it_was_when_the_library_is_opened_again(library):
    calls = []
    items = {"a": 1, "b": 2}
    first = run_job("square", {}, lambda number: calls.append(number) or number**2, items, store=library.jobs)
    library.close()
    with Library.open(library.folder) as reopened:
        assert run_job("square", {}, calls.append, items, store=reopened.jobs) == first == {"a": 1, "b": 4}
    assert calls == [1, 2]
