"""Long work of this room: the same by however many processes; odd clips are named. (`tests/making/test_every_job.py` kills it.)"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from motionloom.core import Motion, Skeleton
from motionloom.library import Library
from motionloom.making import shelf
from motionloom.making.choice import Choice
from motionloom.making.work import run_here
from motionloom.transitions.jobs import comparison_arguments, table_arguments
from motionloom.transitions.shelf import COMPARISON, TABLE, find_table
from tests.transitions.conftest import add_takes


def test_two_processes_build_and_compare_as_one_does(library: Library) -> None:
    document = find_table(library, "small")
    again = run_here(library, TABLE, table_arguments(Choice(), seconds=0.5, representatives=4, name="other"), workers=2)
    assert again.entries == [document.id]  # the very same table is not put there twice
    asked = comparison_arguments(document.id, 120)
    alone = library.document(run_here(library, COMPARISON, asked).entries[0])
    shelf.delete(library, alone)
    spread = library.document(run_here(library, COMPARISON, {**asked, "natural": alone.data["natural"]}, workers=2).entries[0])
    assert spread.content == alone.content


def test_an_odd_clip_is_left_out_and_named(tmp_path: Path) -> None:
    rope = Skeleton(("a", "b"), np.array([-1, 0]), np.array([[0.0, 0, 0], [0, 1, 0]]))
    still = Motion(rope, np.tile([0.0, 0, 0, 1], (90, 2, 1)), np.zeros((90, 3)), 60.0)
    with Library.create(tmp_path / "library") as library:
        add_takes(library)
        library.add(still, "a rope", subject="ada")
        work = run_here(library, TABLE, table_arguments(Choice(), seconds=0.5, representatives=4, one_body=True))
        assert [name for name, _ in work.problems] == ["a rope"]
        assert work.message == "ada, 0.5 s: 3 clips, 1 left out"
