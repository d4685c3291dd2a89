"""Imports are whole or absent: in parallel, resumed, killed, twice at once, with bad files among the good."""

import multiprocessing
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from motionloom.compute import CancelToken, Progress, open_executor
from motionloom.core.errors import JobCancelled
from motionloom.formats import ReadOptions
from motionloom.library import Library, check_library, file_reading, import_files
from tests.conftest import PATIENCE, make_motion, make_skeleton

COUNT = 60


@pytest.fixture(scope="module")
def captures(tmp_path_factory):
    """Sixty small BVH files in three folders, synthetic, and a table of labels."""
    folder = tmp_path_factory.mktemp("captures")
    rows = ["path,label,subject,description"]
    for number in range(COUNT):
        file = folder / f"{number % 3}" / f"take_{number:02}.bvh"
        file.parent.mkdir(exist_ok=True)
        make_motion(make_skeleton(), frames=8 + number % 5, seed=number).save(file)
        rows.append(f"{file.parent.name}/{file.name},wriggle,{number % 3},number {number}")
    (folder / "labels.csv").write_text("\n".join(rows))
    (folder / "readme.txt").write_text("not a capture")
    return folder


def describe(library):
    """All that an import decides, by file."""
    fields = ("name", "content", "skeleton", "frames", "fps", "labels", "subject", "description", "reading", "height", "gravity")
    return {clip.file: tuple(getattr(clip, field) for field in fields) for clip in library.clips()}


@pytest.fixture(scope="module")
def undisturbed(captures, tmp_path_factory):
    with Library.create(tmp_path_factory.mktemp("undisturbed") / "library") as library:
        report = import_files(library, [captures], captures / "labels.csv")
        assert (len(report.added), report.failures, report.unmatched_rows, report.unmatched_files) == (COUNT, (), (), ())
        yield describe(library)


def test_everything_a_file_says_is_recorded(captures, undisturbed):
    name, content, _, frames, fps, labels, subject, description, told, height, gravity = undisturbed[str(captures / "1" / "take_07.bvh")]
    assert (name, frames, round(fps, 3), labels, subject, description) == ("take_07", 10, 60, ("wriggle",), "1", "number 7")
    assert len(content) == 64
    assert told["format"] == "BVH"
    assert told["header_fps"] == pytest.approx(60, rel=1e-3)
    assert {"unit", "unit_guessed", "metres_per_unit", "rest_frame_dropped", "notes", "options"} <= told.keys()
    assert 1.4 < height < 2.1
    assert gravity["suspicious"] is False


def test_a_second_import_reads_nothing(library, captures, undisturbed, monkeypatch):
    import_files(library, [captures], captures / "labels.csv")
    seq = library.seq()
    monkeypatch.setattr(file_reading, "read_clip", None)
    monkeypatch.setattr("motionloom.library.importing.read_clip", None)
    report = import_files(library, [captures / "0", captures], captures / "labels.csv")
    assert (len(report.there), report.added, library.seq()) == (COUNT, (), seq)
    assert describe(library) == undisturbed


@pytest.mark.parametrize("workers", [1, 2])
def test_the_result_is_the_same_whoever_runs_it(library, captures, undisturbed, workers):
    with open_executor(workers) as executor:
        import_files(library, [captures], captures / "labels.csv", executor=executor)
    assert describe(library) == undisturbed


def test_bad_files_are_lines_in_the_report_and_the_others_go_on(library, captures, tmp_path):
    (tmp_path / "empty.bvh").touch()
    (tmp_path / "cut.bvh").write_bytes((captures / "0" / "take_00.bvh").read_bytes()[:900])
    (tmp_path / "noise.glb").write_bytes(os.urandom(500))
    (tmp_path / "good.bvh").write_bytes((captures / "0" / "take_00.bvh").read_bytes())
    report = import_files(library, [tmp_path, tmp_path / "none.bvh"])
    assert [clip.name for clip in library.clips()] == ["good"]
    assert [Path(failure.file).name for failure in report.failures] == ["cut.bvh", "empty.bvh", "noise.glb", "none.bvh"]
    for failure in report.failures:
        assert Path(failure.file).name in failure.line
        assert "\n" not in failure.line
    assert check_library(library).problems == ()
    assert report.describe()[0].startswith("1 imported, 4 failed in ")


