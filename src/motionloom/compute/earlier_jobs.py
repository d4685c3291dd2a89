"""Jobs of older versions: the studio's own database and files, and finished items beside the library's, are taken into the one there is."""

from __future__ import annotations

import contextlib
import json
import logging
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from motionloom.compute.presence import living_owners

log = logging.getLogger(__name__)
_COLUMNS = "id, kind, title, state, owner, done, total, message, error, clips, download, created, changed"


def take_over(connection: sqlite3.Connection, folder: Path, library: Path) -> None:
    """Bring what older versions kept in a library into its folder of jobs. Stopped half-way it goes on the next time.

    An older studio that still runs on the library keeps its jobs until it ends. What cannot be read stays where it is.
    """
    _take_items(connection, library / "jobs.db")
    old = library / "studio" / "jobs"
    if not old.is_dir() or living_owners(old, "server-"):
        return
    try:
        _take_jobs(connection, old / "jobs.sqlite")
        _take_files(old / "files", folder / "files")
    except (sqlite3.Error, OSError, ValueError) as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        log.warning("%s: jobs of an older version could not be taken over (%s); their files stay there", old, error)
        return
    shutil.rmtree(old, ignore_errors=True)


def _take_jobs(connection: sqlite3.Connection, path: Path) -> None:
    if not path.is_file():
        return
    with closing(sqlite3.connect(path, isolation_level=None)) as earlier:
        rows = earlier.execute(f"SELECT {_COLUMNS}, arguments, problems FROM jobs").fetchall()
    connection.execute("BEGIN IMMEDIATE")
    for *values, arguments, problems in rows:
        given = json.loads(arguments)
        window = str(given.pop("window", None) or "")
        pairs = [[problem["name"], problem["error"]] for problem in json.loads(problems)]
        connection.execute(
            f"INSERT OR IGNORE INTO jobs ({_COLUMNS}, arguments, problems, window) VALUES ({', '.join('?' * (len(values) + 3))})",
            (*values, json.dumps(given, sort_keys=True), json.dumps(pairs), window),
        )
    connection.execute("COMMIT")


def _take_files(old: Path, new: Path) -> None:
    for job in old.glob("*"):
        new.mkdir(parents=True, exist_ok=True)
        if not (new / job.name).exists():
            job.rename(new / job.name)


def _take_items(connection: sqlite3.Connection, path: Path) -> None:
    if not path.is_file():
        return
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as earlier:
            rows = earlier.execute("SELECT job, item, result FROM items").fetchall()
    except sqlite3.Error as error:
        log.warning("%s: finished work of an older version cannot be read (%s); delete this file", path, error)
        return
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany("INSERT OR IGNORE INTO items (key, item, result) VALUES (?, ?, ?)", rows)
    connection.execute("COMMIT")
    for tail in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + tail).unlink(missing_ok=True)
