"""Every commit is on disk, writers wait for each other, readers never do."""

import sqlite3
import threading

import pytest

from motionloom.core.errors import LibraryError
from motionloom.library import Library, database
from tests.conftest import PATIENCE


def test_settings_that_durability_rests_on(library):
    pragmas = {name: library.database.read(f"PRAGMA {name}")[0][0] for name in ("journal_mode", "synchronous", "foreign_keys")}
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_failed_transaction_leaves_nothing(library):
    def fail():
        with library.database.transaction() as connection:
            connection.execute("INSERT INTO about VALUES ('mood', 'calm')")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert library.database.read("SELECT * FROM about WHERE key = 'mood'") == []


def test_reading_goes_on_while_another_thread_writes(library, walk):
    writing, read = threading.Event(), threading.Event()

    def write():
        with library.database.transaction() as connection:
            connection.execute("UPDATE clips SET name = 'stroll'")
            writing.set()
            assert read.wait(PATIENCE)

    thread = threading.Thread(target=write)
    thread.start()
    assert writing.wait(PATIENCE)
    assert library.clip(walk).name == "walk"
    read.set()
    thread.join()
    assert library.clip(walk).name == "stroll"


def test_a_snapshot_sees_one_state(library, walk):
    with Library.open(library.folder) as other, library.database.snapshot():
        assert library.clip(walk).name == "walk"
        other.apply({"kind": "rename_clip", "clip": walk, "name": "stroll"})
        assert library.clip(walk).name == "walk"
    assert library.clip(walk).name == "stroll"


def test_waiting_too_long_says_why(library, walk, monkeypatch):
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    blocker = sqlite3.connect(library.folder / "library.db", isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    with Library.open(library.folder) as other, pytest.raises(LibraryError, match="another process has been writing"):
        other.apply({"kind": "rename_clip", "clip": walk, "name": "stroll"})
    blocker.close()


def test_a_closed_library_says_so(library):
    library.close()
    with pytest.raises(LibraryError, match="has been closed; open it again"):
        library.clips()


def test_threads_that_ended_leave_no_connection_open(library):
    for _ in range(10):
        thread = threading.Thread(target=library.clips)
        thread.start()
        thread.join()
    assert len(library.database._all) <= 2
    assert library.clips() == []


def test_a_damaged_file_says_how_to_recover(library, walk):
    library.close()
    path = library.folder / "library.db"
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with (
        pytest.raises(LibraryError, match=r"malformed; restore it from a backup, or try `sqlite3 library.db .recover`"),
        Library.open(library.folder) as damaged,
    ):
        damaged.clips()


def test_a_broken_rule_changes_nothing_and_says_so(library, walk):
    def break_a_rule():
        with library.database.transaction() as connection:
            connection.execute("UPDATE clips SET name = 'x'")
            connection.execute("UPDATE annotations SET stop = start")

    with pytest.raises(LibraryError, match=r"CHECK constraint failed.*nothing was changed; please report"):
        break_a_rule()
    assert library.clip(walk).name == "walk"
