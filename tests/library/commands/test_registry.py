"""Plain data becomes a command only where every field is known and of its type."""

import json
from dataclasses import fields

import pytest
from hypothesis import given, strategies as st

from motionloom.core.errors import LibraryError
from motionloom.library import kinds, parse
from motionloom.library.commands import to_data
from motionloom.library.commands.clips import RenameClip
from motionloom.library.commands.registry import check_text


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ({}, "no command of kind 'None'; there are add_annotation, add_label, batch"),
        ({"kind": "drop_table"}, "no command of kind 'drop_table'"),
        ({"kind": ["rename_clip"]}, "no command of kind"),
        ({"kind": "rename_clip", "clip": "a"}, "command rename_clip needs name too"),
        ({"kind": "rename_clip", "clip": "a", "name": "b", "force": True}, "has no field force; it takes clip, name"),
        ({"kind": "rename_clip", "clip": "a", "name": 5}, "rename_clip.name must be text, found '5'"),
        ({"kind": "rename_clip", "clip": None, "name": "b"}, "rename_clip.clip must be text"),
        ({"kind": "delete_clips", "clips": "abc"}, "delete_clips.clips must be a list, found 'abc'"),
        ({"kind": "delete_clips", "clips": ["a", 1]}, r"delete_clips.clips\[1\] must be text"),
        ({"kind": "set_rate", "clips": ["a"], "fps": float("inf")}, "set_rate.fps must be a finite number"),
        ({"kind": "set_rate", "clips": ["a"], "fps": "60"}, "set_rate.fps must be a number"),
        ({"kind": "judge", "clip": "a", "natural": 1}, "judge.natural must be true or false"),
        ({"kind": "add_annotation", "clip": "a", "name": "b", "start": True, "stop": 3}, "add_annotation.start must be a whole number"),
        ({"kind": "add_annotation", "clip": "a", "name": "b", "start": 1.0, "stop": 3}, "add_annotation.start must be a whole number"),
        ({"kind": "set_plants", "clip": "a", "foot": "nose", "start": 0, "stop": 1, "planted": True}, "must be one of left_heel, left_toe"),
        ({"kind": "set_document", "document": "a", "of_kind": "b", "name": "c", "data": [1]}, "set_document.data must be an object"),
        ("rename_clip", "a command is an object with a kind, found str"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_line(data, line):
    with pytest.raises(LibraryError, match=line):
        parse(data)


def test_lists_as_long_as_an_attack_are_refused():
    with pytest.raises(LibraryError, match="at most 100000 at once"):
        parse({"kind": "delete_clips", "clips": ["a"] * 100_001})


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_any_nonsense_gives_a_command_or_a_clear_error(nonsense):
    for kind, command in kinds().items():
        assert outcome({"kind": kind, **{field.name: nonsense for field in fields(command)}}) in (kind, "a clear error")


def outcome(data):
    try:
        return parse(data).kind
    except LibraryError as error:
        return "a clear error" if "\n" not in str(error) else str(error)


def test_commands_become_data_and_data_commands():
    command = RenameClip("abc", "walk")
    data = to_data(command)
    assert data == {"kind": "rename_clip", "clip": "abc", "name": "walk"}
    assert parse(json.loads(json.dumps(data))) == parse(command) == command


def test_names_are_one_line_of_text():
    assert check_text("  walk \n slowly ", "a name") == "walk slowly"
    for bad in ("", " \n ", "x" * 201, "a\x00b", "\ud800"):
        with pytest.raises(LibraryError, match="a name must have 1 to 200 letters"):
            check_text(bad, "a name")
