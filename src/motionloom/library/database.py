"""The SQLite file: connections, transactions and what its errors mean to a person."""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from motionloom.core.errors import LibraryError
from motionloom.library import schema

BUSY_SECONDS = 30.0
# What makes a folder a library.
DATABASE = "library.db"


class _OfThread:
    """A thread's connection: it goes when its thread does, or a server's open files would grow with every thread it ever had."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def __del__(self) -> None:
        self.connection.close()


class Database:
    """A connection a thread, so that readers never wait for a writer in the same process.

    WAL lets other processes read while one writes. `synchronous = FULL` makes the disk confirm every commit:
    with NORMAL a killed process loses nothing, but a power cut could take back an edit a person saw confirmed.
    It costs one fsync a command, a fraction of a millisecond on a solid-state disk.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        self._all: weakref.WeakSet[_OfThread] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._closed = False

    def connection(self) -> sqlite3.Connection:
        """This thread's connection, opened on first use."""
        if self._closed:
            raise LibraryError(f"{self.path.parent}: the library has been closed; open it again")
        found: _OfThread | None = getattr(self._local, "held", None)
        if found is None:
            with self.explained():
                found = _OfThread(self._connect())
            self._local.held = found
            with self._lock:
                self._all.add(found)
        return found.connection

    def _connect(self) -> sqlite3.Connection:
        # Closing happens from the thread that closes the library, hence check_same_thread.
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        connection.row_factory = sqlite3.Row
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "trusted_schema = OFF"):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        return connection

    def read(self, sql: str, values: Sequence[Any] = ()) -> list[sqlite3.Row]:
        """All rows of a query."""
        with self.explained():
            return self.connection().execute(sql, values).fetchall()

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """Several queries that see one state of the library, whatever others write meanwhile."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All of the writes inside happen, or none; writers of other threads and processes wait their turn."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        connection = self.connection()
        with self.explained():
            if connection.in_transaction:  # a query inside a snapshot or a command joins it
                yield connection
                return
            connection.execute(begin)
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turns SQLite's errors into one line that says what to do."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error) or "busy" in str(error):
                raise LibraryError(
                    f"{self.path}: another process has been writing for {BUSY_SECONDS:g} s; try again when it is done"
                ) from error
            raise LibraryError(f"{self.path}: {error}; check that the disk has room and the folder can be written to") from error
        except sqlite3.IntegrityError as error:
            raise LibraryError(f"{self.path}: {error}, so nothing was changed; please report what you did") from error
        except sqlite3.DatabaseError as error:
            advice = f"restore it from a backup, or try `sqlite3 {self.path.name} .recover`; the frames in arrays/ are not affected"
            raise LibraryError(f"{self.path}: {error}; {advice}") from error

    def close(self) -> None:
        """Close every thread's connection. Nothing confirmed depends on it."""
        self._closed = True
        with self._lock:
            for held in list(self._all):
                held.connection.close()
            self._all.clear()


def is_library(folder: Path) -> bool:
    """Whether a folder holds a library."""
    return (folder / DATABASE).is_file()


def create_database(path: Path) -> Database:
    """A new database, or one whose making was interrupted, with all tables."""
    database = Database(path)
    _prepare(database)
    return database


def open_database(path: Path) -> Database:
    """An existing database, migrated where it is older."""
    database = Database(path)
    with database.explained():
        version = schema.read_version(database.connection(), str(path))
    if version < schema.VERSION:
        _prepare(database)
    return database


def _prepare(database: Database) -> None:
    try:
        with database.transaction() as connection:
            schema.bring_up_to_date(connection, str(database.path))
    except BaseException:
        database.close()
        raise
