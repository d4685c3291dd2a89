"""Tables and comparisons that an earlier Motionloom left as files go onto the shelf; nothing is lost."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest

from motionloom.core.array_files import read_arrays
from motionloom.core.errors import FileError
from motionloom.library import Library
from motionloom.making import shelf
from motionloom.transitions.comparison import choose_pairs, compare_with_graph
from motionloom.transitions.earlier_tables import take_over
from motionloom.transitions.shelf import COMPARISON, TABLE, find_comparison, find_table, list_tables, use_table


def write_earlier(library: Library, name: str = "ada-500ms-4") -> Path:
    """The library's table as the first version wrote it, in the library's folder, with its comparison; the shelf is empty then."""
    document = find_table(library, "small")
    table, _ = use_table(library, document)
    arrays = read_arrays(library.document_bytes(document.id), "a table")
    about = json.loads(arrays["about"].tobytes())
    for word in ("contents", "plants_sources"):
        del about[word]
    about |= {"version": 1, "fingerprint": table.stock.fingerprint, "tried": 7, "width": 32}
    del arrays["plants"], arrays["filters"]
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    content = io.BytesIO()
    np.savez_compressed(content, **arrays)
    for folder in ("transitions", "comparisons"):
        (library.folder / folder).mkdir()
    path = library.folder / "transitions" / f"{name}.npz"
    path.write_bytes(content.getvalue())
    found = compare_with_graph(table, choose_pairs(table, 10))
    (library.folder / "comparisons" / f"{name}.npz").write_bytes(found.to_bytes())
    shelf.delete(library, document)
    return path


def test_they_are_taken_over_when_first_listed(library: Library) -> None:
    before, natural = use_table(library, find_table(library, "small"))
    write_earlier(library)
    (document,) = list_tables(library)
    assert document.name == "ada-500ms-4"
    opened, line = use_table(library, document)
    assert np.array_equal(opened.stock.plants, before.stock.plants)
    assert np.array_equal(opened.scores, before.scores)
    assert line == pytest.approx(natural)
    compared = find_comparison(library, document)
    assert compared is not None
    assert compared.data["pairs"] == 10
    assert not (library.folder / "transitions").exists()
    assert not (library.folder / "comparisons").exists()
    assert list_tables(library) == [document]


def test_taken_over_it_survives_corrections(library: Library) -> None:
    write_earlier(library)
    (document,) = list_tables(library)
    library.write_plants(library.find("walk 0"), np.ones((40, 4), bool), start=20, by="person")
    shelf._open.clear()
    assert len(use_table(library, document)[0].stock) > 0


def test_one_whose_plants_changed_before_is_kept_as_it_is(library: Library) -> None:
    path = write_earlier(library)
    content = path.read_bytes()
    library.write_plants(library.find("walk 0"), np.ones((40, 4), bool), start=20, by="person")
    (document,) = list_tables(library)
    assert library.document_bytes(document.id) == content
    with pytest.raises(FileError, match="made from other clips or plants than the library holds now; build the table again"):
        use_table(library, document)


def test_what_is_no_table_stays_where_it_is(library: Library) -> None:
    folder = library.folder / "transitions"
    folder.mkdir()
    (folder / "notes.npz").write_bytes(b"of another kind")
    (folder / "half.search.npz").write_bytes(b"a search that was killed")
    assert take_over(library) == []
    assert len(list(folder.iterdir())) == 2


def test_a_kill_between_entry_and_file_puts_nothing_there_twice(library: Library) -> None:
    path = write_earlier(library)
    content = path.read_bytes()
    list_tables(library)
    path.parent.mkdir()
    path.write_bytes(content)  # as if the file had not been removed any more
    list_tables(library)
    assert len(shelf.entries(library, TABLE)) == len(shelf.entries(library, COMPARISON)) == 1
    assert not path.exists()
