"""Commands on documents: models, behaviour machines, role mappings and what else is kept as JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from motionloom.core.errors import LibraryError
from motionloom.library.commands.registry import check_text, register
from motionloom.library.edit import Edit, Values
from motionloom.library.records import check_id, make_id


@register
@dataclass(frozen=True)
class SetDocument:
    """Makes a document, or gives an existing one new data; its version counts up. content names bytes in the store, clips what it
    rests on; title is for the undo menu."""

    kind: ClassVar[str] = "set_document"
    document: str
    of_kind: str
    name: str
    data: Mapping[str, Any]
    content: str = ""
    clips: tuple[str, ...] = ()
    title: str = ""

    def describe(self, edit: Edit) -> str:
        return (
            check_text(self.title, "a title")
            if self.title
            else f"Save {check_text(self.of_kind, 'a kind')} {check_text(self.name, 'a name')}"
        )

    def apply(self, edit: Edit) -> None:
        identity = check_id(self.document, "document") if self.document else make_id()
        words = {"kind": check_text(self.of_kind, "a kind"), "name": check_text(self.name, "a name")}
        held = {"data": to_json(self.data, f"document {self.name!r}"), "content": self.content}
        held["clips"] = to_json(sorted({check_id(clip, "clip") for clip in self.clips}), "the clips of a document")
        row = edit.find("documents", identity)
        if row is None:
            edit.insert("documents", {"id": identity, **words, "version": 1, **held, "added": time.time(), "deleted": None})
        elif row["kind"] != words["kind"]:
            raise LibraryError(f"document {identity} is a {row['kind']}, not a {words['kind']}; give the new one another id")
        elif any(row[name] != value for name, value in (words | held).items()):
            edit.update("documents", row, **words, **held, version=row["version"] + 1)


@register
@dataclass(frozen=True)
class DeleteDocument:
    """Takes a document out of sight; undo brings it back."""

    kind: ClassVar[str] = "delete_document"
    document: str
    title: str = ""

    def describe(self, edit: Edit) -> str:
        row = find_document(edit, self.document)
        return check_text(self.title, "a title") if self.title else f"Delete {row['kind']} {row['name']}"

    def apply(self, edit: Edit) -> None:
        edit.update("documents", find_document(edit, self.document), deleted=time.time())


def find_document(edit: Edit, document: str) -> Values:
    """A document that is there and not deleted, or an error."""
    row = edit.find("documents", check_id(document, "document"))
    if row is None or row["deleted"] is not None:
        raise LibraryError(f"no document {document}; it may have been deleted")
    return row


def to_json(data: Any, what: str) -> str:
    """Canonical JSON text; an error for anything that is not plain data."""
    try:
        return json.dumps(data, sort_keys=True, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise LibraryError(f"{what} is not plain JSON data: {error}") from None
