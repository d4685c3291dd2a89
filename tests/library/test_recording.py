"""Rows for files: a file is one clip, whoever was faster."""

from motionloom.library import Reading, store_clip
from motionloom.library.label_table import LabelRow, LabelTable
from motionloom.library.recording import find_known, label_by_table, label_known, record_clips


def make_clip(library, motion, **reading):
    given = {"file": "/data/walk.bvh", "file_hash": "ab", **reading}
    return store_clip(library.store, motion, "walk", reading=Reading(**given))


def test_recording_a_file_twice_gives_one_clip(library, motion):
    other = make_clip(library, motion, file="/data/other.bvh", file_hash="cd")
    first = record_clips(library, [make_clip(library, motion), other], "")
    again = record_clips(library, [make_clip(library, motion)], "")
    assert len(first.added) == 2
    assert (again.added, again.reread, [clip.id for clip in again.there]) == ([], [], first.added[:1])
    twice = make_clip(library, motion, file="/data/third.bvh", file_hash="ef")
    assert len(record_clips(library, [twice, twice], "").added) == 1


def test_a_files_content_is_one_clip_wherever_it_lies(library, motion):
    copy = make_clip(library, motion, file="/elsewhere/walk.bvh")
    both = record_clips(library, [make_clip(library, motion), copy], "")
    assert [len(both.added), len(both.there)] == [1, 1]
    assert library.clip(both.added[0]).file == "/data/walk.bvh"
    assert record_clips(library, [copy], "").there[0].id == both.added[0]
    anew = record_clips(library, [make_clip(library, motion, file="/elsewhere/walk.bvh", options={"unit": "cm"})], "")
    assert anew.reread == both.added


def test_other_frames_are_another_clip(library, motion):
    record_clips(library, [make_clip(library, motion)], "")
    longer = record_clips(library, [make_clip(library, motion[:50], options={"keep_rest_frame": True})], "")
    assert len(longer.added) == 1
    assert len(library.clips()) == 2


def test_clips_without_their_frames_count_as_unknown(library, motion):
    clip = make_clip(library, motion)
    record_clips(library, [clip], "")
    assert list(find_known(library, ["/data/walk.bvh", "/data/x.bvh"])) == ["/data/walk.bvh"]
    library.store.path(clip.content).unlink()
    assert find_known(library, ["/data/walk.bvh"]) == {}


def test_labels_from_a_table_leave_what_a_person_said(library, motion):
    record_clips(library, [make_clip(library, motion)], "")
    known = find_known(library, ["/data/walk.bvh"])["/data/walk.bvh"]
    clip = known[0].id
    for command in ({"kind": "add_label"}, {"kind": "remove_label"}):
        library.apply({**command, "clips": [clip], "label": "run", "by": "person"})
    library.apply({"kind": "add_label", "clips": [clip], "label": "jump", "by": "machine"})
    library.apply({"kind": "remove_label", "clips": [clip], "label": "jump"})
    table = LabelTable("labels.csv", {("walk.bvh",): LabelRow("walk.bvh", 2, ("jump", "walk"), subject="16")})
    assert label_known(library, known, table, "left") == 1
    assert (library.clip(clip).labels, library.clip(clip).subject) == (("walk",), "16")
    assert label_known(library, known, table, "left") == 0
    assert library.next_steps("left")[0] == "Labels from labels.csv"


def test_a_table_reaches_the_clips_of_the_library(library, motion, tmp_path):
    uploads = tmp_path / "uploads"
    named = {"file": str(uploads / "12ab" / "walk.bvh"), "file_hash": "1"}, {"file": "/data/016/run.bvh", "file_hash": "2"}
    walk, run = record_clips(library, [make_clip(library, motion, **reading) for reading in named], "").added
    rows = [LabelRow("cmu/016/walk.bvh", 2, ("walk",)), LabelRow("016/run.bvh", 3, ("run",)), LabelRow("016/jump.bvh", 4, ("jump",))]
    table = LabelTable("labels.csv", {tuple(row.path.split("/")): row for row in rows})
    assert label_by_table(library, table, "mine", uploads) == (2, ("016/jump.bvh",))
    assert (library.clip(walk).labels, library.clip(run).labels) == (("walk",), ("run",))
    library.undo("mine")
    assert library.clip(walk).labels == library.clip(run).labels == ()
