"""Every edit is saved at once, applied once, and taken back by the window that made it, whatever others do meanwhile."""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from motionloom.core.errors import LibraryError
from motionloom.library import FEET, Library, history, store_clip
from motionloom.library.additions import insert_clips
from motionloom.library.edit import Edit
from motionloom.library.records import make_id
from tests.conftest import make_motion, make_skeleton
from tests.library.conftest import read_state

FRAMES = 40
texts = st.sampled_from(["walk", "run", "turn left", "ü ☃"])
authors = st.sampled_from(["person", "machine", "file"])
spans = st.tuples(st.integers(0, FRAMES - 1), st.integers(1, FRAMES)).map(lambda pair: (min(pair[0], pair[1] - 1), pair[1]))


@st.composite
def commands(draw, clips, annotations):
    """A command that may or may not fit the library as it is."""
    clip, annotation, other = draw(st.sampled_from(clips)), draw(st.sampled_from(annotations)), draw(st.sampled_from(annotations))
    start, stop = draw(spans)
    some = draw(st.lists(st.sampled_from(clips), min_size=1, max_size=2))
    of_clips = {"clips": some}
    span = {"clip": clip, "start": start, "stop": stop}
    return draw(
        st.sampled_from(
            [
                {"kind": "rename_clip", "clip": clip, "name": draw(texts)},
                {"kind": "set_note", "clip": clip, "text": draw(texts)},
                {"kind": "set_details", "clip": clip, "subject": draw(texts)},
                {"kind": "set_rate", **of_clips, "fps": draw(st.sampled_from([30.0, 60, 120]))},
                {"kind": "delete_clips", **of_clips},
                {"kind": "restore_clips", **of_clips},
                {"kind": "add_label", **of_clips, "label": draw(texts), "by": draw(authors)},
                {"kind": "remove_label", **of_clips, "label": draw(texts), "by": draw(authors)},
                {"kind": "set_label", **of_clips, "label": draw(texts)},
                {"kind": "add_annotation", **span, "name": draw(texts), "annotation": annotation, "by": draw(authors)},
                {"kind": "change_annotation", **span, "annotation": annotation},
                {"kind": "change_annotation", "clip": clip, "annotation": annotation, "name": draw(texts)},
                {"kind": "split_annotation", "clip": clip, "annotation": annotation, "at": start, "other": other},
                {"kind": "remove_annotation", "clip": clip, "annotation": annotation},
                {"kind": "replace_annotations", "clip": clip, "track": "gait", "spans": [["step", start, stop, 0.5]]},
                {"kind": "set_plants", **span, "foot": draw(st.sampled_from(FEET)), "planted": draw(st.booleans()), "by": draw(authors)},
                {"kind": "confirm_plants", **span},
                {"kind": "release_plants", **span},
                {"kind": "judge", "clip": clip, "natural": draw(st.sampled_from([True, False, None]))},
                {"kind": "set_document", "document": annotation, "of_kind": "machine", "name": draw(texts), "data": {"states": start}},
                {"kind": "delete_document", "document": annotation},
            ]
        )
    )


@st.composite
def edits(draw, windows):
    """Edits, batches, undos and redos by several windows."""
    names = ["a" * 12, "b" * 12, "c" * 12]
    one = commands(["CLIP0", "CLIP1"], names)
    batch = st.lists(one, min_size=1, max_size=3).map(lambda inner: {"kind": "batch", "commands": inner})
    step = st.one_of(one, one, one, batch, st.just("undo"), st.just("redo"))
    return draw(st.lists(st.tuples(st.sampled_from(windows), step), max_size=14))


def perform(library, clips, window, step):
    """Do one step; a command that does not fit is refused, and that must leave no trace."""
    if isinstance(step, str):
        return getattr(library, step)(window)
    before = read_state(library), library.seq()
    try:
        return library.apply(_with_ids(step, clips), window=window)
    except LibraryError:
        assert (read_state(library), library.seq()) == before
        return None


def _with_ids(value, clips):
    if isinstance(value, dict):
        return {name: _with_ids(part, clips) for name, part in value.items()}
    if isinstance(value, list):
        return [_with_ids(part, clips) for part in value]
    return clips[int(value[4:])] if isinstance(value, str) and value.startswith("CLIP") else value


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """A library with two clips, copied for every example; and their ids."""
    folder = tmp_path_factory.mktemp("history") / "library"
    with Library.create(folder) as library:
        motion = make_motion(make_skeleton(), frames=FRAMES)
        first = library.add(motion, "one", labels=["walk"], plants=np.ones((FRAMES, 4), bool))
        return folder, [first, library.add(motion, "two")]