def test_a_defect_in_a_reader_does_not_stop_the_import(library, captures, monkeypatch):
    real = file_reading.read_clip

    def read_clip(task):
        if task.file.endswith("take_03.bvh"):
            raise IndexError("list index out of range")
        return real(task)

    monkeypatch.setattr("motionloom.library.importing.read_clip", read_clip)
    report = import_files(library, [captures / "0"])
    assert len(report.added) == COUNT // 3 - 1
    assert "could not be read (IndexError: list index out of range); please report this file" in report.failures[0].line


def test_cancelling_keeps_what_was_finished_and_running_again_goes_on(library, captures, undisturbed):
    cancel = CancelToken()

    class CancelsAt20(Progress):
        def _show(self, last):
            if self.state.done == 20:
                cancel.cancel()

    with pytest.raises(JobCancelled):
        import_files(library, [captures], captures / "labels.csv", progress=CancelsAt20(cancel))
    kept = {clip.id for clip in library.clips()}
    assert len(kept) == 20
    report = import_files(library, [captures], captures / "labels.csv")
    assert (set(report.there), len(report.added)) == (kept, COUNT - 20)
    assert describe(library) == undisturbed


def test_a_changed_file_is_a_new_clip(library, captures, tmp_path):
    file = tmp_path / "take.bvh"
    file.write_bytes((captures / "0" / "take_00.bvh").read_bytes())
    first = import_files(library, [file]).added
    file.write_bytes((captures / "0" / "take_03.bvh").read_bytes())
    second = import_files(library, [file]).added
    assert len(first) == len(second) == 1
    assert library.clip(first[0]).content != library.clip(second[0]).content


def test_reading_otherwise_keeps_the_clip_and_what_was_said_about_it(library, captures):
    file = captures / "0" / "take_00.bvh"
    (clip,) = import_files(library, [file]).added
    library.apply({"kind": "add_label", "clips": [clip], "label": "mine"})
    report = import_files(library, [file], options=ReadOptions(fps=30))
    assert (report.reread, report.added) == ((clip,), ())
    assert (library.clip(clip).fps, library.clip(clip).labels) == (30, ("mine",))
    assert library.clip(clip).reading["options"] == {"fps": 30}
    assert import_files(library, [file]).there == (clip,)  # saying nothing does not take it back
    assert library.clip(clip).fps == 30
    library.undo()
    assert round(library.clip(clip).fps, 3) == 60


def test_deleted_clips_stay_deleted_unless_asked_for(library, captures):
    file = captures / "0" / "take_00.bvh"
    (clip,) = import_files(library, [file]).added
    library.apply({"kind": "delete_clips", "clips": [clip]})
    report = import_files(library, [file])
    assert (report.left_deleted, report.there, library.clips()) == (("take_00",), (), [])
    report = import_files(library, [file], restore=True)
    assert (report.restored, report.there, library.clips()[0].id) == ((clip,), (clip,), clip)


def test_missing_frames_are_read_again(library, captures):
    file = captures / "0" / "take_00.bvh"
    (clip,) = import_files(library, [file]).added
    library.apply({"kind": "set_rate", "clips": [clip], "fps": 120.0})
    library.store.path(library.clip(clip).content).unlink()
    import_files(library, [file])
    assert (len(library.motion(clip)), library.motion(clip).fps) == (8, 120)
    assert len(library.clips()) == 1


def test_the_same_files_elsewhere_are_the_same_clips(library, captures, tmp_path):
    """As when the studio imported copies of them: labels of the table reach those clips, and nothing is doubled."""
    shutil.copytree(captures, tmp_path / "uploads")
    import_files(library, [tmp_path / "uploads"])
    report = import_files(library, [captures], captures / "labels.csv")
    assert (report.added, len(report.there), report.labelled, report.unmatched_rows) == ((), COUNT, COUNT, ())
    assert {clip.labels for clip in library.clips()} == {("wriggle",)}
    assert len(library.clips()) == COUNT


def test_two_copies_in_one_import_are_one_clip(library, captures, tmp_path):
    for name in ("a.bvh", "b.bvh"):
        shutil.copy(captures / "0" / "take_00.bvh", tmp_path / name)
        (tmp_path / f"bad_{name}").write_text("HIERARCHY nonsense")
    report = import_files(library, sorted(tmp_path.glob("*.bvh")))
    assert (len(report.added), report.there, len(report.failures)) == (1, report.added, 2)


