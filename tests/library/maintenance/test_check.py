"""Whatever is wrong with a library is found, named, and said what to do about."""

import os
import time

import numpy as np
import pytest

from motionloom.library import check_library, import_files
from motionloom.library.store import BYTES


def kinds(report):
    return [problem.kind for problem in report.problems]


@pytest.fixture
def capture(library, motion, tmp_path):
    """The id of a clip that came from a file."""
    motion.save(tmp_path / "take.bvh")
    return import_files(library, [tmp_path / "take.bvh"]).added[0]


def path_of(library, clip):
    return library.store.path(library.clip(clip).content)


def test_a_sound_library_is_called_so(library, walk, run):
    report = check_library(library)
    assert (report.problems, report.sound, report.clips, report.files) == ((), True, 2, 2)
    assert report.describe()[-1].startswith("2 clips, 2 files, ")
    assert report.describe()[-1].endswith("MB: sound")


def test_a_missing_array_says_which_file_brings_it_back(library, capture, tmp_path):
    path_of(library, capture).unlink()
    report = check_library(library)
    assert kinds(report) == ["missing"]
    assert not report.sound
    assert f"import its file again: motionloom import {library.folder} {tmp_path / 'take.bvh'}" in report.problems[0].line
    assert report.describe()[-1].endswith("1 problem")
    import_files(library, [tmp_path / "take.bvh"])
    assert check_library(library).problems == ()


def test_one_changed_bit_is_found_and_healed(library, capture, tmp_path):
    path = path_of(library, capture)
    data = bytearray(path.read_bytes())
    data[-7] ^= 1
    path.chmod(0o644)
    path.write_bytes(data)
    report = check_library(library)
    assert kinds(report) == ["altered"]
    fixed = check_library(library, fix=True)
    assert fixed.problems[0].mended
    assert (library.folder / "damaged" / path.name).read_bytes() == data
    assert kinds(check_library(library)) == ["missing"]
    import_files(library, [tmp_path / "take.bvh"])
    assert check_library(library).problems == ()


def test_a_made_clip_that_is_gone_has_no_file_to_import(library, walk):
    path_of(library, walk).unlink()
    assert "restore it from a backup, or delete what needs it" in check_library(library).problems[0].line


def test_an_array_of_another_size_is_found(library, walk):
    library.database.connection().execute("UPDATE clips SET joints = joints + 1 WHERE id = ?", (walk,))
    report = check_library(library)
    assert kinds(report) == ["misfit"]
    assert "numbers, expected" in report.problems[0].line


def test_orphans_and_leftovers_do_no_harm_and_go_when_they_are_old(library, walk, motion):
    orphan = library.store.path(library.store.write(b"nobody's", BYTES), BYTES)
    leftover = orphan.with_name("0123456789abcdef-000000000000.part")
    leftover.write_bytes(b"half a fi")
    report = check_library(library, fix=True)
    assert sorted(kinds(report)) == ["leftover", "orphan"]
    assert report.sound
    assert not any(problem.mended for problem in report.problems)
    assert any("the next one takes it up" in problem.line for problem in report.problems)
    hours_ago = time.time() - 7200
    for path in (orphan, leftover):
        os.utime(path, (hours_ago, hours_ago))
    assert sorted(kinds(check_library(library))) == ["leftover", "orphan"]
    assert orphan.exists()
    assert all(problem.mended for problem in check_library(library, fix=True).problems)
    assert not orphan.exists()
    assert not leftover.exists()
    assert check_library(library).problems == ()


def test_deleted_clips_and_documents_keep_their_files(library, walk):
    library.save_document("oracle", "feet", {}, content=b"weights")
    library.apply({"kind": "delete_clips", "clips": [walk]})
    check_library(library, fix=True, settled=0)
    library.undo()
    assert len(library.motion(walk)) == 60
    assert library.document_bytes(library.documents()[0].id) == b"weights"


def test_earlier_versions_of_a_document_keep_their_files(library):
    first = library.save_document("machine", "walker", {}, content=b"first")
    library.save_document("machine", "walker", {}, content=b"second", document=first)
    assert check_library(library, fix=True, settled=0).problems == ()
    library.undo()
    assert library.document_bytes(library.documents()[0].id) == b"first"
    assert check_library(library, fix=True, settled=0).problems == ()
    library.redo()
    assert library.document_bytes(library.documents()[0].id) == b"second"


def test_versions_that_a_batch_replaced_keep_their_files(library):
    def save(content):
        stored = library.store.write(content, BYTES)
        command = {"kind": "set_document", "document": "walker", "of_kind": "machine", "name": "walker", "data": {}, "content": stored}
        library.apply({"kind": "batch", "commands": [command], "title": "Save the machine"})

    save(b"first")
    save(b"second")
    assert check_library(library, fix=True, settled=0).problems == ()
    library.undo()
    assert library.document_bytes("walker") == b"first"


def test_strangers_are_named_and_left(library, walk):
    stranger = library.store.folder / "zz" / "notes.txt"
    stranger.parent.mkdir()
    stranger.touch()
    report = check_library(library, fix=True, settled=0)
    assert kinds(report) == ["stranger"]
    assert stranger.exists()


def test_spans_and_plants_that_cannot_be(library, walk):
    library.write_plants(walk, np.ones((60, 4), bool))
    connection = library.database.connection()
    connection.execute("UPDATE annotations SET stop = 70")
    connection.execute("UPDATE plants SET frames = substr(frames, 1, 50)")
    report = check_library(library)
    assert kinds(report) == ["span", "plants"]
    assert "annotation 'step' of 'walk' has frames 5 to 70 of 60" in report.problems[0].line
    assert "plants of 'walk' cover 50 of 60 frames" in report.problems[1].line


def test_a_skeleton_that_cannot_be_read(library, walk):
    library.database.connection().execute("UPDATE skeletons SET data = '{}'")
    assert kinds(check_library(library)) == ["skeleton"]


def test_a_row_that_points_nowhere(library, walk):
    connection = library.database.connection()
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("UPDATE labels SET clip = 'nobody'")
    assert kinds(check_library(library)) == ["database"]


def test_a_shelf_entry_whose_clips_are_deleted_or_gone_is_named(library, walk, run):
    from motionloom.library.maintenance.tidy import tidy_library

    library.save_document("machine", "walker", {}, content=b"1", clips=[walk, run])
    assert check_library(library).problems == ()
    library.apply({"kind": "delete_clips", "clips": [walk]})
    report = check_library(library)
    (problem,) = report.problems
    assert (problem.kind, report.sound) == ("deleted", True)
    assert problem.line.startswith("machine 'walker' rests on clip 'walk', which is deleted; undo that, or delete what rests on it")
    library.undo()
    (table,) = library.documents()
    library.apply({"kind": "delete_document", "document": table.id})
    library.apply({"kind": "delete_clips", "clips": [run]})
    tidy_library(library, free=True, settled=0.0, young=0.0)
    library.save_document("machine", "runner", {}, content=b"2", clips=[run, "0123456789ab"])
    report = check_library(library)
    assert ([problem.kind for problem in report.problems], report.sound) == (["gone", "gone"], False)
    assert {line.split("; ")[0] for line in report.describe()[:-1]} == {
        "gone: machine 'runner' rests on clip 'run', whose frames are gone",
        "gone: machine 'runner' rests on clip '0123456789ab', whose frames are gone",
    }
