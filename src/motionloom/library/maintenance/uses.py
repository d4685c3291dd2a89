"""Who needs which stored file: clips, documents, and the undo steps that would bring an earlier version back."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from motionloom.library.store import ARRAY, BYTES

# An edit that is on a window's undo or redo stack, and what was last done about it.
_REACHABLE = "state IN ('done', 'undone') OR target IN (SELECT seq FROM changes WHERE state IN ('done', 'undone'))"


@dataclass(frozen=True)
class Use:
    """Who needs a stored file: a clip's or document's name, and how many numbers a clip's array must hold."""

    owner: str
    source: str
    numbers: int | None


def find_uses(connection: sqlite3.Connection) -> dict[str, Use]:
    """The files that clips and documents need now, deleted ones too until the library is tidied."""
    uses = {}
    for row in connection.execute("SELECT id, name, content, file, frames, joints FROM clips WHERE content != ''"):
        numbers = row["frames"] * (row["joints"] * 4 + 3)
        uses[row["content"] + ARRAY] = Use(f"clip {row['name']!r} ({row['id']})", row["file"], numbers)
    for row in connection.execute("SELECT id, kind, name, content FROM documents WHERE content != ''"):
        uses[row["content"] + BYTES] = Use(f"{row['kind']} {row['name']!r} ({row['id']})", "", None)
    return uses


def find_earlier_versions(connection: sqlite3.Connection, *, reachable: bool = False) -> set[str]:
    """Files that edits replaced, or took away and may bring back. reachable: only those that an undo or redo can still reach."""
    return {
        content + (ARRAY if delta["table"] == "clips" else BYTES)
        for _, deltas in read_deltas(connection, reachable=reachable)
        for delta in deltas
        for content in _contents(delta)
    }


def read_deltas(connection: sqlite3.Connection, *, reachable: bool = False) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """The number and the deltas of every change that touched a row of a clip or a document."""
    query = 'SELECT seq, deltas FROM changes WHERE (instr(deltas, \'"table":"clips"\') OR instr(deltas, \'"table":"documents"\'))'
    for seq, text in connection.execute(query + (f" AND ({_REACHABLE})" if reachable else "")):
        yield seq, json.loads(text)


def _contents(delta: dict[str, Any]) -> Iterator[str]:
    if delta["table"] in ("clips", "documents"):
        for side in (delta["before"], delta["after"]):
            if side and side.get("content"):
                yield side["content"]
