import pytest

from motionloom.judge.captures import Task, measure_task, open_source, tasks_of_folder, tasks_of_library
from motionloom.library import Library


@pytest.fixture
def folder(tmp_path, walk):
    walk.save(tmp_path / "one.bvh")
    (tmp_path / "catalogue.csv").write_text("path,subject,label\none.bvh,141,walk;run\n")
    return tmp_path


def test_files_come_with_performer_labels_and_true_rate(folder, walk):
    (task,) = tasks_of_folder(folder)
    assert task.files == (("one.bvh", "141", ("walk", "run")),)
    (judged,), failed = measure_task(task)
    assert failed == []
    assert (judged.clip, judged.performer) == ("one", "141")
    assert judged.seconds == pytest.approx(2 * walk.duration, rel=0.01)
    assert open_source(folder, "one.bvh").fps == 60.0


def test_groups_leave_others_out(folder):
    assert tasks_of_folder(folder, "develop") == []
    assert len(tasks_of_folder(folder, "report")) == 1


def test_made_clips_are_no_captures(tmp_path, walk):
    with Library.create(tmp_path / "library") as library:
        performed = library.add(walk, "performed", height=1.8, made=False)
        library.add(walk, "made", height=1.8, made=True)
        without_body = library.add(walk, "thing", made=False)
    (task,) = tasks_of_library(tmp_path / "library")
    assert task == Task(str(tmp_path / "library"), clips=(performed,))
    assert tasks_of_library(tmp_path / "library", [without_body]) == []
    assert open_source(tmp_path / "library", performed).name == "performed"
