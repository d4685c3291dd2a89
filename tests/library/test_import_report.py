"""A report says in lines what happened, and judges rates by all of a performer's falls."""

import json

import pytest

from motionloom.library import store_clip
from motionloom.library.import_report import Failure, ImportReport, find_suspicious

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
        "x.bvh line 3: no",
        "1 clips had been deleted and stay so (walk); --restore brings them back",
        "5 files have no row in the table of labels: p, q, r, ...",
        "1 rows of the table of labels fit no file: u",
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