def test_an_import_is_one_step_of_undo(library, captures, monkeypatch):
    monkeypatch.setattr("motionloom.library.importing.BATCH_CLIPS", 7)
    gone = import_files(library, [captures / "0"]).added
    library.apply({"kind": "delete_clips", "clips": list(gone)})
    report = import_files(library, [captures], captures / "labels.csv", window="mine", restore=True)
    assert (len(report.added), len(report.restored)) == (COUNT - len(gone), len(gone))
    library.undo("mine")
    assert (library.clips(), library.next_steps("mine")[0]) == ([], None)
    library.redo("mine")
    assert len(library.clips()) == COUNT
    library.undo("mine")
    assert library.clips() == []


def test_labels_reach_clips_that_were_there(library, captures):
    import_files(library, [captures / "0"])
    clip = library.find("take_00")
    library.apply({"kind": "set_details", "clip": clip, "description": "mine"})
    report = import_files(library, [captures / "0"], captures / "labels.csv")
    assert report.labelled == COUNT // 3
    assert (library.clip(clip).labels, library.clip(clip).description, library.clip(clip).subject) == (("wriggle",), "mine", "0")
    assert len(report.unmatched_rows) == COUNT - COUNT // 3


def run_import(folder, captures):
    with Library.open(folder, create=True) as library:
        import_files(library, [captures], captures / "labels.csv")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills forked processes: Linux and macOS only")
def test_killing_an_import_thirty_times_changes_nothing(captures, undisturbed, tmp_path, rng):
    fork = multiprocessing.get_context("fork")
    began = time.monotonic()
    whole = fork.Process(target=run_import, args=(tmp_path / "timing", captures))
    whole.start()
    whole.join()
    duration = time.monotonic() - began
    for attempt in range(6):  # each import is killed five times on its way
        folder = tmp_path / f"library {attempt}"
        kept = set()
        for _ in range(5):
            child = fork.Process(target=run_import, args=(folder, captures))
            child.start()
            time.sleep(rng.uniform(0, duration * (1 - len(kept) / COUNT)))
            child.kill()
            child.join()
            with Library.open(folder, create=True) as library:
                assert {problem.kind for problem in check_library(library).problems} <= {"orphan", "leftover"}
                found = {clip.id for clip in library.clips()}
            assert kept <= found
            kept = found
        with Library.open(folder) as library:
            import_files(library, [captures], captures / "labels.csv")
            assert kept <= {clip.id for clip in library.clips()}
            assert describe(library) == undisturbed
            check_library(library, fix=True, settled=0)
            assert check_library(library).problems == ()


SCRIPT = """
import sys
from motionloom.compute import open_executor
from motionloom.library import Library, import_files
if __name__ == "__main__":
    with Library.open(sys.argv[1], create=True) as library, open_executor(2) as executor:
        import_files(library, sys.argv[2:], executor=executor)
"""


def start_import(folder, *paths):
    return subprocess.Popen([sys.executable, "-c", SCRIPT, str(folder), *map(str, paths)])


def test_two_processes_import_the_same_files_at_once(captures, undisturbed, tmp_path):
    folder = tmp_path / "library"
    both = [start_import(folder, captures / "0") for _ in range(2)]
    assert [process.wait(timeout=PATIENCE) for process in both] == [0, 0]
    with Library.open(folder) as library:
        assert len(library.clips()) == COUNT // 3
        assert all(told[1] == undisturbed[file][1] for file, told in describe(library).items())
        assert check_library(library).problems == ()


def test_threads_may_add_and_edit_at_once(library, skeleton):
    def work(number):
        clip = library.add(make_motion(skeleton, frames=5, seed=number), f"clip {number}")
        library.apply({"kind": "add_label", "clips": [clip], "label": "mine"}, window=f"window-{number % 3}")
        return float(np.sum(library.motion(clip).rotations))

    with ThreadPoolExecutor(6) as pool:
        assert len(list(pool.map(work, range(24)))) == 24
    assert library.summary().labels == {"mine": 24}
    assert library.seq() == 48


@pytest.mark.data
def test_real_captures_survive_kills_of_a_parallel_import(shared_data, tmp_path, rng):
    """CMU subject 2, with worker processes: killed three times on its way, the result is an undisturbed one."""
    paths = [shared_data / "cmu" / "002"]
    with Library.create(tmp_path / "whole") as library:
        import_files(library, paths)
        whole = describe(library)
    folder = tmp_path / "killed"
    for _ in range(3):
        process = start_import(folder, *paths)
        time.sleep(rng.uniform(0.5, 3))
        process.kill()
        process.wait()
        with Library.open(folder, create=True) as library:
            assert {problem.kind for problem in check_library(library).problems} <= {"orphan", "leftover", "glitch"}
    with Library.open(folder) as library:
        import_files(library, paths)
        assert describe(library) == whole
