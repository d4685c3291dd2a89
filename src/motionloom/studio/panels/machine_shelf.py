"""The studio's way to the machines on the library's shelf: 404 where one is gone, and other windows hear of edits at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import Path

from motionloom.core.errors import LibraryError
from motionloom.studio.errors import NotThere
from motionloom.studio.protocol.base import ID_PATTERN
from motionloom.studio.session import OpenLibrary, Studio

if TYPE_CHECKING:
    from motionloom.behaviours.machine import Machine
    from motionloom.behaviours.open_machine import OpenMachine
    from motionloom.library import Document

KIND = "behaviour_machine"
MachineId = Annotated[str, Path(pattern=ID_PATTERN)]


def find_document(current: OpenLibrary, machine: str) -> Document:
    """A machine's document, or 404."""
    try:
        document = current.library.document(machine)
    except LibraryError as error:
        raise NotThere(str(error)) from None
    if document.kind != KIND or document.deleted is not None:
        raise NotThere(f"no machine {machine}; it may have been deleted, undo brings it back")
    return document


def open_machine(current: OpenLibrary, machine: str) -> OpenMachine:
    """A machine by the id of its document; the shelf keeps the last few open."""
    from motionloom.making import shelf

    opened: OpenMachine = shelf.open_entry(current.library, find_document(current, machine))
    return opened


def save_machine(studio: Studio, document: Document, machine: Machine, window: str, title: str) -> None:
    """A new version of a machine, under a title that undo shows."""
    from motionloom.behaviours.open_machine import edited_entry
    from motionloom.making import shelf

    library = studio.require().library
    shelf.put(library, KIND, document.name, edited_entry(document, machine), document=document.id, window=window, title=title)
    studio.feed.nudge()
