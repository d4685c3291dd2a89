"""Loops compiled ahead."""

import tempfile

import pytest

from motionloom.bench.compiling import TASKS, compile_ahead
from motionloom.compute import Progress
from motionloom.core.errors import MotionloomError


class Told(Progress):
    def __init__(self):
        super().__init__()
        self.count = 0

    def advance(self, *given, **named):
        super().advance(*given, **named)
        self.count += 1


def test_a_piece_of_work_is_done_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    told = Told()
    compile_ahead(["draw", "feet"], told)
    assert told.count == 2
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_known_is_one_line():
    with pytest.raises(MotionloomError, match=f"no loops are called dance; there are {', '.join(TASKS)}"):
        compile_ahead(["draw", "dance"])


def test_the_help_names_all_there_are():
    import inspect

    from motionloom.cli.compile_ import compile_

    assert all(name in str(inspect.signature(compile_)) for name in TASKS)
