import pytest

from motionloom import sample
from motionloom.core.errors import FileError, MotionError
from motionloom.judge.judging import (
    judge_captures,
    judge_library,
    judge_motion,
    learn_reference,
    learn_reference_from_captures,
    learn_reference_from_library,
)
from motionloom.library import Library
from tests.judge.damage import pop_knee


@pytest.fixture(scope="module")
def library(tmp_path_factory, walk):
    folder = tmp_path_factory.mktemp("judge") / "library"
    with Library.create(folder) as made:
        for who in ("ada", "boris"):
            made.add(sample.make(who, "walk").motion, f"{who}_walk", subject=who, labels=("walk",), height=1.7, made=False)
        damaged = pop_knee(walk, 3.0, degrees=20.0)
        made.add(damaged, "broken", labels=("run",), height=1.7, made=True, annotations=[("transition", 100, 200)])
    return folder


def clips(folder, made):
    with Library.open(folder) as opened:
        return [clip.id for clip in opened.clips() if clip.made == made]


def test_a_library_is_held_against_its_own_captures(library):
    reference = learn_reference_from_library(library, workers=1)
    assert set(reference.performers) == {"ada", "boris"}
    verdict = judge_library(library, clips(library, made=True), reference, workers=1)
    assert [part.name for part in verdict.parts] == ["broken"]
    assert verdict.row("pop", "max").ratio > 1.5
    assert verdict.value("activity", "share") == 1.0
    seams = verdict.measures["seams"]
    assert seams.values.total > 0
    assert all(abs(m.seconds - 100 / 120) < 0.11 or abs(m.seconds - 199 / 120) < 0.11 for m in seams.moments)


def test_workers_give_what_one_process_gives(library):
    alone, shared = (learn_reference_from_library(library, workers=n).to_json() for n in (1, 2))
    assert alone == shared


def test_a_group_of_performers_is_kept_apart(library):
    with pytest.raises(FileError, match="no clip with a known body is left"):
        learn_reference_from_library(library, group="develop", workers=1)


def test_a_folder_of_captures_is_read_by_its_catalogue(tmp_path, walk):
    walk.save(tmp_path / "one.bvh")
    walk.save(tmp_path / "two.bvh")
    (tmp_path / "catalogue.csv").write_text("path,subject,label\none.bvh,016,walk\ntwo.bvh,141,walk\n")
    everybody = learn_reference_from_captures(tmp_path, workers=1)
    assert set(everybody.performers) == {"16", "141"}
    assert everybody.performers["141"].seconds == pytest.approx(2 * walk.duration, rel=0.01)
    verdict = judge_captures(tmp_path, "develop", everybody, workers=1)
    assert [part.name for part in verdict.parts] == ["one"]


def test_motions_that_are_too_slow_for_the_step_are_left_out_and_said(tmp_path, walk):
    from dataclasses import replace

    walk.save(tmp_path / "fast.bvh")
    replace(walk, fps=30.0, name="slow").save(tmp_path / "slow.bvh")
    (tmp_path / "catalogue.csv").write_text("path,subject\nfast.bvh,1\nslow.bvh,1\n")
    problems = []
    reference = learn_reference_from_captures(tmp_path, workers=1, problems=problems)
    assert reference.pooled.clips == 1
    (line,) = problems
    assert "'slow' has 30 frames a second, too few" in line
    with pytest.raises(MotionError, match="'slow' has 30 frames"):
        learn_reference_from_captures(tmp_path, workers=1)
    assert learn_reference_from_captures(tmp_path, workers=1, step=1 / 30).pooled.clips == 2


def test_a_folder_that_is_neither_is_refused(tmp_path):
    with pytest.raises(FileError, match=r"neither a library nor a folder of captures with a catalogue\.csv"):
        judge_captures(tmp_path)


def test_what_was_asked_at_a_second_is_looked_for_there(walk):
    assert judge_motion(walk, labels=("walk",), asked=1.0).value("activity", "share") == 0.0
    assert judge_motion(walk, labels=("run",), asked=1.0).value("activity", "share") == 1.0
    assert judge_motion(walk).value("activity", "share") is None


def test_a_motion_is_measured_over_the_captures_step(walk):
    from dataclasses import replace

    slow = replace(walk, rotations=walk.rotations[::4], root_positions=walk.root_positions[::4], fps=30.0)
    reference = learn_reference([(slow, "boris")], step=1 / 30)
    row = judge_motion(walk, reference).row("acceleration", "p99")
    assert row.ratio == pytest.approx(1.0, rel=0.2)
    with pytest.raises(MotionError, match="too few for steps"):
        judge_motion(slow, learn_reference([(walk, "boris")]))
