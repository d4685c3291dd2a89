"""What the tests of undo share: someone at a window, what people see of a library, and that it is again as it was."""

from __future__ import annotations

import hashlib
import sqlite3
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from motionloom.library import Library

WINDOW = "mine"

# What people see of a library: not the clips and documents that are deleted, nor what was said about those.
_SEEN = {
    "clips": "SELECT * FROM clips WHERE deleted IS NULL",
    "labels": "SELECT * FROM labels WHERE clip IN (SELECT id FROM clips WHERE deleted IS NULL)",
    "annotations": "SELECT * FROM annotations WHERE clip IN (SELECT id FROM clips WHERE deleted IS NULL)",
    "plants": "SELECT * FROM plants WHERE clip IN (SELECT id FROM clips WHERE deleted IS NULL)",
    "judgements": "SELECT * FROM judgements WHERE clip IN (SELECT id FROM clips WHERE deleted IS NULL)",
    "documents": "SELECT * FROM documents WHERE deleted IS NULL",
    "proposals": "SELECT * FROM proposals WHERE batch IN (SELECT id FROM proposal_batches WHERE withdrawn IS NULL)",
}


_FOUND = {"glitches"}  # columns that follow from the frames, looked for when somebody asks


class Person:
    """Someone at a window of the studio, with the clips by name and a motion file to drop."""

    def __init__(self, client: TestClient, clips: Mapping[str, str], file: bytes, finished: Callable[[str], dict[str, Any]]) -> None:
        self.client, self.clips, self.file, self.finished = client, clips, file, finished

    def post(self, path: str, **body: Any) -> Any:
        answer = self.client.post(path, json=body)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def command(self, kind: str, **fields: Any) -> None:
        command = {"kind": kind, **fields}
        assert self.post("/api/commands", id=uuid.uuid4().hex, window=WINDOW, command=command)["applied"]

    def drop(self, *files: tuple[str, bytes]) -> dict[str, Any]:
        answer = self.client.post("/api/import", params={"window": WINDOW}, files=[("files", file) for file in files])
        assert answer.status_code == 202, answer.text
        return self.finished(answer.json()["id"])

    def undo(self) -> bool:
        return bool(self.post("/api/undo", id=uuid.uuid4().hex, window=WINDOW)["applied"])


Example = Callable[[Person], None]


def read_seen(folder: Path) -> dict[str, str]:
    """A digest of each table, as far as people see it."""
    with Library.open(folder) as library:
        rows = {table: sorted(_plain(row) for row in library.database.read(query)) for table, query in _SEEN.items()}
    return {table: hashlib.sha256("\n".join(lines).encode()).hexdigest() for table, lines in rows.items()}


def _plain(row: sqlite3.Row) -> str:
    return repr([(name, value) for name, value in dict(row).items() if name not in _FOUND])


def check_undone(folder: Path, person: Person, example: Example) -> None:
    before = read_seen(folder)
    example(person)
    assert read_seen(folder) != before, "the example changes nothing"
    assert person.undo()
    after = read_seen(folder)
    assert after == before, [table for table in before if after[table] != before[table]]
    assert not person.undo(), "one press, one step"
