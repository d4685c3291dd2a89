"""The shelf: everything that is built and opened again (tables, machines, scorers, oracles, comparisons, ...), by name.

An entry is a document of the library with bytes and the clips it rests on, so `library check` and `library tidy` know it, and what was
put there on the command line is there in the studio.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motionloom.core.errors import LibraryError, list_names
from motionloom.core.files import check_place, write_file
from motionloom.core.registry import Registry
from motionloom.library import Change, Document, Library
from motionloom.library.commands.documents import SetDocument
from motionloom.library.store import BYTES
from motionloom.making.names import free_name

# Where the kinds of entries register, loaded on first use; packages of others name theirs as entry points of the group.
_ROOMS = (
    "motionloom.making.oracles",
    "motionloom.making.scorers",
    "motionloom.transitions.shelf",
    "motionloom.behaviours.open_machine",
    "motionloom.navigation.scene_shelf",
    "motionloom.demands.shelf",
    "motionloom.edits.layers.shelf",
    "motionloom.edits.characters.shelf",
    "motionloom.edits.propagation.example_set",
    "motionloom.enrich.annotation.teaching",
    "motionloom.enrich.looks_human.shelf",
    "motionloom.enrich.transplants.jobs",
    "motionloom.keyframes.shelf",
)
GROUP = "motionloom.shelf"
KEPT = 8  # entries that are kept open, the ones a person goes back and forth between


@dataclass(frozen=True)
class NewEntry:
    """An entry that is not on the shelf yet: its bytes, plain data about it, and the clips it rests on."""

    content: bytes
    data: Mapping[str, Any]
    clips: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShelfKind:
    """A kind of entry: its name, words for people, the suffix of its files, how its bytes are opened, and how a file becomes one."""

    kind: str
    title: str
    suffix: str
    open: Callable[[Library, Document, bytes], Any]
    read_file: Callable[[Library, Path], NewEntry]


KINDS: Registry[ShelfKind] = Registry("kind of shelf entry", GROUP, _ROOMS, LibraryError)
_open: OrderedDict[tuple[str, str], Any] = OrderedDict()
_lock = threading.RLock()


def register(kind: ShelfKind) -> ShelfKind:
    """Make a kind of entry known."""
    return KINDS.add(kind.kind, kind)


def entries(library: Library, kind: str | None = None) -> list[Document]:
    """What is on the shelf, of one kind or all."""
    there = library.documents(kind)
    return [document for document in there if KINDS.knows(document.kind)]


def find_entry(library: Library, word: str, kind: str | None = None) -> Document:
    """The entry that a person means by an id or a name."""
    there = entries(library, kind)
    found = [each for each in there if each.id == word] or [each for each in there if each.name == word]
    if len(found) == 1:
        return found[0]
    what = KINDS.find(kind).title.lower() if kind else "entry"
    if found:
        raise LibraryError(f"{len(found)} entries are named {word!r}; use an id: {list_names([each.id for each in found])}")
    raise LibraryError(f"there is no {what} {word!r} on the shelf; there are {list_names([each.name for each in there]) or 'none'}")


def put(
    library: Library,
    kind: str,
    name: str,
    entry: NewEntry,
    *,
    document: str | None = None,
    window: str = "",
    title: str = "",
    work: str = "",
) -> str:
    """Put an entry on the shelf under a free name, or a new version in place of `document`; its id comes out. One undo step, or a part of
    that of a work."""
    taken = [each.name for each in library.documents(kind) if each.id != document]
    named = free_name(name, taken)
    words = title or f"Build {KINDS.find(kind).title.lower()} {named}"
    return library.save_document(
        kind, named, entry.data, content=entry.content, clips=entry.clips, document=document, window=window, title=words, work=work
    )


def save(
    library: Library, kind: str, document: str, name: str, entry: NewEntry, *, window: str, title: str, command_id: str | None
) -> Change:
    """Save an entry under an id of the caller's own, new or not: for edits that a window may send twice, which count once."""
    stored = library.store.write(entry.content, BYTES)
    command = SetDocument(document, kind, name, entry.data, stored, entry.clips, title)
    return library.apply(command, window=window, command_id=command_id)


def open_entry(library: Library, document: Document) -> Any:
    """What an entry holds; the last few are kept open, by their content."""
    key = (library.id, document.content)
    with _lock:
        if key not in _open:
            kind = KINDS.find(document.kind)
            _open[key] = kind.open(library, document, library.document_bytes(document.id))
        _open.move_to_end(key)
        while len(_open) > KEPT:
            _open.popitem(last=False)
        return _open[key]


def rename(library: Library, document: Document, name: str, *, window: str = "") -> None:
    """Give an entry another name."""
    command = {"kind": "set_document", "document": document.id, "of_kind": document.kind, "name": name, "data": document.data}
    words = f"Rename {_title(document)} {document.name} to {name}"
    library.apply({**command, "content": document.content, "clips": document.clips, "title": words}, window=window)


def delete(library: Library, document: Document, *, window: str = "") -> None:
    """Take an entry off the shelf; undo brings it back."""
    words = f"Delete {_title(document)} {document.name}"
    library.apply({"kind": "delete_document", "document": document.id, "title": words}, window=window)


def export_entry(library: Library, document: Document, path: Path) -> None:
    """Write an entry's bytes to a file."""
    check_place(path)
    write_file(path, library.document_bytes(document.id))


def import_entry(library: Library, path: Path, kind: str, name: str = "", *, window: str = "") -> str:
    """Put a file on the shelf that `export_entry` or a command wrote; its id comes out."""
    return put(library, kind, name or path.stem, KINDS.find(kind).read_file(library, path), window=window)


def missing_clips(library: Library, documents: Sequence[Document]) -> dict[str, list[str]]:
    """The clips that entries rest on and that are deleted or gone, by the entry's id."""
    there = {clip.id for clip in library.clips()}
    found = {document.id: [clip for clip in document.clips if clip not in there] for document in documents}
    return {document: clips for document, clips in found.items() if clips}


def _title(document: Document) -> str:
    kind = KINDS.all().get(document.kind)
    return kind.title.lower() if kind else document.kind
