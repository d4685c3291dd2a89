"""The transition tables of the open library's shelf, as the panels that use them ask for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motionloom.core.errors import LibraryError
from motionloom.studio.errors import NotThere
from motionloom.studio.session import OpenLibrary

if TYPE_CHECKING:
    from motionloom.library import Document
    from motionloom.transitions.table import TransitionTable


def find_table(current: OpenLibrary, table: str) -> Document:
    """A table's document, or 404."""
    from motionloom.transitions.shelf import TABLE

    try:
        document = current.library.document(table)
    except LibraryError:
        document = None
    if document is None or document.kind != TABLE:
        raise NotThere("there is no such transition table any more; undo its deletion, or make it again")
    return document


def open_table(current: OpenLibrary, table: str) -> tuple[TransitionTable, float]:
    """A table by the id of its document, and the score up to which its transitions are natural."""
    from motionloom.transitions.shelf import use_table

    return use_table(current.library, find_table(current, table))
