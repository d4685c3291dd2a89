"""Documents: versions count up, kinds do not change, only plain data is kept."""

import pytest

from motionloom.core.errors import LibraryError


def save(library, data, kind="machine", name="walker"):
    return library.apply({"kind": "set_document", "document": "doc-1", "of_kind": kind, "name": name, "data": data})


def test_versions_count_up_only_when_something_changes(library):
    change = save(library, {"states": 3})
    assert change.documents == ("doc-1",)
    assert change.title == "Save machine walker"
    assert save(library, {"states": 3}).touched == ()
    save(library, {"states": 4})
    assert (library.document("doc-1").version, library.document("doc-1").data) == (2, {"states": 4})
    library.undo()
    assert (library.document("doc-1").version, library.document("doc-1").data) == (1, {"states": 3})


def test_deleting_and_undoing(library):
    save(library, {})
    assert library.apply({"kind": "delete_document", "document": "doc-1"}).title == "Delete machine walker"
    assert library.documents() == []
    with pytest.raises(LibraryError, match="no document doc-1"):
        library.apply({"kind": "delete_document", "document": "doc-1"})
    library.undo()
    assert [document.name for document in library.documents("machine")] == ["walker"]


def test_a_kind_does_not_change(library):
    save(library, {})
    with pytest.raises(LibraryError, match="document doc-1 is a machine, not a oracle"):
        save(library, {}, kind="oracle")


@pytest.mark.parametrize("data", [{"x": object()}, {"x": float("nan")}, {"x": b"bytes"}])
def test_only_plain_data_is_kept(library, data):
    with pytest.raises(LibraryError, match="is not plain JSON data"):
        save(library, data)
    assert library.documents() == []