def copy(folder, target):
    """A fresh copy of a small library; SQLite's backup is quicker than making a new one."""
    import shutil

    shutil.copytree(folder, target, dirs_exist_ok=True)
    return Library.open(target)


relaxed = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@relaxed
@given(steps=edits(["left"]))
def test_undoing_everything_gives_the_first_state_and_redoing_the_last(original, steps):
    folder, clips = original
    with tempfile.TemporaryDirectory() as place, copy(folder, Path(place) / "library") as library:
        first = read_state(library)
        for window, step in steps:
            perform(library, clips, window, step)
        while library.redo("left"):  # to the top of the stack
            pass
        last, undone = read_state(library), 0
        while library.undo("left"):
            undone += 1
        assert read_state(library) == first
        redone = [library.redo("left") for _ in range(undone)]
        assert None not in redone
        assert library.redo("left") is None
        assert read_state(library) == last


@relaxed
@given(steps=edits(["left", "right"]))
def test_two_windows_never_block_or_break_each_other(original, steps):
    folder, clips = original
    with tempfile.TemporaryDirectory() as place, copy(folder, Path(place) / "library") as library:
        start = library.seq()
        changes = [change for change in (perform(library, clips, window, step) for window, step in steps) if change is not None]
        while library.undo("left") or library.undo("right"):
            pass
        assert library.next_steps("left")[0] is library.next_steps("right")[0] is None
        seen = library.changes_since(start)
        assert [change.seq for change in seen] == list(range(start + 1, start + 1 + len(seen)))
        assert [change.id for change in seen[: len(changes)]] == [change.id for change in changes]
        assert library.database.read("PRAGMA foreign_key_check") == []
        from motionloom.library import check_library

        assert check_library(library).problems == ()


def rename(clip, name):
    return {"kind": "rename_clip", "clip": clip, "name": name}


def test_a_command_asked_twice_is_applied_once(library, walk):
    label = {"kind": "add_label", "clips": [walk], "label": "slow"}
    first = library.apply(label, window="left", command_id="ask-1")
    library.apply({**label, "label": "calm"}, window="left")
    again = library.apply(label, window="left", command_id="ask-1")
    assert (first.applied, again.applied, again.seq, again.touched) == (True, False, first.seq, first.touched)
    undone = library.undo("left", command_id="ask-2")
    assert library.undo("left", command_id="ask-2").seq == undone.seq
    assert library.clip(walk).labels == ("slow", "walk")
    for ask in (lambda: library.apply(rename(walk, "x"), command_id="ask-1"), lambda: library.undo("left", command_id="ask-1")):
        with pytest.raises(LibraryError, match="id ask-1 was used for another command"):
            ask()


def test_undo_belongs_to_a_window_and_survives_a_restart(library, walk):
    library.apply(rename(walk, "stroll"), window="left")
    library.apply({"kind": "set_note", "clip": walk, "text": "nice"}, window="right")
    library.close()
    with Library.open(library.folder) as reopened:
        assert reopened.next_steps("left") == ("Rename walk to stroll", None)
        undone = reopened.undo("left")
        assert (undone.role, undone.kept, reopened.clip(walk).name, reopened.clip(walk).note) == ("undo", (), "walk", "nice")
        assert reopened.next_steps("left") == (None, "Rename walk to stroll")
        assert reopened.undo("left") is None
        assert reopened.redo("left").target == undone.target
        assert reopened.clip(walk).name == "stroll"


def test_what_another_window_changed_since_stays(library, walk):
    library.apply({"kind": "set_details", "clip": walk, "subject": "16", "source": "CMU"}, window="left")
    library.apply({"kind": "set_details", "clip": walk, "subject": "17"}, window="right")
    undone = library.undo("left")
    assert undone.kept == (f"clip:{walk}",)
    assert (library.clip(walk).subject, library.clip(walk).source) == ("17", "")
    redone = library.redo("left")
    assert redone.kept == ()
    assert (library.clip(walk).subject, library.clip(walk).source) == ("17", "CMU")


