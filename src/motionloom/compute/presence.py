"""A lock that lives exactly as long as its process, however that ends: how others know whether the owner of a job is still there."""

from __future__ import annotations

import contextlib
import sqlite3
from contextlib import closing
from pathlib import Path

_PREFIX, _SUFFIX = "process-", ".lock"


class Presence:
    """Holds the lock of an owner in a folder until `close`. SQLite's locks are portable and go with the process."""

    def __init__(self, folder: Path, owner: str) -> None:
        self._path = folder / f"{_PREFIX}{owner}{_SUFFIX}"
        self._lock = _claim(self._path)
        while not self._path.exists():  # somebody looked in between and took it for the leftover of a dead process
            self._lock.close()
            self._lock = _claim(self._path)

    def close(self) -> None:
        """From now on the owner counts as gone."""
        self._lock.close()
        self._path.unlink(missing_ok=True)


def living_owners(folder: Path, prefix: str = _PREFIX) -> list[str]:
    """The owners in a folder whose processes live; what dead ones left is removed."""
    found = [(path, path.name.removeprefix(prefix).removesuffix(_SUFFIX)) for path in folder.glob(f"{prefix}*{_SUFFIX}")]
    return [owner for path, owner in found if _is_claimed(path)]


def _claim(path: Path) -> sqlite3.Connection:
    lock = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("PRAGMA journal_mode=OFF")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        lock.close()
        raise
    return lock


def _is_claimed(path: Path) -> bool:
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            return True
        # While it is locked, so that nobody claims what is about to go. Windows removes no open file: the next look does it.
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
    return False
