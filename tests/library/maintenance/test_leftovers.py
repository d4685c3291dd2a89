"""Uploads that became no clip are found and freed; what a clip, even a deleted one, came from is not."""

import os

import pytest

from motionloom.library import import_files
from motionloom.library.maintenance.leftovers import find_leftovers, uploads_of
from motionloom.library.maintenance.tidy import tidy_library


@pytest.fixture
def places(library, motion):
    """Two uploads: one became a clip, the other did not."""
    used, unused = (uploads_of(library.folder) / name for name in ("0123456789abcdef", "fedcba9876543210"))
    for place in (used, unused):
        place.mkdir(parents=True)
    motion.save(used / "walk.bvh")
    (unused / "bad.bvh").write_text("nonsense")
    import_files(library, [used / "walk.bvh"])
    return used, unused


def find(library):
    with library.database.transaction() as connection:
        return find_leftovers(library.folder, connection)


def test_what_no_clip_names_is_left_over(library, places):
    assert find(library) == [places[1] / "bad.bvh"]


def test_a_deleted_clip_keeps_its_file(library, places):
    library.apply({"kind": "delete_clips", "clips": [library.clips()[0].id]})
    tidy_library(library, free=True, settled=0.0, young=0.0)
    assert (places[0] / "walk.bvh").is_file()


def test_a_library_that_has_moved_keeps_its_uploads(library, places):
    with library.database.transaction() as connection:
        connection.execute("UPDATE clips SET file = replace(file, ?, '/elsewhere')", (str(library.folder),))
    assert find(library) == [places[1] / "bad.bvh"]


def test_tidying_counts_and_frees_them_once_no_import_can_need_them(library, places):
    report = tidy_library(library)
    assert (report.files, report.young) == (0, 1)
    assert "too new to tell" in report.describe()[0]
    os.utime(places[1] / "bad.bvh", (0, 0))
    report = tidy_library(library)
    assert (report.files, report.uploads, report.bytes) == (1, 1, len("nonsense"))
    assert report.describe()[0] == "1 uploaded file that became no clip"
    assert (places[1] / "bad.bvh").is_file()
    assert tidy_library(library, free=True).files == 1
    assert not places[1].exists()
    assert (places[0] / "walk.bvh").is_file()
    assert tidy_library(library).describe() == ["nothing to free"]
