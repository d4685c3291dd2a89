"""Edits in order: apply, undo, redo, and what has changed since.

Each is one transaction that writes the new state and a row in `changes`. The undo stack of a window is the rows of
that window whose state is "done", so it survives a restart; a new edit spends what had been undone.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Mapping
from typing import Any

from motionloom.core.errors import LibraryError
from motionloom.library.commands import Command, parse, to_data
from motionloom.library.commands.documents import to_json
from motionloom.library.database import Database
from motionloom.library.edit import Delta, Edit
from motionloom.library.records import Change, Role, check_id, make_id

_PART = "part_of"
_COLUMNS = "seq, id, window, kind, title, role, target, touched, kept, at"


def apply(database: Database, command: Mapping[str, Any] | Command, window: str, command_id: str | None, work: str = "") -> Change:
    """Apply a command once; asking again with the same id changes nothing and gives the same answer. work: of which it is a part."""
    parsed = parse(command)
    asked = part_of(work) if work else to_json(to_data(parsed), f"command {parsed.kind}")
    identity = _check_asker(window, command_id)
    with database.transaction() as connection:
        earlier = _find_earlier(connection, identity, "command", asked)
        if earlier is not None:
            return earlier
        edit = Edit(connection)
        title = parsed.describe(edit)
        parsed.apply(edit)
        return record(connection, edit, identity=identity, window=window, kind=parsed.kind, title=title, command=asked)


def _find_earlier(connection: sqlite3.Connection, identity: str, column: str, asked: str) -> Change | None:
    """What came of the same request before, if it was made: an id names one request, and `column` says what that was."""
    earlier = find_change(connection, identity)
    if earlier is None:
        return None
    if earlier[column] != asked:
        raise LibraryError(f"id {identity} was used for another command ({earlier['title']!r}); every command needs its own")
    return to_change(earlier, applied=False)


def record(connection: sqlite3.Connection, edit: Edit, *, identity: str, window: str, kind: str, title: str, command: str = "{}") -> Change:
    """Write down a new edit; it goes on top of the window's undo stack unless it changed nothing.

    Work that is written in several transactions gives each the same command, `part_of(id)`: undo takes all of it back at once. Its
    place on the stack is that of its first part, so that what a person does while it goes on is undone before it.
    """
    on_stack = bool(edit.deltas) and not _is_later_part(connection, window, command)
    if on_stack:
        connection.execute("UPDATE changes SET state = 'spent' WHERE window = ? AND state = 'undone'", (window,))
    state = "done" if on_stack else "spent"
    return _insert(connection, edit, identity, window, kind, title, "do", None, state, command)


def part_of(work: str) -> str:
    """The command of one part of work that is written in several transactions."""
    return to_json({_PART: work}, "a part")


def undo(database: Database, window: str, command_id: str | None) -> Change | None:
    """Take back this window's own last edit; None where there is none."""
    return _step(database, window, command_id, "undo")


def redo(database: Database, window: str, command_id: str | None) -> Change | None:
    """Do again what this window undid last; None where there is nothing."""
    return _step(database, window, command_id, "redo")


def _step(database: Database, window: str, command_id: str | None, role: Role) -> Change | None:
    identity = _check_asker(window, command_id)
    with database.transaction() as connection:
        earlier = _find_earlier(connection, identity, "role", role)
        if earlier is not None:
            return earlier
        top = _top(connection, window, role)
        if top is None:
            return None
        edit = Edit(connection)
        edit.take_back(_last_deltas(connection, window, top))
        connection.execute("UPDATE changes SET state = ? WHERE seq = ?", ("undone" if role == "undo" else "done", top["seq"]))
        return _insert(connection, edit, identity, window, top["kind"], top["title"], role, top["seq"], "spent", "{}")


def _is_later_part(connection: sqlite3.Connection, window: str, command: str) -> bool:
    """Whether this is a part of work whose first part can be undone."""
    if _PART not in json.loads(command):
        return False
    query = "SELECT 1 FROM changes WHERE window = ? AND state = 'done' AND command = ? LIMIT 1"
    return connection.execute(query, (window, command)).fetchone() is not None


