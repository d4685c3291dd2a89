"""Characters on the library's shelf: the user's own file, byte by byte, and the joint map that a person corrected.

A joint map that was corrected once is used again for every character with the same joints.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from uuid import uuid4

from motionloom.core.errors import MotionloomError, list_names
from motionloom.core.roles import ROLES
from motionloom.edits.retargeting.maker import Onto
from motionloom.edits.retargeting.retarget import require_body
from motionloom.formats.character_file import CharacterFile, open_character, read_character
from motionloom.library import Change, Document, Library
from motionloom.making import shelf
from motionloom.making.shelf import NewEntry, ShelfKind, register
from motionloom.making.sources import document_source

KIND = "character"


def rig_of(character: CharacterFile) -> str:
    """A short hash of a character's joints and how they hang: the same for every file of one rig, whatever its size."""
    names = character.skeleton.names
    return hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()[:16]


def to_entry(character: CharacterFile, roles: Mapping[str, str]) -> NewEntry:
    """A character as it goes on the shelf: the file's bytes, and plain data with the joint map."""
    data = {
        "file": character.name,
        "rig": rig_of(character),
        "roles": dict(roles),
        "joints": len(character.skeleton),
        "vertices": len(character.skin),
    }
    return NewEntry(character.data, data)


def saved_roles(library: Library, character: CharacterFile) -> dict[str, str]:
    """The joint map that a person corrected for this rig, on any character of the library; the newest first."""
    rig = rig_of(character)
    for document in library.documents(KIND):
        if document.data.get("rig") == rig and document.data.get("roles"):
            return roles_of(document)
    return {}


def roles_of(document: Document) -> dict[str, str]:
    """The person's joint map of a character: role -> joint name."""
    told = document.data.get("roles", {})
    return {str(role): str(joint) for role, joint in told.items()} if isinstance(told, Mapping) else {}


def add_character(library: Library, path: Path, name: str = "", *, window: str = "") -> Document:
    """Put a file on the shelf as a character; a joint map that was corrected for the same rig counts for it."""
    character = read_character(path)
    roles = saved_roles(library, character)
    entry = to_entry(open_character(path, character.data, roles) if roles else character, roles)
    added = shelf.put(library, KIND, name or path.stem, entry, window=window, title=f"Add character {name or path.stem}")
    return library.document(added)


def map_roles(library: Library, document: Document, roles: Mapping[str, str], *, window: str = "", command_id: str | None = None) -> Change:
    """Correct the joint map of a character: role -> joint name, "" forgets what was said of a role. One undo step."""
    unknown = [role for role in roles if role not in ROLES]
    if unknown:
        raise MotionloomError(f"no body role {list_names(unknown)}; the roles are {list_names(ROLES, 30)}")
    kept = {role: joint for role, joint in {**roles_of(document), **roles}.items() if joint}
    entry = to_entry(open_document(library, document, kept), kept)
    words = f"Map joints of {document.name}"
    return shelf.save(library, KIND, document.id, document.name, entry, window=window, title=words, command_id=command_id or uuid4().hex)


def find_character(library: Library, word: str) -> Document:
    """The character that a person means by a name or an id."""
    return shelf.find_entry(library, word, KIND)


def open_document(library: Library, document: Document, roles: Mapping[str, str] | None = None) -> CharacterFile:
    """The character of an entry, with its joint map or another."""
    told = roles_of(document) if roles is None else roles
    return _opened(library.document_bytes(document.id), document.name, tuple(sorted(told.items())))


@lru_cache(maxsize=8)
def _opened(data: bytes, name: str, roles: tuple[tuple[str, str], ...]) -> CharacterFile:
    return open_character(Path(f"{name}.glb"), data, dict(roles))


def onto_character(library: Library, document: Document) -> Onto:
    """A character as what motions are put on; an error where it lacks roles."""
    character = open_document(library, document)
    require_body(character, f"motionloom character map {library.folder.name} {document.name!r}")
    return Onto(document.name, character.skeleton, document_source(document), roles_of(document))


def _read_file(library: Library, path: Path) -> NewEntry:
    character = read_character(path)
    return to_entry(character, saved_roles(library, character))


def _open_entry(library: Library, document: Document, content: bytes) -> Any:
    return open_character(Path(f"{document.name}.glb"), content, roles_of(document))


CHARACTERS = register(ShelfKind(KIND, "Character", ".glb", _open_entry, _read_file))
