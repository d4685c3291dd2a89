"""Foot-plant oracles on the shelf: what the corrections of a library taught."""

from __future__ import annotations

from pathlib import Path

from motionloom.feet.oracle import Oracle
from motionloom.feet.teaching import KIND
from motionloom.library import Document, Library
from motionloom.making.shelf import NewEntry, ShelfKind, register


def _open(library: Library, document: Document, content: bytes) -> Oracle:
    return Oracle.from_bytes(content, f"the oracle of {library.folder}")


def _read(library: Library, path: Path) -> NewEntry:
    oracle = Oracle.load(path)
    data = {"version": oracle.version, "frames": 0, "clips": 0, "from_scratch": True}
    return NewEntry(oracle.to_bytes(), data)


ORACLES = register(ShelfKind(KIND, "Foot-plant oracle", ".npz", _open, _read))
