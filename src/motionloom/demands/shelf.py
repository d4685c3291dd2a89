"""Demands on the library's shelf: the studio paints them, `motionloom shelf export` writes them as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from motionloom.demands.demand import Demand
from motionloom.demands.demand_file import SUFFIX, format_demand, from_json, parse_demand, read_demand, to_json
from motionloom.library import Document, Library
from motionloom.making.shelf import NewEntry, ShelfKind, register

KIND = "demand"


def to_entry(demand: Demand) -> NewEntry:
    """A demand as it goes on the shelf: the text that people read. It rests on no clips."""
    return NewEntry(format_demand(demand).encode(), {"seconds": demand.seconds, "words": len(demand.words)})


def data_of(library: Library, document: Document) -> dict[str, Any]:
    """The plain data of a demand on the shelf."""
    return to_json(_open(library, document, library.document_bytes(document.id)))


def _read_file(library: Library, path: Path) -> NewEntry:
    if path.suffix.lower() == ".json":
        return to_entry(from_json(json.loads(path.read_text(encoding="utf-8"))))
    return to_entry(read_demand(path))


def _open(library: Library, document: Document, content: bytes) -> Demand:
    return parse_demand(content.decode(), f"demand {document.name!r}", document.name)


DEMANDS = register(ShelfKind(KIND, "Demand", SUFFIX, _open, _read_file))
