"""A report says in lines what happened, and judges rates by all of a performer's falls and steps."""

import json
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from motionloom import sample
from motionloom.core.editing import resample
from motionloom.formats import ReadOptions
from motionloom.library import import_files, store_clip
from motionloom.library.import_report import Failure, Glitched, ImportReport, find_suspicious
from tests.glitches.damage import begin_elsewhere, walk

NOTHING = {
    "added": (),
    "reread": (),
    "there": (),
    "restored": (),
    "left_deleted": (),
    "labelled": 0,
    "failures": (),
    "unmatched_files": (),
    "unmatched_rows": (),
    "suspicious": (),
    "glitched": (),
    "seconds": 1.25,
}


def test_lines_for_people_and_data_for_programs():
    assert ImportReport(**NOTHING).describe() == ["nothing to import in 1.2 s"]
    report = ImportReport(
        **{
            **NOTHING,
            "added": ("a", "b"),
            "there": ("c",),
            "left_deleted": ("walk",),
            "failures": (Failure("x.bvh", "x.bvh line 3: no"),),
            "unmatched_files": tuple("pqrst"),
            "unmatched_rows": ("u",),
        }
    )
    assert report.describe() == [
        "2 imported, 1 there already, 1 left deleted, 1 failed in 1.2 s",
        "1 clip deleted earlier, left so (walk); --restore brings back what was deleted",
        "5 files without a row in the table of labels: p, q, r and 2 more",
        "1 row of the table of labels without a file: u",
    ]
    assert json.loads(json.dumps(report.to_json()))["failures"] == [{"file": "x.bvh", "line": "x.bvh line 3: no"}]


@pytest.mark.parametrize(("fall", "suspects"), [(9.9, []), (39.2, ["subject 141"])])
def test_a_performer_is_judged_by_all_falls_together(library, motion, fall, suspects):
    gravity = {"flights": [[3, 20, fall, 0.03]]}  # one alone is too little to judge by
    details = {"subject": "141", "gravity": gravity}
    ids = library.add_stored([store_clip(library.store, motion, f"jump {number}", **details) for number in range(3)])
    library.add(motion, "stand", subject="2", gravity={"flights": []})
    found = find_suspicious(library, ids)
    assert [suspicion.subject for suspicion in found] == suspects
    for suspicion in found:
        assert set(suspicion.clips) == set(ids)
        assert (suspicion.implied_fps, "the header says 60 Hz, the fall says 30" in suspicion.text) == (30, True)
    assert find_suspicious(library, ids[:1]) == ()


def test_the_remedy_is_a_command_that_works(library, tmp_path):
    walk = sample.make("ada", "walk").motion
    folder = tmp_path / "day one"
    for name in ("a.npz", "b.npz"):
        folder.mkdir(exist_ok=True)
        replace(walk, fps=120.0).save(folder / name)
    report = import_files(library, [folder])
    (suspicion,) = report.suspicious
    assert suspicion.describe() in report.describe()
    assert shlex.split(suspicion.command) == ["motionloom", "import", str(library.folder), str(folder), "--fps", "60"]
    again = import_files(library, [folder], options=ReadOptions(fps=60.0))
    assert (set(again.reread), again.suspicious) == (set(report.added), ())


def test_no_command_where_it_would_reach_others(library, tmp_path):
    walk = sample.make("ada", "walk").motion
    replace(walk, fps=120.0).save(tmp_path / "wrong.npz")
    resample(walk, 120.0).save(tmp_path / "right.npz")
    ids = import_files(library, [tmp_path]).added
    for clip in ids:
        library.apply({"kind": "set_details", "clip": clip, "subject": Path(library.clip(clip).file).stem})
    (suspicion,) = find_suspicious(library, ids)
    assert (suspicion.subject, suspicion.command) == ("subject wrong", "")


@pytest.mark.parametrize(("halved", "suspects"), [(0.5, []), (0.9, ["subject 74"])])
def test_where_nobody_falls_the_steps_decide(library, motion, halved, suspects):
    gravity = {"flights": [], "steps": [40, 0.3, halved]}  # two thirds of a second: one alone is too little to judge by
    ids = library.add_stored([store_clip(library.store, motion, f"walk {n}", subject="74", gravity=gravity) for n in range(3)])
    library.add(motion, "of an older library", subject="74", gravity={"flights": []})
    found = find_suspicious(library, ids)
    assert [suspicion.subject for suspicion in found] == suspects
    for suspicion in found:
        assert set(suspicion.clips) == set(ids)
        assert (suspicion.implied_fps, "the header says 60 Hz, the steps say 30" in suspicion.text) == (30, True)
    assert find_suspicious(library, ids[:1]) == ()


@pytest.mark.parametrize(("right", "wrong"), [("1_0{}", "2_0{}"), ("morning {}", "noon {}")])
def test_a_wrong_rate_is_found_among_others_too(library, tmp_path, right, wrong):
    """By the performers that names tell, and by bodies where they tell none: the others' steps do not outvote it."""
    true = sample.make("boris", "walk").motion.fps
    for number, behaviour in enumerate(("walk", "start", "stop", "run")):
        resample(sample.make("ada", behaviour).motion, 2 * true).save(tmp_path / f"{right.format(number)}.npz")
    for number, behaviour in enumerate(("walk", "stop")):
        replace(sample.make("boris", behaviour).motion, fps=2 * true).save(tmp_path / f"{wrong.format(number)}.npz")
    report = import_files(library, [tmp_path])
    (suspicion,) = report.suspicious
    assert {library.clip(clip).name for clip in suspicion.clips} == {"boris_walk_00", "boris_stop_00"}
    assert suspicion.implied_fps == true


def test_glitches_are_named(library, tmp_path):
    replace(begin_elsewhere(walk())[0], name="spoilt").save(tmp_path / "spoilt.npz")
    walk().save(tmp_path / "fine.npz")
    report = import_files(library, [tmp_path])
    (glitched,) = report.glitched
    assert (glitched.name, glitched.mendable) == ("spoilt", True)
    head, line = report.describe()[1:]
    assert head == "1 clip with problems (1 can be mended, `motionloom mend`):"
    assert line.startswith("  spoilt: 0.00 s: ")
    assert import_files(library, [tmp_path]).glitched == ()  # told once
    many = ImportReport(**{**NOTHING, "glitched": tuple(Glitched(str(n), str(n), ("a", "b"), False) for n in range(20))})
    assert many.describe()[-2:] == ["  11: a, and 1 more", "  and 8 more; `motionloom library check` names them all"]
