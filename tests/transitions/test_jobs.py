"""Long work of this room goes on where it was killed, and gives what it would have given."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from motionloom.core import Motion
from motionloom.library import Library
from motionloom.making.choice import Choice
from motionloom.making.work import run_here
from motionloom.transitions.jobs import comparison_arguments, table_arguments
from motionloom.transitions.shelf import COMPARISON, TABLE, find_table
from tests.conftest import make_skeleton
from tests.transitions.conftest import add_takes

KILLED = """
import json, os, signal, sys
from motionloom.compute import Progress
from motionloom.library import Library
from motionloom.making.work import run_here

class Dies(Progress):
    def advance(self, count=1, note=""):
        super().advance(count, note)
        if self.state.done == 2:
            os.kill(os.getpid(), signal.SIGKILL)

with Library.open(sys.argv[1]) as library:
    run_here(library, sys.argv[2], json.loads(sys.argv[3]), progress=Dies())
"""


def run_killed(folder: Path, kind: str, arguments: str) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED, str(folder), kind, arguments], check=False, timeout=240)
    assert ended.returncode == -signal.SIGKILL


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a process outright")
def test_killed_and_run_again_a_table_and_a_comparison_are_the_same(tmp_path: Path) -> None:
    with Library.create(tmp_path / "one") as library:
        add_takes(library)
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    told = table_arguments(Choice(), seconds=0.5, representatives=4, name="small")
    run_killed(tmp_path / "two", TABLE, json.dumps(told))
    made = []
    for name in ("one", "two"):
        with Library.open(tmp_path / name) as library:
            run_here(library, TABLE, told)
            document = find_table(library, "small")
            asked = comparison_arguments(document.id, 120)
            if name == "two":
                run_killed(library.folder, COMPARISON, json.dumps(asked))
                assert next(job for job in library.jobs.jobs() if job.kind == "Making transitions").done == 2
            compared = run_here(library, COMPARISON, asked)
            made.append((document.content, library.document(compared.entries[0]).content))
    assert made[0] == made[1]


def test_an_odd_clip_is_left_out_and_named(tmp_path: Path) -> None:
    odd = make_skeleton()
    still = Motion(odd, np.broadcast_to(odd.rest_rotations, (90, len(odd), 4)), np.tile([0, 0.82, 0], (90, 1)), 60.0)
    with Library.create(tmp_path / "library") as library:
        add_takes(library)
        library.add(still, "a stick person", subject="ada")
        work = run_here(library, TABLE, table_arguments(Choice(), seconds=0.5, representatives=4, one_body=True))
        assert [name for name, _ in work.problems] == ["a stick person"]
        assert work.message == "ada, 0.5 s: 3 clips, 1 left out"
