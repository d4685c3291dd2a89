"""Ids are never paths, and changes say what they touched."""

import pytest

from motionloom.core.errors import LibraryError
from motionloom.library import Change, check_id, make_id


def test_new_ids_differ_and_pass():
    made = {make_id() for _ in range(1000)}
    assert len(made) == 1000
    assert all(check_id(one) == one for one in made)
    assert check_id("6f1c0b1e-6f0a-4c57-9d3e-1f2a3b4c5d6e")  # a UUID that a browser made


@pytest.mark.parametrize("bad", ["", "..", "../x", "a/b", "a\\b", "a b", "a\n", "é", "x" * 65, "a\x00", None, 7])
def test_what_could_be_a_path_is_no_id(bad):
    with pytest.raises(LibraryError, match=r"clip .* is not an id; expected up to 64 letters"):
        check_id(bad, "clip")


def test_a_change_names_clips_and_documents():
    change = Change(1, "a", "w", "batch", "Two", "do", None, ("clip:x", "document:y"), (), 0.0)
    assert (change.clips, change.documents) == (("x",), ("y",))
