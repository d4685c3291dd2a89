"""Tables of a library: found by body, kept inside its folder, current in what can be asked of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from motionloom import sample
from motionloom.core.errors import FileError
from motionloom.library import Library
from motionloom.transitions import tables
from motionloom.transitions.gathering import gather_stock, open_table
from motionloom.transitions.table import build_table


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """Two walks and a stand of ada, a walk of boris, and something made."""
    library = Library.create(tmp_path / "library")
    for who, behaviour, seed in (("ada", "walk", 0), ("ada", "walk", 1), ("ada", "stand", 0), ("boris", "walk", 0)):
        made = sample.make(who, behaviour, seed)
        library.add(
            made.motion, f"{who} {behaviour} {seed}", source="sample", subject=who, labels=[behaviour], plants=made.plants, height=1.7
        )
    made = sample.make("ada", "walk", 3).motion
    library.add(made, "a made walk", source="", subject="ada", height=1.7)
    return library


def test_bodies_are_captured_clips_by_skeleton(library: Library) -> None:
    with library:
        ada, boris = tables.find_bodies(library)
        assert (ada.name, len(ada.clips)) == ("ada", 3)
        assert (boris.name, len(boris.clips)) == ("boris", 1)
        assert ada.seconds > boris.seconds > 0


def test_a_table_is_kept_in_the_library_and_follows_its_names(library: Library) -> None:
    with library:
        ada = tables.find_bodies(library)[0]
        identity = tables.table_id(ada.name, 0.5, 4, mirrored=False)
        path = tables.table_path(library, identity)
        path.parent.mkdir()
        assert tables.list_tables(library) == {}
        build_table(gather_stock(library, ada.clips), path, seconds=0.5, representatives=4, width=2)
        (path.parent / "other.npz").write_bytes(b"no table")
        assert list(tables.list_tables(library)) == [identity]
        table = open_table(path, library)
        assert {activity.name for activity in tables.list_activities(table)} == {"walk", "stand"}
        assert not any(activity.annotated for activity in tables.list_activities(table))
        assert 0 < tables.natural_line(table) < 1
        library.apply({"kind": "add_annotation", "clip": ada.clips[0], "name": "hop", "start": 60, "stop": 120, "track": "annotations"})
        first = tables.list_activities(tables.rename_spans(table, library))[0]
        assert (first.name, first.annotated) == ("hop", True)
        assert first.count > 0


@pytest.mark.parametrize("name", ["../etc", "a/b", "", "x" * 65, "a.npz"])
def test_ids_are_never_paths(library: Library, name: str) -> None:
    with library, pytest.raises(FileError, match="no name of a transition table"):
        tables.table_path(library, name)
