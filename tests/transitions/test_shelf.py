"""Tables and comparisons on the shelf: found by name, id or file, opened as they were built, current in their names."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motionloom.core.errors import FileError, LibraryError
from motionloom.library import Library
from motionloom.making import shelf
from motionloom.making.work import run_here
from motionloom.transitions.jobs import comparison_arguments
from motionloom.transitions.shelf import (
    COMPARISON,
    TABLE,
    changed_plants,
    describe_changes,
    find_comparison,
    find_table,
    list_tables,
    use_table,
)
from motionloom.transitions.synthesis import make_transition
from tests.transitions.conftest import add_takes, build_small


def test_a_table_is_found_by_name_id_and_file(library: Library, tmp_path: Path) -> None:
    document = find_table(library, "small")
    assert find_table(library, document.id) == document
    assert set(document.clips) == {clip.id for clip in library.clips()}
    assert document.data["seconds"] == 0.5
    shelf.export_entry(library, document, tmp_path / "walks.npz")
    assert find_table(library, str(tmp_path / "walks.npz")) == document  # the very same is not put there twice
    shelf.delete(library, document)
    again = find_table(library, str(tmp_path / "walks.npz"))
    assert (again.name, again.content) == ("walks", document.content)
    with pytest.raises(LibraryError, match="there is no transition table 'none' on the shelf; there are walks"):
        find_table(library, "none")


def test_built_again_of_the_same_it_is_the_same_entry_and_of_others_another(library: Library) -> None:
    document = find_table(library, "small")
    assert build_small(library).id == document.id
    add_takes(library, (("walk", 1),))
    other = build_small(library)
    assert (other.name, len(other.clips)) == ("small 2", 4)
    assert [each.name for each in list_tables(library)] == ["small", "small 2"]


def test_a_table_survives_a_corrected_plant_and_says_so(library: Library) -> None:
    document = find_table(library, "small")
    table, natural = use_table(library, document)
    before = make_transition(table, int(table.starts[3]), int(table.starts[40]) + table.frames - 1)
    assert describe_changes(library, document) == ""
    walk = library.find("walk 0")
    library.write_plants(walk, np.ones((40, 4), bool), start=20, by="person")
    with Library.open(library.folder) as again:
        shelf._open.clear()  # as in another process
        opened, same = use_table(again, document)
    after = make_transition(opened, before.source, before.target)
    assert np.array_equal(after.motion.rotations, before.motion.rotations)
    assert same == natural
    assert changed_plants(library, document) == ["walk 0"]
    assert describe_changes(library, document) == "Built before the foot plants of 1 clip were corrected; build it again to use them."
    assert describe_changes(library, build_small(library)) == ""


def test_names_are_those_of_now_and_other_frames_are_refused(library: Library) -> None:
    document = find_table(library, "small")
    use_table(library, document)
    walk = library.find("walk 0")
    library.apply({"kind": "rename_clip", "clip": walk, "name": "stroll"})
    assert use_table(library, document)[0].stock.find("stroll") >= 0
    library.apply({"kind": "set_rate", "clips": [walk], "fps": 30.0})
    with pytest.raises(FileError, match="'stroll' has other frames, another rate or skeleton than when"):
        use_table(library, document)


def test_deleting_and_renaming_undo(library: Library) -> None:
    document = find_table(library, "small")
    shelf.rename(library, document, "walks", window="w")
    shelf.delete(library, find_table(library, "walks"), window="w")
    assert list_tables(library) == []
    library.undo("w")
    assert [each.name for each in list_tables(library)] == ["walks"]
    library.undo("w")
    assert [each.name for each in list_tables(library)] == ["small"]


def test_a_comparison_belongs_to_its_table_and_comes_back_from_a_file(library: Library, tmp_path: Path) -> None:
    document = find_table(library, "small")
    assert find_comparison(library, document) is None
    run_here(library, COMPARISON, comparison_arguments(document.id, 12))
    found = find_comparison(library, document)
    assert found is not None
    assert found.clips == document.clips
    assert sum(found.data["counts"].values()) == 12
    shelf.export_entry(library, found, tmp_path / "pairs.npz")
    shelf.delete(library, found)
    shelf.import_entry(library, tmp_path / "pairs.npz", COMPARISON)
    again = find_comparison(library, document)
    assert again is not None
    assert again.content == found.content
    shelf.delete(library, document)
    with pytest.raises(FileError, match="the table that it was made with is not on the shelf"):
        shelf.import_entry(library, tmp_path / "pairs.npz", COMPARISON)
    assert shelf.entries(library, TABLE) == []
