"""A batch is one edit."""

import pytest

from motionloom.core.errors import LibraryError


def test_a_batch_is_done_and_undone_as_one(library, walk, run):
    commands = [{"kind": "rename_clip", "clip": clip, "name": f"{clip} renamed"} for clip in (walk, run)]
    change = library.apply({"kind": "batch", "title": "Rename both", "commands": commands}, window="left")
    assert (change.title, set(change.clips)) == ("Rename both", {walk, run})
    library.undo("left")
    assert {clip.name for clip in library.clips()} == {"walk", "run"}
    assert library.next_steps("left") == (None, "Rename both")


def test_later_commands_see_what_earlier_ones_did(library, walk):
    add = {"kind": "add_annotation", "clip": walk, "annotation": "new", "name": "turn", "start": 30, "stop": 50}
    split = {"kind": "split_annotation", "clip": walk, "annotation": "new", "at": 40, "other": "newer"}
    assert library.apply({"kind": "batch", "commands": [add, split]}).title == "2 edits"
    assert [span.id for span in library.annotations(walk, name="turn")] == ["new", "newer"]
    library.undo()
    assert [span.name for span in library.annotations(walk)] == ["step"]


@pytest.mark.parametrize(
    ("commands", "line"),
    [([], "needs at least one command"), ([{"kind": "batch", "commands": []}], "cannot hold another batch"), ([7], "must be an object")],
)
def test_a_batch_holds_commands(library, commands, line):
    with pytest.raises(LibraryError, match=line):
        library.apply({"kind": "batch", "commands": commands})
