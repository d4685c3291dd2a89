"""Bodies by skeleton, activities by name, and how long one goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from motionloom.core.errors import MotionError
from motionloom.library import Library
from motionloom.transitions.activities import LONGEST, activity_end, list_activities, list_bodies
from motionloom.transitions.shelf import find_table, use_table
from motionloom.transitions.stock import RATE
from motionloom.transitions.table import TransitionTable
from tests.transitions.conftest import add_takes


def test_bodies_are_performed_clips_by_skeleton(tmp_path: Path) -> None:
    with Library.create(tmp_path / "library") as library:
        add_takes(library, (("walk", 0), ("walk", 1), ("stand", 0)))
        add_takes(library, (("walk", 0),), "boris")
        ada, boris = list_bodies(library)
        assert (ada.name, len(ada.clips)) == ("ada", 3)
        assert (boris.name, len(boris.clips)) == ("boris", 1)
        assert ada.seconds > boris.seconds > 0


def test_activities_follow_the_librarys_names(library: Library) -> None:
    document = find_table(library, "small")
    names = {activity.name for activity in list_activities(use_table(library, document)[0])}
    assert names == {"run", "stand", "walk"}
    clip = document.clips[0]
    library.apply({"kind": "add_annotation", "clip": clip, "name": "hop", "start": 60, "stop": 120, "track": "annotations"})
    first = list_activities(use_table(library, document)[0])[0]
    assert (first.name, first.annotated) == ("hop", True)
    assert first.count > 0


def test_an_activity_ends_with_its_span_or_its_clip_or_after_some_seconds(table: TransitionTable) -> None:
    begin, end = (int(frame) for frame in table.stock.starts[2:4])
    assert activity_end(table, begin + 70, "middle") == begin + 119  # annotated: frames 60 to 120
    assert activity_end(table, begin + 20, "run") == end - 1  # the label of a whole clip, which lasts 2.5 s
    assert activity_end(table, begin + 20, "run", longest=0.5) == begin + 20 + round(0.5 * RATE)
    assert activity_end(table, begin + 130, "middle") == begin + 130  # outside of it already
    assert end - begin < LONGEST * RATE
    with pytest.raises(MotionError, match="nothing here is annotated or labelled 'fly'"):
        activity_end(table, begin, "fly")
