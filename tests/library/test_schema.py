"""Older libraries are brought up to date, newer and foreign ones refused, and a half-made one finished."""

import sqlite3

import pytest

from motionloom.core.errors import LibraryError
from motionloom.library import Library, schema
from motionloom.library.database import Database, open_database


def test_a_newer_library_asks_for_a_newer_motionloom(library):
    folder = library.folder
    library.database.connection().execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    library.close()
    with pytest.raises(LibraryError, match=rf"has version {schema.VERSION + 1}.*install a newer Motionloom"):
        Library.open(folder)


def test_a_foreign_database_is_left_alone(tmp_path):
    path = tmp_path / "library.db"
    foreign = sqlite3.connect(path)
    foreign.execute("CREATE TABLE recipes (cake TEXT)")
    foreign.commit()
    foreign.close()
    before = path.read_bytes()
    with pytest.raises(LibraryError, match="was not made by Motionloom"):
        Library.open(tmp_path)
    assert path.read_bytes()[100:] == before[100:]


def test_what_is_no_database_says_so(tmp_path):
    (tmp_path / "library.db").write_bytes(b"walk, run, jump" * 500)
    with pytest.raises(LibraryError, match="not a database"):
        Library.open(tmp_path)


def test_a_library_whose_making_was_interrupted_is_finished(tmp_path):
    (tmp_path / "library.db").touch()
    with Library.open(tmp_path) as library:
        assert library.summary().clips == 0


def test_migrations_run_in_order_and_all_or_none(library, monkeypatch):
    path = library.folder / "library.db"
    library.close()

    def add_column(connection):
        connection.execute("ALTER TABLE clips ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'")

    def fail(connection):
        raise LibraryError("no")

    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 2)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, add_column, fail))
    with pytest.raises(LibraryError, match="no"):
        open_database(path)
    plain = Database(path)
    assert "mood" not in [row["name"] for row in plain.read("PRAGMA table_info(clips)")]
    plain.close()
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS[:-1], lambda connection: None))
    migrated = open_database(path)
    assert "mood" in [row["name"] for row in migrated.read("PRAGMA table_info(clips)")]
    assert migrated.read("PRAGMA user_version")[0][0] == schema.VERSION
    migrated.close()
