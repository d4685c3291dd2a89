"""The one way rows change: every field that an edit touches is noted, before and after, so that it can be taken back.

Taking back is a three-way merge: a field returns to what it was only where it still is what the edit made of it. What
another window has changed since stays, so an undo never destroys someone else's later work, and never gets stuck.
"""

from __future__ import annotations

import base64
import sqlite3
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from motionloom.core.errors import LibraryError
from motionloom.library import plants
from motionloom.library.records import check_id

Values = dict[str, Any]
Delta = dict[str, Any]


@dataclass(frozen=True)
class Table:
    """The key of a table, what its rows are about, and whether its fields are merged one by one or as a whole row."""

    key: tuple[str, ...]
    about: str  # a column with an id, for `Change.touched`
    kind: str = "clip"
    merge_fields: bool = False


TABLES: Mapping[str, Table] = {
    "clips": Table(("id",), "id", merge_fields=True),
    "labels": Table(("clip", "label"), "clip"),
    "annotations": Table(("id",), "clip"),
    "plants": Table(("clip",), "clip", merge_fields=True),
    "judgements": Table(("clip", "question", "person"), "clip"),
    "documents": Table(("id",), "id", kind="document", merge_fields=True),
    "proposals": Table(("id",), "id", kind="proposal", merge_fields=True),
    "proposal_batches": Table(("id",), "id", kind="proposals", merge_fields=True),
}


