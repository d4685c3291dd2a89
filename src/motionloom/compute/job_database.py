"""The SQLite file of jobs and their finished items. What is only about jobs never keeps a library shut: a damaged file is set aside."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

from motionloom.core.errors import MotionloomError

DATABASE = "jobs.sqlite"
BUSY_SECONDS = 30.0
_APPLICATION = 0x4D4C4A42  # written into the file's head, to tell ours from another program's
_VERSION = 1
_TABLES = (
    """CREATE TABLE jobs (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, arguments TEXT NOT NULL, window TEXT NOT NULL DEFAULT '',
        state TEXT NOT NULL, owner TEXT NOT NULL, cancel INTEGER NOT NULL DEFAULT 0, done INTEGER NOT NULL DEFAULT 0,
        total INTEGER NOT NULL DEFAULT 0, message TEXT NOT NULL DEFAULT '', seconds_left REAL, error TEXT NOT NULL DEFAULT '',
        problems TEXT NOT NULL DEFAULT '[]', clips TEXT NOT NULL DEFAULT '[]', entries TEXT NOT NULL DEFAULT '[]', download TEXT,
        created REAL NOT NULL, changed REAL NOT NULL)""",
    # key: of the kind, version and inputs of the work; job: whose work it was first, for forgetting it.
    "CREATE TABLE items (key TEXT NOT NULL, item TEXT NOT NULL, result TEXT NOT NULL, job TEXT NOT NULL DEFAULT '',"
    " PRIMARY KEY (key, item)) WITHOUT ROWID",
    "CREATE INDEX items_of_job ON items (job)",
)

log = logging.getLogger(__name__)


class JobsUnavailable(MotionloomError):
    """Jobs cannot be written or read here: a full disk, a folder that is read-only, a newer version's file."""


class _Damaged(Exception):
    """The file is no database of jobs."""


def open_jobs(folder: Path) -> sqlite3.Connection:
    """A connection to the jobs of a folder, made where there are none; a file that is damaged or not ours is set aside first."""
    path = folder / DATABASE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            return _open(path)
        except _Damaged as error:
            set_aside(path, str(error))
            return _open(path)
    except (OSError, sqlite3.Error, _Damaged) as error:
        raise unavailable(path, error) from None


def unavailable(path: Path, error: BaseException) -> JobsUnavailable:
    """What a person reads where jobs cannot be noted."""
    said = getattr(error, "strerror", None) or str(error)
    return JobsUnavailable(f"{path}: jobs cannot be kept here ({said}); check that the disk has room and the folder can be written to")


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error means that the file is broken, and not that it is busy, full or read-only."""
    return type(error) is sqlite3.DatabaseError


def set_aside(path: Path, why: str) -> None:
    """Rename a file that is of no use, with what SQLite keeps beside it, and say so in one line."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for tail in ("-wal", "-shm", ""):
        beside = path.with_name(path.name + tail)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + tail))
    log.warning("%s: %s; it was set aside as %s, jobs that had not ended must be started again", path, why, aside.name)


def _open(path: Path) -> sqlite3.Connection:
    if path.exists() and not path.is_file():
        raise _Damaged("it is no file")
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.row_factory = sqlite3.Row
    try:
        # NORMAL: a killed process loses nothing, a power cut at worst work that is done again.
        for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "trusted_schema = OFF"):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        _prepare(connection, path)
    except sqlite3.Error as error:
        connection.close()
        if is_damage(error):
            raise _Damaged(str(error)) from None
        raise
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    if _head(connection) == (_APPLICATION, _VERSION):
        return
    connection.execute("BEGIN IMMEDIATE")
    application, version = _head(connection)
    if application == _APPLICATION and version > _VERSION:
        connection.execute("ROLLBACK")
        raise JobsUnavailable(f"{path}: these jobs are of a newer Motionloom (version {version}, this one knows {_VERSION}); update it")
    if application != _APPLICATION:
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            connection.execute("ROLLBACK")
            raise _Damaged("it is the database of something else")
        for statement in (*_TABLES, f"PRAGMA application_id = {_APPLICATION}", f"PRAGMA user_version = {_VERSION}"):
            connection.execute(statement)
    connection.execute("COMMIT")


def _head(connection: sqlite3.Connection) -> tuple[int, int]:
    return connection.execute("PRAGMA application_id").fetchone()[0], connection.execute("PRAGMA user_version").fetchone()[0]
