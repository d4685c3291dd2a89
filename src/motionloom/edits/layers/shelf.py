"""Layer stacks on the library's shelf: one of a clip at most, saved with every change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from motionloom.core.errors import LibraryError
from motionloom.core.files import read_json
from motionloom.edits.layers.layer import LayerStack, stack_from_json
from motionloom.library import Change, Document, Library
from motionloom.library.store import BYTES
from motionloom.making import shelf
from motionloom.making.shelf import NewEntry, ShelfKind, register

KIND = "edit_layers"


def to_entry(stack: LayerStack, clips: tuple[str, ...] = ()) -> NewEntry:
    """A stack as it goes on the shelf, and the clip that it edits."""
    told: dict[str, Any] = {"layers": [layer.name for layer in stack.layers], "feet": stack.feet}
    return NewEntry(json.dumps(stack.to_json(), sort_keys=True).encode(), told, clips)


def find_stack(library: Library, clip: str) -> LayerStack:
    """The layers of a clip; none where nobody has edited it."""
    try:
        document = library.document(document_of(clip))
    except LibraryError:
        return LayerStack()
    stack: LayerStack = shelf.open_entry(library, document)
    return stack


def save_stack(library: Library, clip: str, stack: LayerStack, *, window: str = "", title: str = "", command_id: str = "") -> Change:
    """Save the layers of a clip, as one step that can be undone."""
    record = library.clip(clip)
    words = title or f"Edit the layers of {record.name}"
    entry = to_entry(stack, (clip,))
    return shelf.save(library, KIND, document_of(clip), record.name, entry, window=window, title=words, command_id=command_id or None)


def save_command(library: Library, clip: str, stack: LayerStack) -> dict[str, Any]:
    """The command that saves the layers of a clip, for whoever saves those of several as one step."""
    entry = to_entry(stack, (clip,))
    stored = library.store.write(entry.content, BYTES)
    named = {"document": document_of(clip), "of_kind": KIND, "name": library.clip(clip).name}
    return {"kind": "set_document", **named, "data": dict(entry.data), "content": stored, "clips": (clip,)}


def document_of(clip: str) -> str:
    """The id of the document that holds a clip's layers."""
    return f"layers-{clip}"[:64]


def _open(library: Library, document: Document, content: bytes) -> LayerStack:
    return stack_from_json(json.loads(content))


def _read_file(library: Library, path: Path) -> NewEntry:
    return to_entry(stack_from_json(read_json(path, "layers as JSON")))


LAYERS = register(ShelfKind(KIND, "Edit layers", ".json", _open, _read_file))
