"""Long trials, in short: a process is watched while it reads, writers are killed, and what goes wrong is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from motionloom.library import Library
from motionloom.trials import killing, loading, soaking, studio_killing, watching
from motionloom.trials.killing import kill_writers
from motionloom.trials.watching import watch

# A kind of file of its own: its seeds hang, end the process, raise, are refused and are read.
TOY = """
import os, time
from pathlib import Path
from motionloom.core.errors import MotionloomError
from motionloom.trials import fuzzing, watching
from motionloom.trials.target import Sample, Target, register
def read(path):
    seed = path.read_bytes()
    if seed == b"0": time.sleep(60)
    if seed == b"1": os._exit(9)
    if seed == b"2": raise ValueError("a traceback")
    if seed == b"3": raise MotionloomError("refused")
register(Target("toy", ".toy", lambda folder: Sample(b"good", read)))
watching.mutate = lambda content, seed: str(seed).encode()
"""


def test_a_process_that_hangs_or_ends_costs_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "CHILD", TOY + watching.CHILD)
    seen = []
    found = watch("toy", 5, each=lambda: seen.append(1), longest=2.0).outcome
    assert (found.tried, found.read, found.refused, len(seen)) == (5, 1, 1, 5)
    faults = dict(found.faults)
    assert "took over 2 s" in faults[0]
    assert "ended the process (9)" in faults[1]
    assert "ValueError" in faults[2]


def test_what_was_confirmed_before_a_kill_is_there(tmp_path: Path) -> None:
    found = kill_writers(tmp_path, 6)
    assert found.faults == ()
    assert found.kills == 6
    assert sum(found.confirmed.values()) > 0


def test_a_studio_that_is_killed_in_the_middle_of_a_write_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studio_killing, "BEFORE", 0)
    monkeypatch.setattr(studio_killing, "ROUTES", {"add_label": studio_killing.ROUTES["add_label"]})
    monkeypatch.setattr(studio_killing, "LATE", 0.0)  # before it can answer
    found = studio_killing.kill_studios(tmp_path, 1)
    assert found.faults == []
    assert found.killed["add_label"] == 1


def test_a_write_of_a_studio_that_is_lost_is_seen(tmp_path: Path) -> None:
    from motionloom.trials.studio_killing import StudioKilled, _look

    with Library.create(tmp_path / "library"):
        pass
    found = StudioKilled()
    _look(tmp_path / "library", "set_note", [("add_label", "ab12", {"applied": True}), ("import", "ab12", {"id": "gone"})], found)
    assert found.faults == ["lost: add_label ab12", "lost: import ab12"]


def test_what_is_lost_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer that confirms a label which it never gives."""
    lies = "from motionloom.trials import killing; killing.KINDS = ('label',); killing.WRITES['label'] = lambda *given: None; "
    monkeypatch.setattr(killing, "CHILD", lies + killing.CHILD)
    monkeypatch.setattr(killing, "MOST", 2)
    found = kill_writers(tmp_path, 4, seed=1)
    assert all(each.startswith("lost: label") for each in found.faults)
    assert len(found.faults) == found.confirmed["label"] > 0
    with Library.open(next(tmp_path.glob("library-0"))) as library:
        assert library.count() == 1


def test_a_stranger_who_gets_in_and_a_word_that_is_lost_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With somebody who is no stranger at all, and who renames a clip; `motionloom trial load` itself runs among the commands' examples."""
    monkeypatch.setattr(loading, "FOREIGN", ({},))
    found = loading.load_studio(tmp_path, seconds=0.5, windows=1, connections=20)
    assert found.edits > 0
    assert found.left > 0
    assert any(fault.startswith("a stranger got in") for fault in found.faults)


def test_a_pose_that_is_no_number_is_seen() -> None:
    import numpy as np

    from motionloom.studio.arrays import pack_arrays

    pose = np.ones((1, 1, 3, 3), np.float32)
    assert soaking._look(pack_arrays({"positions": pose}, {})) is None
    assert soaking._look(pack_arrays({"positions": 9 * pose}, {})) == "joints from 9.00 to 9.00 m"
    assert soaking._look(pack_arrays({"positions": pose * np.float32(np.nan)}, {})) == "a pose that is no number"
    assert soaking._look('{"error": "no state"}') == '{"error": "no state"}'
