"""Judges of what looks human on a library's shelf; the one that comes with Motionloom where none was fitted there."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from motionloom.enrich.looks_human.classifier import DEFAULT, Judge
from motionloom.library import Document, Library
from motionloom.making import shelf
from motionloom.making.shelf import NewEntry, ShelfKind

KIND = "looks_human"
NAME = "Looks human"


def _open(library: Library, document: Document, content: bytes) -> Judge:
    return Judge.from_bytes(content, f"{document.name!r} of {library.folder}")


def _read(library: Library, path: Path) -> NewEntry:
    content = path.read_bytes()
    judge = Judge.from_bytes(content, str(path))
    return NewEntry(content, {"classifier": judge.classifier.name, "labels": judge.labels})


JUDGES = shelf.register(ShelfKind(KIND, "Looks human", ".npz", _open, _read))


def find_judge(library: Library, name: str = DEFAULT) -> Document | None:
    """The judge with that classifier that was fitted here last; None where there is none."""
    found = [each for each in shelf.entries(library, KIND) if each.data.get("classifier") == name]
    return max(found, key=lambda each: each.added, default=None)


def open_judge(library: Library, document: str = "") -> Judge:
    """A judge of the shelf by its id; without one the last that was fitted here, or the one that comes with Motionloom."""
    found = library.document(document) if document else find_judge(library)
    if found is None:
        return shipped_judge()
    opened: Judge = shelf.open_entry(library, found)
    return opened


@lru_cache(maxsize=1)
def shipped_judge() -> Judge:
    """The judge that comes with Motionloom; its `labels` say what it rests on."""
    content = files("motionloom.enrich.looks_human").joinpath("data/looks_human.npz").read_bytes()
    return Judge.from_bytes(content, "the judge that comes with Motionloom")
