"""Mending trims and removes only what it must, and windows are told."""

import numpy as np
import pytest

from motionloom.core.errors import LibraryError
from motionloom.library import check_library
from motionloom.library.maintenance import mend


def test_spans_are_trimmed_and_empty_ones_removed(library, walk):
    library.apply({"kind": "add_annotation", "clip": walk, "annotation": "late", "name": "late", "start": 50, "stop": 60})
    connection = library.database.connection()
    connection.execute("UPDATE annotations SET stop = 70 WHERE name = 'step'")
    connection.execute("UPDATE annotations SET start = 61, stop = 70 WHERE name = 'late'")
    seq = library.seq()
    report = check_library(library, fix=True)
    assert report.sound
    assert "(mended)" in report.describe()[0]
    assert [(span.name, span.start, span.stop) for span in library.annotations(walk)] == [("step", 5, 60)]
    assert [change.clips for change in library.changes_since(seq)] == [(walk,)]
    assert check_library(library).problems == ()


@pytest.mark.parametrize("length", [50, 70])
def test_plants_are_cut_or_filled(library, walk, length):
    library.write_plants(walk, np.ones((60, 4), bool), confidence=np.ones((60, 4)))
    bits, shades = b"\x0f" * length, b"\xff" * length * 4
    library.database.connection().execute("UPDATE plants SET frames = ?, confidence = ?", (bits, shades))
    assert check_library(library, fix=True).sound
    plants = library.plants(walk)
    assert len(plants) == len(plants.confidence) == 60
    assert plants.bits[: min(length, 60)].all()
    assert not plants.bits[min(length, 60) :].any()


def test_an_orphan_that_found_its_clip_meanwhile_stays(library, walk):
    path = library.store.path(library.clip(walk).content)
    problem = mend.LibraryProblem("orphan", str(path), "belongs to no clip", mendable=True)
    assert mend.mend(library, [problem]) == [problem]
    assert path.exists()


def test_a_folder_that_refuses_says_so(library, monkeypatch, tmp_path):
    def refuse(*details, **more):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.unlink", refuse)
    problem = mend.LibraryProblem("leftover", str(tmp_path / "x.part"), "half", mendable=True)
    with pytest.raises(LibraryError, match=r"cannot be removed .Permission denied.; check who owns"):
        mend.mend(library, [problem])
