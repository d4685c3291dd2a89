"""The jobs of a library and their finished items: one database for every process that works on it."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
import time
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from motionloom.compute.earlier_jobs import take_over
from motionloom.compute.job import ENDED, STOPPED, Job, JobError, JobState, NoJob, canonical, from_row
from motionloom.compute.job_database import DATABASE, JobsUnavailable, is_damage, log, open_jobs, set_aside, unavailable
from motionloom.compute.presence import Presence, living_owners

Values = Sequence[Any]


class JobStore:
    """Jobs and finished items in a folder, opened when first used. Safe to use from any thread; `owner` names this user among several.

    earlier: the library whose jobs of older versions are taken over. Where nothing can be written, reading gives no jobs and writing
    raises `JobsUnavailable`.
    """

    def __init__(self, folder: Path, earlier: Path | None = None) -> None:
        self.folder = folder
        self.path = folder / DATABASE
        self.owner = uuid.uuid4().hex
        self._earlier = earlier
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._presence: Presence | None = None
        self._closed = False
        self._said = False  # that jobs cannot be read: once is enough

    def close(self) -> None:
        """Let go of the files; what still runs counts as interrupted from now on."""
        with self._lock:
            self._closed = True
            if self._connection is not None:
                self._connection.close()
            if self._presence is not None:
                self._presence.close()
            self._connection = self._presence = None

    def __enter__(self) -> JobStore:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    # ---- jobs ----

    def add(self, kind: str, title: str, arguments: Mapping[str, Any], window: str = "") -> Job:
        """A new waiting job of this owner."""
        job, now = uuid.uuid4().hex, time.time()
        self._claim()
        self._write(
            "INSERT INTO jobs (id, kind, title, arguments, window, state, owner, created, changed)"
            " VALUES (?, ?, ?, ?, ?, 'waiting', ?, ?, ?)",
            (job, kind, title, canonical(arguments), window, self.owner, now, now),
        )
        return self.get(job)

    def take_up(self, kind: str, arguments: Mapping[str, Any]) -> Job | None:
        """The latest job of this kind and these arguments that was stopped, waiting again and this owner's; None where there is none."""
        self.interrupt_orphans()
        marks = _marks(STOPPED)
        sql = f"SELECT id FROM jobs WHERE kind = ? AND arguments = ? AND state IN ({marks}) ORDER BY changed DESC"
        for row in self._read(sql, (kind, canonical(arguments), *STOPPED)):
            if self.move(row["id"], STOPPED, "waiting"):
                return self.get(row["id"])
        return None

    def change(self, job: str, **columns: Any) -> None:
        """Write some of a job's columns; lists and dicts as JSON."""
        values = [json.dumps(value) if isinstance(value, list | dict | tuple) else value for value in columns.values()]
        names = ", ".join(f"{name} = ?" for name in columns)
        self._write(f"UPDATE jobs SET {names}, changed = ? WHERE id = ?", (*values, time.time(), job))

    def move(self, job: str, before: Sequence[str], after: JobState) -> bool:
        """Change a job's state if it is one of `before` and make it this owner's; False where it was not (somebody was faster).

        One that waits again starts without the errors and the wish to be cancelled of the run before.
        """
        if after not in ENDED:
            self._claim()
        fresh = ", cancel = 0, error = '', message = '', problems = '[]'" if after == "waiting" else ""
        sql = f"UPDATE jobs SET state = ?, owner = ?, changed = ?{fresh} WHERE id = ? AND state IN ({_marks(before)})"
        return self._write(sql, (after, self.owner, time.time(), job, *before)) == 1

    def ask_to_cancel(self, job: str) -> Job:
        """Ask whoever runs a job to stop between two items; it looks twice a second."""
        self.interrupt_orphans()
        self._write(f"UPDATE jobs SET cancel = 1 WHERE id = ? AND state NOT IN ({_marks(ENDED)})", (job, *ENDED))
        return self.get(job)

    def wants_cancel(self, job: str) -> bool:
        """Whether somebody has asked a job to stop."""
        return any(row["cancel"] for row in self._read("SELECT cancel FROM jobs WHERE id = ?", (job,)))

    def remove(self, job: str) -> None:
        """Forget a job that has ended, with its files and finished items."""
        if not self._write(f"DELETE FROM jobs WHERE id = ? AND state IN ({_marks(ENDED)})", (job, *ENDED)):
            raise JobError(f"job {job} is {self.get(job).state}; cancel it before forgetting it")
        self._write("DELETE FROM items WHERE job = ?", (job,))
        shutil.rmtree(self.folder / "files" / job, ignore_errors=True)

    def get(self, job: str) -> Job:
        """One job by its id."""
        rows = self._read("SELECT * FROM jobs WHERE id = ?", (job,))
        if not rows:
            raise NoJob(f"no job {job}; it may have been forgotten elsewhere")
        return from_row(rows[0])

    def find(self, word: str) -> Job:
        """The job that a person means by its id, or by the start of it."""
        found = [job for job in self.all() if job.id.startswith(word)] if word else []
        if len(found) != 1:
            raise NoJob(f"{len(found) or 'no'} jobs begin with {word!r}; `motionloom jobs list` shows their ids")
        return found[0]

    def all(self) -> list[Job]:
        """Every job, newest first."""
        return [from_row(row) for row in self._read("SELECT * FROM jobs ORDER BY created DESC, id")]

    def version(self) -> int:
        """A number that is another one after every write of somebody else."""
        return sum(row[0] for row in self._read("PRAGMA data_version"))

    def interrupt_orphans(self) -> int:
        """How many jobs of processes that are gone were marked now; what such were receiving is cleared away."""
        active = self._read(f"SELECT DISTINCT owner FROM jobs WHERE state NOT IN ({_marks(ENDED)})", ENDED)
        arriving = list((self.folder / "incoming").glob("*"))
        if not arriving and all(row["owner"] == self.owner for row in active):
            return 0
        alive = [self.owner, *living_owners(self.folder)]
        for folder in arriving:
            if folder.name.partition("-")[0] not in alive:
                shutil.rmtree(folder, ignore_errors=True)
        sql = f"UPDATE jobs SET state = 'interrupted', changed = ? WHERE state NOT IN ({_marks(ENDED)}) AND owner NOT IN ({_marks(alive)})"
        return self._write(sql, (time.time(), *ENDED, *alive))

    # ---- files ----

    def folder_of(self, job: str) -> Path:
        """A job's own folder, which stays until the job is forgotten; made by the first who asks."""
        folder = self.folder / "files" / job
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unavailable(folder, error) from None
        return folder

    def download_of(self, job: str) -> Path | None:
        """The file that a job that is done offers, if it is there."""
        found = self.get(job)
        path = self.folder / "files" / job / found.download if found.download and found.state == "done" else None
        return path if path is not None and path.is_file() else None

    def make_incoming(self) -> Path:
        """A new folder for files on their way in; one whose process died is cleared away by the next."""
        self._claim()
        folder = self.folder / "incoming" / f"{self.owner}-{uuid.uuid4().hex}"
        try:
            folder.mkdir(parents=True)
        except OSError as error:
            raise unavailable(folder, error) from None
        return folder

    # ---- finished items ----

    def results(self, key: str) -> dict[str, Any]:
        """The results of finished items by item."""
        return {row["item"]: json.loads(row["result"]) for row in self._read("SELECT item, result FROM items WHERE key = ?", (key,))}

    def finish_item(self, key: str, item: str, result: Any, job: str = "") -> None:
        """Keep the result of one item; it is forgotten with the job."""
        self._write("INSERT OR REPLACE INTO items VALUES (?, ?, ?, ?)", (key, item, json.dumps(result, allow_nan=False), job))

    def forget_items(self, key: str) -> None:
        """Drop the results of a piece of work: the next run does everything again."""
        self._write("DELETE FROM items WHERE key = ?", (key,))

    # ---- the database ----

    def _open(self) -> sqlite3.Connection:
        if self._closed:
            raise JobsUnavailable(f"{self.path}: closed; open the library again")
        if self._connection is None:
            self._connection = open_jobs(self.folder)
            if self._earlier is not None:
                take_over(self._connection, self.folder, self._earlier)
            self.interrupt_orphans()
        return self._connection

    def _claim(self) -> None:
        with self._lock:
            self._open()
            if self._presence is None:
                try:
                    self._presence = Presence(self.folder, self.owner)
                except (sqlite3.Error, OSError) as error:
                    raise unavailable(self.path, error) from None

    def _read(self, sql: str, values: Values = ()) -> list[sqlite3.Row]:
        with self._lock:
            if self._connection is None and not self._is_there():
                return []
            try:
                return self._execute(sql, values).fetchall()
            except JobsUnavailable as error:
                if self._closed:
                    raise
                if not self._said:
                    log.warning("%s", error)
                self._said = True
                return []

    def _is_there(self) -> bool:
        """Whether there are jobs to read; a library without any is not written to."""
        old = () if self._earlier is None else (self._earlier / "studio" / "jobs", self._earlier / "jobs.db")
        return any(path.exists() for path in (self.path, *old))

    def _write(self, sql: str, values: Values) -> int:
        with self._lock:
            return self._execute(sql, values).rowcount

    def _execute(self, sql: str, values: Values) -> sqlite3.Cursor:
        try:
            return self._open().execute(sql, values)
        except sqlite3.Error as error:
            if not is_damage(error):
                raise unavailable(self.path, error) from None
            self._drop(str(error))
            return self._open().execute(sql, values)

    def _drop(self, why: str) -> None:
        """Set aside a database that turned out to be damaged while it was open."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        set_aside(self.path, why)


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
