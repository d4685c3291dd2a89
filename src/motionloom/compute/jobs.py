"""Long work that can be stopped at any moment and goes on where it was: what is finished is kept, by its inputs.

A job is known by its kind and inputs; run it again and only what is missing is done. Results are plain JSON data; arrays
go to files that the result names.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from motionloom.compute.executor import InProcess
from motionloom.compute.mapping import map_unordered
from motionloom.compute.progress import Progress
from motionloom.compute.seeds import make_key
from motionloom.core.errors import JobCancelled, MotionloomError

Item = TypeVar("Item")
JobState = Literal["running", "done", "failed", "cancelled"]

_TABLES = (
    "CREATE TABLE IF NOT EXISTS jobs (key TEXT PRIMARY KEY, kind TEXT NOT NULL, inputs TEXT NOT NULL, state TEXT NOT NULL,"
    " done INTEGER NOT NULL, total INTEGER NOT NULL, error TEXT NOT NULL, created REAL NOT NULL, changed REAL NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS items (job TEXT NOT NULL, item TEXT NOT NULL, result TEXT NOT NULL, PRIMARY KEY (job, item)) WITHOUT ROWID",
)


@dataclass(frozen=True)
class Job:
    """A piece of long work as the store knows it. "running" with an old `changed` means its process was killed."""

    key: str
    kind: str
    inputs: Mapping[str, Any]
    state: JobState
    done: int
    total: int
    error: str
    created: float
    changed: float


class JobStore:
    """`jobs.db` in a folder: finished items and their results. Several processes may use it at once."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "jobs.db"
        self._lock = threading.Lock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(self.path, timeout=30, isolation_level=None, check_same_thread=False)
            # NORMAL: a killed process loses nothing, a power cut at worst work that is done again.
            for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", *_TABLES):
                self._connection.execute(statement)
        except (sqlite3.Error, OSError) as error:
            raise MotionloomError(f"{self.path}: {error}; delete this file to forget finished work") from None

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    def __enter__(self) -> JobStore:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def begin(self, key: str, kind: str, inputs: Mapping[str, Any], total: int) -> dict[str, Any]:
        """Note that a job runs; the results it has already come out, by item key."""
        now = time.time()
        with self._transaction() as connection:
            rows = connection.execute("SELECT item, result FROM items WHERE job = ?", (key,)).fetchall()
            connection.execute(
                "INSERT INTO jobs VALUES (?, ?, ?, 'running', ?, ?, '', ?, ?)"
                " ON CONFLICT (key) DO UPDATE SET state = 'running', done = excluded.done, total = excluded.total, error = '', changed = ?",
                (key, kind, json.dumps(inputs, sort_keys=True, default=str), len(rows), total, now, now, now),
            )
        return {item: json.loads(result) for item, result in rows}

    def finish_item(self, key: str, item: str, result: Any) -> None:
        """Keep the result of one item."""
        with self._transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO items VALUES (?, ?, ?)", (key, item, json.dumps(result, allow_nan=False)))
            connection.execute("UPDATE jobs SET done = done + 1, changed = ? WHERE key = ?", (time.time(), key))

    def finish(self, key: str, state: JobState, error: str = "") -> None:
        """Note how a job ended."""
        with self._transaction() as connection:
            connection.execute("UPDATE jobs SET state = ?, error = ?, changed = ? WHERE key = ?", (state, error, time.time(), key))

    def forget(self, key: str) -> None:
        """Drop a job and its results: the next run does everything again."""
        with self._transaction() as connection:
            connection.execute("DELETE FROM items WHERE job = ?", (key,))
            connection.execute("DELETE FROM jobs WHERE key = ?", (key,))

    def jobs(self) -> list[Job]:
        """Every job, the latest first."""
        with self._lock:
            rows = self._connection.execute("SELECT * FROM jobs ORDER BY changed DESC, key").fetchall()
        return [Job(row[0], row[1], json.loads(row[2]), *row[3:]) for row in rows]


def run_job(
    kind: str,
    inputs: Mapping[str, Any],
    function: Callable[[Item], Any],
    items: Mapping[str, Item],
    *,
    store: JobStore | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    version: int = 1,
) -> dict[str, Any]:
    """The results of function(item) by item key, in the order of `items` whoever ran them; finished ones come from the store.

    Change `version` when the function changes what it gives. The first item that fails stops the job and its error is
    raised; what was finished is kept.
    """
    progress = progress or Progress()
    key = make_key(kind, version, inputs)
    found = store.begin(key, kind, inputs, len(items)) if store is not None else {}
    results = {name: found[name] for name in items if name in found}
    missing = [(name, item) for name, item in items.items() if name not in results]
    progress.begin(kind, len(items), done=len(results))
    try:
        for outcome in map_unordered(executor or InProcess(), _Task(function), missing, cancel=progress.cancel):
            name, value = outcome.item[0], outcome.get()
            if store is not None:
                store.finish_item(key, name, value)
            results[name] = value
            progress.advance(note=name)
    except BaseException as error:
        _note_end(store, key, error)
        raise
    if store is not None:
        store.finish(key, "done")
    # Through JSON where it came from the store: make fresh results look the same.
    return {name: json.loads(json.dumps(results[name])) for name in items}


@dataclass(frozen=True)
class _Task:
    """Calls the function with the item of a (key, item) pair; a class, because it must travel to other processes."""

    function: Callable[[Any], Any]

    def __call__(self, pair: tuple[str, Any]) -> Any:
        return self.function(pair[1])


def _note_end(store: JobStore | None, key: str, error: BaseException) -> None:
    if store is not None:
        cancelled = isinstance(error, JobCancelled | KeyboardInterrupt)
        store.finish(key, "cancelled" if cancelled else "failed", "" if cancelled else f"{type(error).__name__}: {error}")
