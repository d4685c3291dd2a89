"""Sketches on the library's shelf, saved with every change."""

from __future__ import annotations

import json
from pathlib import Path

from motionloom.keyframes.sketch import Sketch, read_sketch, sketch_from_json
from motionloom.library import Change, Document, Library
from motionloom.making import shelf
from motionloom.making.shelf import NewEntry, ShelfKind, register

KIND = "sketch"


def to_entry(sketch: Sketch, clips: tuple[str, ...] = ()) -> NewEntry:
    """A sketch as it goes on the shelf; clips: those it was thinned from or is to be completed with."""
    told = {"frames": sketch.frames, "fps": sketch.fps, "channels": len(sketch.keys), "keys": sum(map(len, sketch.keys.values()))}
    return NewEntry(json.dumps(sketch.to_json(), sort_keys=True).encode(), told, clips)


def put_sketch(library: Library, sketch: Sketch, *, document: str | None = None, clips: tuple[str, ...] = (), window: str = "") -> str:
    """Put a sketch on the shelf; its id comes out. One undo step."""
    return shelf.put(library, KIND, sketch.name, to_entry(sketch, clips), document=document, window=window)


def save_sketch(
    library: Library, document: str, sketch: Sketch, *, clips: tuple[str, ...] = (), window: str = "", title: str = "", command_id: str = ""
) -> Change:
    """Save a sketch under an id, new or not, as one step that can be undone."""
    words = title or f"Edit the sketch {sketch.name}"
    return shelf.save(
        library, KIND, document, sketch.name, to_entry(sketch, clips), window=window, title=words, command_id=command_id or None
    )


def find_sketch(library: Library, word: str) -> tuple[Document, Sketch]:
    """The shelf entry that a person means by a name or an id, and its sketch."""
    document = shelf.find_entry(library, word, KIND)
    sketch: Sketch = shelf.open_entry(library, document)
    return document, sketch


def _open(library: Library, document: Document, content: bytes) -> Sketch:
    return sketch_from_json(json.loads(content))


def _read_file(library: Library, path: Path) -> NewEntry:
    return to_entry(read_sketch(path))


SKETCHES = register(ShelfKind(KIND, "Sketch", ".json", _open, _read_file))
