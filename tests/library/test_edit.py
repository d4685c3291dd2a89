"""Rows change in one way only, and each change knows how to take itself back."""

import json

import pytest

from motionloom.core.errors import LibraryError
from motionloom.library.edit import Edit


@pytest.fixture
def edit(library, walk):
    with library.database.transaction() as connection:
        yield Edit(connection)


def through_json(edit):
    return json.loads(json.dumps(edit.deltas))


def test_only_what_differs_is_noted(edit, walk):
    row = edit.clip(walk)
    edit.update("clips", row, name=row["name"], note="")
    assert edit.deltas == []
    edit.update("clips", row, name="stroll", note="")
    assert [(delta["before"], delta["after"]) for delta in edit.deltas] == [({"name": "walk"}, {"name": "stroll"})]
    assert edit.touched == (f"clip:{walk}",)


def test_taking_back_returns_rows_fields_and_bytes(edit, walk):
    before = {table: edit.find(table, *key) for table, key in (("clips", [walk]), ("labels", [walk, "walk"]))}
    edit.update("clips", edit.clip(walk), name="stroll")
    edit.update("clips", edit.clip(walk), name="march", fps=30.0)
    edit.delete("labels", before["labels"])
    edit.insert("plants", {"clip": walk, "frames": bytes(60), "by": "machine", "source": "", "confidence": b"\x01\xff"})
    edit.paint(walk, 10, bytes(5), b"\x11" * 5)
    back = Edit(edit.connection)
    back.take_back(through_json(edit))
    assert back.kept == ()
    assert edit.find("clips", walk) == before["clips"]
    assert edit.find("labels", walk, "walk") == before["labels"]
    assert edit.find("plants", walk) is None
    again = Edit(edit.connection)
    again.take_back(through_json(back))
    assert (edit.find("clips", walk)["name"], edit.find("plants", walk)["frames"]) == ("march", bytes(10) + b"\x11" * 5 + bytes(45))
    assert edit.find("plants", walk)["confidence"] == b"\x01\xff"


def test_rows_that_are_gone_or_came_back_are_kept_as_they_are(edit, walk):
    label = edit.find("labels", walk, "walk")
    edit.delete("labels", label)
    deltas = through_json(edit)
    edit.insert("labels", {**label, "by": "machine"})
    back = Edit(edit.connection)
    back.take_back(deltas)
    assert back.kept == (f"clip:{walk}",)
    assert edit.find("labels", walk, "walk")["by"] == "machine"
    back.delete("labels", edit.find("labels", walk, "walk"))
    gone = Edit(edit.connection)
    gone.take_back([{"table": "labels", "key": [walk, "walk"], "about": walk, "before": {"by": "file"}, "after": {"by": "machine"}}])
    assert gone.kept == (f"clip:{walk}",)
    assert gone.deltas == []


def test_clips_that_cannot_be_edited_say_why(edit, walk):
    with pytest.raises(LibraryError, match="no clip nobody"):
        edit.clip("nobody")
    edit.update("clips", edit.clip(walk), deleted=1.0)
    with pytest.raises(LibraryError, match="has been deleted; restore it first"):
        edit.clip(walk)