def _last_deltas(connection: sqlite3.Connection, window: str, top: sqlite3.Row) -> list[Delta]:
    """What to take back about an edit: whatever was last done, its redo, its undo, or the edit itself with all later parts of it."""
    query = "SELECT seq, deltas FROM changes WHERE seq = ?1 OR target = ?1 ORDER BY seq DESC LIMIT 1"
    last = connection.execute(query, (top["seq"],)).fetchone()
    deltas: list[Delta] = json.loads(last["deltas"])
    if last["seq"] == top["seq"] and _PART in json.loads(top["command"]):
        query = "SELECT deltas FROM changes WHERE window = ? AND state = 'spent' AND seq > ? AND command = ? ORDER BY seq"
        parts = connection.execute(query, (window, top["seq"], top["command"])).fetchall()
        deltas += [delta for part in parts for delta in json.loads(part["deltas"])]
    return deltas


def next_steps(database: Database, window: str) -> tuple[str | None, str | None]:
    """The titles of what undo and redo would do in this window; None where there is nothing."""
    with database.snapshot() as connection:
        undone, redone = (_top(connection, window, role) for role in ("undo", "redo"))
    return (undone["title"] if undone else None, redone["title"] if redone else None)


def latest_seq(database: Database) -> int:
    """The seq of the last change, 0 for a new library."""
    return int(database.read("SELECT coalesce(max(seq), 0) FROM changes")[0][0])


def changes_since(database: Database, seq: int, limit: int | None = None) -> list[Change]:
    """The changes after seq, in order, by whomever."""
    rows = database.read(f"SELECT {_COLUMNS} FROM changes WHERE seq > ? ORDER BY seq LIMIT ?", (seq, -1 if limit is None else limit))
    return [to_change(row) for row in rows]


def find_change(connection: sqlite3.Connection, identity: str) -> sqlite3.Row | None:
    """The change that was asked for with this id."""
    row: sqlite3.Row | None = connection.execute(f"SELECT {_COLUMNS}, command FROM changes WHERE id = ?", (identity,)).fetchone()
    return row


def _top(connection: sqlite3.Connection, window: str, role: str) -> sqlite3.Row | None:
    # Undone edits always lie above the done ones, so the next to redo is the lowest of them.
    state, order = ("done", "DESC") if role == "undo" else ("undone", "ASC")
    query = f"SELECT seq, kind, title, command FROM changes WHERE window = ? AND state = ? ORDER BY seq {order} LIMIT 1"
    row: sqlite3.Row | None = connection.execute(query, (window, state)).fetchone()
    return row


def _insert(
    connection: sqlite3.Connection,
    edit: Edit,
    identity: str,
    window: str,
    kind: str,
    title: str,
    role: Role,
    target: int | None,
    state: str,
    command: str,
) -> Change:
    kept = edit.kept if role != "do" else ()
    values = (identity, window, kind, title, role, target, state, command)
    texts = tuple(json.dumps(what, separators=(",", ":")) for what in (edit.deltas, edit.touched, kept))
    now = time.time()
    cursor = connection.execute(
        "INSERT INTO changes (id, window, kind, title, role, target, state, command, deltas, touched, kept, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*values, *texts, now),
    )
    return Change(int(cursor.lastrowid or 0), identity, window, kind, title, role, target, edit.touched, kept, now)


def to_change(row: sqlite3.Row, applied: bool = True) -> Change:
    """The record of a row."""
    touched, kept = (tuple(json.loads(row[name])) for name in ("touched", "kept"))
    return Change(
        row["seq"], row["id"], row["window"], row["kind"], row["title"], row["role"], row["target"], touched, kept, row["at"], applied
    )


def _check_asker(window: str, command_id: str | None) -> str:
    if window:
        check_id(window, "window")
    return make_id() if command_id is None else check_id(command_id, "command id")