def test_a_span_is_one_thing_to_undo(library, walk):
    (span,) = library.annotations(walk)
    change = {"kind": "change_annotation", "clip": walk, "annotation": span.id}
    library.apply({**change, "start": 10, "stop": 25}, window="left")
    library.apply({**change, "stop": 50}, window="right")
    assert library.undo("left").kept == (f"clip:{walk}",)
    assert [(s.start, s.stop) for s in library.annotations(walk)] == [(10, 50)]  # not 5 to 50: half of two people's spans


def test_a_new_edit_spends_what_had_been_undone(library, walk):
    library.apply(rename(walk, "one"), window="left")
    library.undo("left")
    library.apply(rename(walk, "two"), window="left")
    assert library.redo("left") is None
    assert library.clip(walk).name == "two"


def test_an_edit_that_changes_nothing_leaves_nothing_to_undo(library, walk):
    library.apply(rename(walk, "stroll"), window="left")
    library.undo("left")
    change = library.apply({"kind": "add_label", "clips": [walk], "label": "walk", "by": "machine"}, window="left")
    assert change.touched == ()
    assert library.next_steps("left") == (None, "Rename walk to stroll")


def test_undoing_an_addition_deletes_the_clip_and_redoing_brings_back_all(library, motion):
    clip = library.add(motion, "walk", labels=["walk"], window="left")
    library.undo("left")
    assert library.clips() == []
    library.redo("left")
    assert library.clip(clip).labels == ("walk",)


def test_a_batch_is_all_or_none(library, walk):
    before = read_state(library)
    with pytest.raises(LibraryError, match="no clip nobody"):
        library.apply({"kind": "batch", "title": "Two", "commands": [rename(walk, "stroll"), rename("nobody", "x")]})
    assert read_state(library) == before


WRITER = """
import sys
from motionloom.library import Library
folder, clip, window = sys.argv[1:]
with Library.open(folder) as library:
    print("ready", flush=True)
    for number in range(1000):
        change = library.apply({"kind": "set_note", "clip": clip, "text": f"{window} {number}"}, window=window)
        print(change.seq, flush=True)
"""


def test_killing_two_writers_loses_nothing_that_was_confirmed(library, walk, run):
    writers = {
        clip: subprocess.Popen(
            [sys.executable, "-c", WRITER, str(library.folder), clip, window], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for clip, window in ((walk, "left"), (run, "right"))
    }
    confirmed = {}
    for writer in writers.values():
        assert writer.stdout.readline() == "ready\n"
    for clip, writer in writers.items():
        confirmed[clip] = [int(writer.stdout.readline()) for _ in range(25)]
    for clip, writer in writers.items():
        writer.kill()
        confirmed[clip] += [int(line) for line in writer.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        writer.stderr.close()
        writer.stdout.close()
        writer.wait()
    seqs = {change.seq: change.clips for change in library.changes_since(0)}
    for clip, seen in confirmed.items():
        assert all(seqs[seq] == (clip,) for seq in seen)
        assert int(library.clip(clip).note.split()[1]) >= len(seen) - 1
    assert library.database.read("PRAGMA integrity_check")[0][0] == "ok"


def test_work_in_parts_is_undone_at_once_and_after_what_was_done_meanwhile(library, walk, motion):
    def add_part(name):
        with library.database.transaction() as connection:
            edit = Edit(connection)
            insert_clips(edit, [store_clip(library.store, motion, name)])
            history.record(connection, edit, identity=make_id(), window="a", kind="import", title="Import", command=history.part_of("work"))

    def names():
        return sorted(clip.name for clip in library.clips())

    add_part("one")
    library.apply({"kind": "set_note", "clip": walk, "text": "meanwhile"}, window="a")
    add_part("two")
    add_part("three")
    library.undo("a")
    assert (library.clip(walk).note, names()) == ("", ["one", "three", "two", "walk"])
    add_part("four")
    assert library.next_steps("a")[1] is not None  # what the person undid can be done again
    library.undo("a")
    assert (names(), library.next_steps("a")[0]) == (["walk"], None)
    for _ in range(2):
        library.redo("a")
        assert names() == ["four", "one", "three", "two", "walk"]
        library.undo("a")
        assert names() == ["walk"]
    add_part("five")  # it went on after it was undone
    library.undo("a")
    assert names() == ["walk"]
