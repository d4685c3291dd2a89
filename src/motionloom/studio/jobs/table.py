"""Jobs on disk: one SQLite table beside the library, written at every change of state."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
import time
import uuid
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from motionloom.studio import protocol
from motionloom.studio.errors import NotThere, StudioError

SCHEMA = """
CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, arguments TEXT NOT NULL, state TEXT NOT NULL, owner TEXT NOT NULL,
    done INTEGER NOT NULL DEFAULT 0, total INTEGER NOT NULL DEFAULT 0, message TEXT NOT NULL DEFAULT '', seconds_left REAL,
    error TEXT NOT NULL DEFAULT '', problems TEXT NOT NULL DEFAULT '[]',
    clips TEXT NOT NULL DEFAULT '[]', download TEXT, created REAL NOT NULL, changed REAL NOT NULL
)
"""
ENDED = ("done", "failed", "cancelled", "interrupted")


class JobError(StudioError):
    """A job that cannot do what was asked of it."""

    status = 409


class JobTable:
    """The jobs of one library folder. Safe to use from any thread; `owner` names this process among several."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.owner = uuid.uuid4().hex
        self._lock = threading.Lock()
        self._database = sqlite3.connect(folder / "jobs.sqlite", timeout=30, isolation_level=None, check_same_thread=False)
        self._database.row_factory = sqlite3.Row
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute(SCHEMA)
        self._presence = _claim(folder / f"server-{self.owner}.lock")
        self._interrupt_orphans()

    def close(self) -> None:
        """Let go of the files; what still runs counts as interrupted from now on."""
        with self._lock:
            self._database.close()
            self._presence.close()
            (self.folder / f"server-{self.owner}.lock").unlink(missing_ok=True)

    def add(self, kind: str, title: str, arguments: Mapping[str, Any]) -> str:
        """The id of a new waiting job."""
        job, now = uuid.uuid4().hex, time.time()
        self._execute(
            "INSERT INTO jobs (id, kind, title, arguments, state, owner, created, changed) VALUES (?, ?, ?, ?, 'waiting', ?, ?, ?)",
            (job, kind, title, json.dumps(dict(arguments)), self.owner, now, now),
        )
        return job

    def change(self, job: str, **fields: Any) -> None:
        """Write some of a job's columns; lists and dicts as JSON."""
        values = [json.dumps(value) if isinstance(value, (list, dict)) else value for value in fields.values()]
        columns = ", ".join(f"{name} = ?" for name in fields)
        self._execute(f"UPDATE jobs SET {columns}, changed = ? WHERE id = ?", (*values, time.time(), job))

    def move(self, job: str, before: tuple[str, ...], after: str) -> bool:
        """Change a job's state if it is one of `before`; False where it was not (somebody was faster)."""
        marks = ", ".join("?" * len(before))
        sql = f"UPDATE jobs SET state = ?, owner = ?, changed = ? WHERE id = ? AND state IN ({marks})"
        return self._execute(sql, (after, self.owner, time.time(), job, *before)) == 1

    def remove(self, job: str) -> None:
        """Forget a job that has ended."""
        marks = ", ".join("?" * len(ENDED))
        if not self._execute(f"DELETE FROM jobs WHERE id = ? AND state IN ({marks})", (job, *ENDED)):
            raise JobError(f"job {job} is {self.get(job).state}; cancel it before forgetting it")

    def get(self, job: str) -> protocol.Job:
        """One job as the client sees it."""
        return _to_job(self._row(job))

    def arguments(self, job: str) -> dict[str, Any]:
        """What the job was asked to do."""
        found: dict[str, Any] = json.loads(self._row(job)["arguments"])
        return found

    def download(self, job: str) -> str | None:
        """The file that an ended job offers, relative to its folder."""
        row = self._row(job)
        return row["download"] if row["state"] == "done" else None

    def all(self) -> list[protocol.Job]:
        """Every job, newest first."""
        with self._lock:
            rows = self._database.execute("SELECT * FROM jobs ORDER BY created DESC, id").fetchall()
        return [_to_job(row) for row in rows]

    def _row(self, job: str) -> sqlite3.Row:
        with self._lock:
            row: sqlite3.Row | None = self._database.execute("SELECT * FROM jobs WHERE id = ?", (job,)).fetchone()
        if row is None:
            raise NotThere(f"no job {job}; it may have been forgotten in another window")
        return row

    def _execute(self, sql: str, values: tuple[Any, ...]) -> int:
        with self._lock:
            return self._database.execute(sql, values).rowcount

    def _interrupt_orphans(self) -> None:
        """Mark what a server that is gone was doing, and clear away what it left."""
        alive = [self.owner]
        for presence in self.folder.glob("server-*.lock"):
            owner = presence.stem.removeprefix("server-")
            if owner != self.owner and _is_claimed(presence):
                alive.append(owner)
        marks = ", ".join("?" * len(alive))
        sql = f"UPDATE jobs SET state = 'interrupted' WHERE state IN ('waiting', 'running') AND owner NOT IN ({marks})"
        self._execute(sql, tuple(alive))
        for arriving in (self.folder / "incoming").glob("*"):
            if arriving.name.partition("-")[0] not in alive:
                shutil.rmtree(arriving, ignore_errors=True)

    def make_incoming(self) -> Path:
        """A new folder for files on their way in; one whose server died is cleared away by the next."""
        folder = self.folder / "incoming" / f"{self.owner}-{uuid.uuid4().hex}"
        folder.mkdir(parents=True)
        return folder


def _claim(presence: Path) -> sqlite3.Connection:
    """A lock that lives exactly as long as this process, however it ends; SQLite has a portable one."""
    lock = sqlite3.connect(presence, isolation_level=None, check_same_thread=False)
    lock.execute("PRAGMA journal_mode=OFF")
    lock.execute("BEGIN EXCLUSIVE")
    return lock


def _is_claimed(presence: Path) -> bool:
    with closing(sqlite3.connect(presence, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            return True
    presence.unlink(missing_ok=True)
    return False


def _to_job(row: sqlite3.Row) -> protocol.Job:
    download = f"/api/jobs/{row['id']}/download" if row["download"] and row["state"] == "done" else None
    return protocol.Job(
        id=row["id"],
        kind=row["kind"],
        title=row["title"],
        state=row["state"],
        done=row["done"],
        total=row["total"],
        message=row["message"],
        seconds_left=row["seconds_left"] if row["state"] == "running" else None,
        problems=[protocol.JobProblem(**problem) for problem in json.loads(row["problems"])],
        error=row["error"],
        clips=json.loads(row["clips"]),
        download=download,
        created=row["created"],
        changed=row["changed"],
    )