class Edit:
    """Changes rows inside a transaction and remembers how."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.deltas: list[Delta] = []
        self._touched: dict[str, None] = {}
        self._kept: dict[str, None] = {}

    @property
    def touched(self) -> tuple[str, ...]:
        """What was changed: "clip:ID", "document:ID"."""
        return tuple(self._touched)

    @property
    def kept(self) -> tuple[str, ...]:
        """What `take_back` left as it is, because it has been changed since."""
        return tuple(self._kept)

    def find(self, table: str, *key: Any) -> Values | None:
        """The row of a key, None where there is none."""
        where = " AND ".join(f"{column} = ?" for column in TABLES[table].key)
        row = self.connection.execute(f"SELECT * FROM {table} WHERE {where}", key).fetchone()
        return None if row is None else dict(row)

    def clip(self, clip: str) -> Values:
        """A clip that is there and not deleted, or an error."""
        row = self.find("clips", check_id(clip, "clip"))
        if row is None:
            raise LibraryError(f"no clip {clip}; it is not in this library")
        if row["deleted"] is not None:
            raise LibraryError(f"clip {row['name']!r} ({clip}) has been deleted; restore it first")
        return row

    def insert(self, table: str, values: Values) -> None:
        """Add a row."""
        self._write(table, values)
        self._note(table, values, None, values)

    def update(self, table: str, row: Values, **changes: Any) -> None:
        """Change fields of a row that `find` gave; fields that stay the same are left out."""
        after = {name: value for name, value in changes.items() if row[name] != value}
        if after:
            self._set(table, _key_of(table, row), after)
            self._note(table, row, {name: row[name] for name in after}, after)

    def delete(self, table: str, row: Values) -> None:
        """Remove a row that `find` gave."""
        self._remove(table, _key_of(table, row))
        self._note(table, row, row, None)

    def note_added(self, clip: str, at: float) -> None:
        """Remember that a clip came in: taking that back deletes it."""
        self._touched[f"clip:{clip}"] = None
        self.deltas.append({"table": "clips", "key": [clip], "about": clip, "before": {"deleted": at}, "after": {"deleted": None}})

    def note_raised(self, batch: str, at: float) -> None:
        """Remember that proposals were raised: taking that back withdraws them."""
        self._touched[f"proposals:{batch}"] = None
        delta = {"table": "proposal_batches", "key": [batch], "about": batch}
        self.deltas.append({**delta, "before": {"withdrawn": at}, "after": {"withdrawn": None}})

    def paint(self, clip: str, start: int, before: bytes, after: bytes) -> None:
        """Change plants, a byte a frame, from `start`; the row must exist."""
        if before != after:
            self._splice(clip, start, after)
            delta = {"table": "plants", "key": [clip], "about": clip, "start": start}
            self.deltas.append({**delta, "before": _encode(before), "after": _encode(after)})
            self._touched[f"clip:{clip}"] = None

    def take_back(self, deltas: list[Delta]) -> None:
        """Undo what another edit noted, latest first, wherever its fields are still as it left them."""
        for delta in reversed(deltas):
            if "start" in delta:
                self._unpaint(delta)
            else:
                self._merge(delta)

    def _merge(self, delta: Delta) -> None:
        table, (before, after) = delta["table"], (_decode_row(delta["before"]), _decode_row(delta["after"]))
        now = self.find(table, *delta["key"])
        if after is None or before is None:
            self._merge_row(delta, now, before, after)
        elif now is None:
            self._keep(delta)
        else:
            same = {name for name, value in after.items() if now[name] == value}
            if len(same) < len(after):
                self._keep(delta)
            if TABLES[table].merge_fields or len(same) == len(after):
                self.update(table, now, **{name: before[name] for name in same})

    def _merge_row(self, delta: Delta, now: Values | None, before: Values | None, after: Values | None) -> None:
        if now != after:
            self._keep(delta)
        elif before is not None:
            self.insert(delta["table"], before)
        elif now is not None:
            self.delete(delta["table"], now)

    def _unpaint(self, delta: Delta) -> None:
        clip, start = delta["about"], delta["start"]
        before, after = _decode(delta["before"]), _decode(delta["after"])
        row = self.find("plants", clip)
        if row is None:
            self._keep(delta)
            return
        now = row["frames"][start : start + len(after)]
        merged, all_back = plants.merge(now, after, before)
        if not all_back:
            self._keep(delta)
        self.paint(clip, start, now, merged)

    def _keep(self, delta: Delta) -> None:
        self._kept[f"{TABLES[delta['table']].kind}:{delta['about']}"] = None

    def _note(self, table: str, row: Values, before: Values | None, after: Values | None) -> None:
        about = str(row[TABLES[table].about])
        self._touched[f"{TABLES[table].kind}:{about}"] = None
        delta = {"table": table, "key": _key_of(table, row), "about": about}
        self.deltas.append({**delta, "before": _encode_row(before), "after": _encode_row(after)})

    def _write(self, table: str, values: Values) -> None:
        marks = ", ".join("?" * len(values))
        self.connection.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", tuple(values.values()))

    def _set(self, table: str, key: list[Any], values: Values) -> None:
        columns = ", ".join(f"{column} = ?" for column in values)
        where = " AND ".join(f"{column} = ?" for column in TABLES[table].key)
        self.connection.execute(f"UPDATE {table} SET {columns} WHERE {where}", (*values.values(), *key))

    def _remove(self, table: str, key: list[Any]) -> None:
        where = " AND ".join(f"{column} = ?" for column in TABLES[table].key)
        self.connection.execute(f"DELETE FROM {table} WHERE {where}", key)

    def _splice(self, clip: str, start: int, piece: bytes) -> None:
        row = self.find("plants", clip)
        assert row is not None, "paint a row that exists"
        frames = row["frames"]
        self._set("plants", [clip], {"frames": frames[:start] + piece + frames[start + len(piece) :]})


def _key_of(table: str, row: Values) -> list[Any]:
    return [row[column] for column in TABLES[table].key]


def _encode(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data)).decode()


def _decode(text: str) -> bytes:
    return zlib.decompress(base64.b64decode(text))


def _encode_row(row: Values | None) -> Values | None:
    return None if row is None else {name: {"bytes": _encode(value)} if isinstance(value, bytes) else value for name, value in row.items()}


def _decode_row(row: Values | None) -> Values | None:
    return None if row is None else {name: _decode(value["bytes"]) if isinstance(value, dict) else value for name, value in row.items()}
