"""What the change feed tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from motionloom.core import Motion
from motionloom.studio import feed
from motionloom.studio.feed import changes_after, with_history
from motionloom.studio.safety import Policy
from motionloom.studio.session import OpenLibrary, Studio


@pytest.fixture
def current(folder: Path) -> OpenLibrary:
    studio = Studio(folder, Policy())
    yield studio.require()  # type: ignore[misc]
    studio.close()


def test_nothing_new_is_nothing(current: OpenLibrary) -> None:
    assert changes_after(current, current.library.seq()) is None


def test_a_clip_edited_often_is_told_once_with_its_last_state(current: OpenLibrary) -> None:
    seq, clip = current.library.seq(), current.library.clips()[0].id
    for text in ("one", "two", "three"):
        current.library.apply({"kind": "set_note", "clip": clip, "text": text}, window="w1")
    message = changes_after(current, seq)
    assert message is not None
    assert [change.seq for change in message.changes] == [seq + 1, seq + 2, seq + 3]
    assert [(state.id, state.note, state.seq) for state in message.clips] == [(clip, "three", seq + 3)]
    assert with_history(message, current, "w1").history.undo is not None
    assert with_history(message, current, "w2").history.undo is None


def test_a_deleted_clip_is_told_as_gone(current: OpenLibrary) -> None:
    seq, clip = current.library.seq(), current.library.clips()[0].id
    current.library.apply({"kind": "delete_clips", "clips": [clip]})
    message = changes_after(current, seq)
    assert message is not None
    assert message.clips[0].row is None


def test_too_many_changes_are_a_reload(current: OpenLibrary, motion: Motion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "MAX_CHANGES", 5)
    seq, clip = current.library.seq(), current.library.clips()[0].id
    for number in range(9):
        current.library.apply({"kind": "set_note", "clip": clip, "text": str(number)})
    message = changes_after(current, seq)
    assert message is not None
    assert message.reload
    assert message.seq == seq + 9
