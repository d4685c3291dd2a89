"""The shelf: by name, with bytes and the clips it rests on; every edit can be undone."""

import pytest

from motionloom.core.errors import LibraryError
from motionloom.feet.oracle import default_oracle
from motionloom.feet.teaching import KIND
from motionloom.making import shelf
from motionloom.making.shelf import NewEntry


@pytest.fixture
def entry(library, take):
    content = default_oracle().to_bytes()
    return shelf.put(library, KIND, "mine", NewEntry(content, {"version": "1"}, (take("walk").id,)), window="w1")


def test_put_open_and_find(library, take, entry):
    document = shelf.find_entry(library, "mine")
    assert (document.id, document.clips) == (entry, (take("walk").id,))
    assert shelf.open_entry(library, document).version == default_oracle().version
    assert shelf.open_entry(library, document) is shelf.open_entry(library, document)
    assert shelf.entries(library) == shelf.entries(library, KIND) == [document]
    assert library.next_steps("w1")[0] == "Build foot-plant oracle mine"


def test_names_are_free_and_versions_stay_in_place(library, entry):
    second = shelf.put(library, KIND, "mine", NewEntry(b"2", {}))
    assert library.document(second).name == "mine 2"
    assert shelf.put(library, KIND, "mine", NewEntry(b"3", {}), document=entry) == entry
    assert (library.document(entry).name, library.document(entry).version) == ("mine", 2)


def test_rename_and_delete_are_undone(library, take, entry):
    shelf.rename(library, library.document(entry), "yours", window="w1")
    renamed = shelf.find_entry(library, "yours")
    assert (renamed.id, renamed.clips, dict(renamed.data)) == (entry, (take("walk").id,), {"version": "1"})
    library.undo("w1")
    shelf.delete(library, shelf.find_entry(library, "mine"), window="w1")
    with pytest.raises(LibraryError, match="there is no entry 'mine' on the shelf; there are none"):
        shelf.find_entry(library, "mine")
    library.undo("w1")
    assert shelf.find_entry(library, "mine").clips == (take("walk").id,)


def test_out_and_in_again(library, entry, tmp_path):
    shelf.export_entry(library, library.document(entry), tmp_path / "mine.npz")
    again = shelf.import_entry(library, tmp_path / "mine.npz", KIND, "again")
    assert library.document_bytes(again) == library.document_bytes(entry)


def test_clips_that_are_gone_are_named(library, take, entry):
    document, walk = library.document(entry), take("walk").id
    assert shelf.missing_clips(library, [document]) == {}
    library.apply({"kind": "delete_clips", "clips": [walk]})
    assert shelf.missing_clips(library, [document]) == {entry: [walk]}


def test_two_of_one_name_ask_for_an_id(library, entry):
    other = shelf.put(library, KIND, "other", NewEntry(b"2", {}))
    shelf.rename(library, library.document(other), "mine")
    with pytest.raises(LibraryError, match="2 entries are named 'mine'; use an id"):
        shelf.find_entry(library, "mine")
