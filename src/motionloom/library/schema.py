"""The tables of `library.db`, and how an older database is brought up to date."""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from motionloom.core.errors import LibraryError

APPLICATION_ID = 0x4D4C4F4D  # "MLOM": tells our databases from any other SQLite file

_FIRST = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE skeletons (hash TEXT PRIMARY KEY, data TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE clips (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    content TEXT NOT NULL,              -- sha256 of the array file that holds the frames
    skeleton TEXT NOT NULL REFERENCES skeletons (hash),
    frames INTEGER NOT NULL CHECK (frames > 0),
    joints INTEGER NOT NULL CHECK (joints > 0),
    fps REAL NOT NULL CHECK (fps > 0),
    made INTEGER NOT NULL,              -- 1: a recipe made it; 0: captured
    recipe TEXT NOT NULL,               -- JSON
    source TEXT NOT NULL,               -- the collection it comes from: "CMU", "sample", ...
    subject TEXT NOT NULL,
    description TEXT NOT NULL,
    licence TEXT NOT NULL,
    note TEXT NOT NULL,                 -- what a person wrote about it
    file TEXT NOT NULL,                 -- the file it was read from, "" where none
    file_hash TEXT NOT NULL,            -- sha256 of that file and of those read with it
    reading TEXT NOT NULL,              -- JSON: format, unit, header rate, options, the reader's notes
    reading_key TEXT UNIQUE,            -- hash of file, file_hash and options: one file is one clip, whoever imports it
    height REAL,                        -- metres, of the body; NULL where its roles are not known
    gravity TEXT,                       -- JSON: what the fall of the body says about rate and unit
    added REAL NOT NULL,                -- seconds since 1970
    deleted REAL                        -- when a person deleted it; undo brings it back
);
CREATE INDEX clips_by_content ON clips (content);
CREATE INDEX clips_by_file ON clips (file);

CREATE TABLE labels (
    clip TEXT NOT NULL REFERENCES clips (id),
    label TEXT NOT NULL,
    present INTEGER NOT NULL,           -- 0: a person said that it is not this; no machine may say it again
    by TEXT NOT NULL,
    confidence REAL,
    PRIMARY KEY (clip, label)
) WITHOUT ROWID;
CREATE INDEX labels_by_label ON labels (label);

CREATE TABLE annotations (
    id TEXT PRIMARY KEY,
    clip TEXT NOT NULL REFERENCES clips (id),
    track TEXT NOT NULL,
    name TEXT NOT NULL,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    by TEXT NOT NULL,
    confidence REAL,
    CHECK (0 <= start AND start < stop)
) WITHOUT ROWID;
CREATE INDEX annotations_by_clip ON annotations (clip, start);
CREATE INDEX annotations_by_name ON annotations (name);

CREATE TABLE plants (
    clip TEXT PRIMARY KEY REFERENCES clips (id),
    frames BLOB NOT NULL,               -- a byte a frame: four bits of plants, four bits of "a person set this"
    by TEXT NOT NULL,                   -- who set the bits that no person set
    source TEXT NOT NULL,               -- which detector or oracle version they come from
    confidence BLOB                     -- 4 bytes a frame, 0..255, of the machine's bits
) WITHOUT ROWID;

CREATE TABLE judgements (
    clip TEXT NOT NULL REFERENCES clips (id),
    question TEXT NOT NULL,
    person TEXT NOT NULL,
    verdict INTEGER NOT NULL,
    PRIMARY KEY (clip, question, person)
) WITHOUT ROWID;

CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    data TEXT NOT NULL,                 -- JSON
    content TEXT NOT NULL,              -- sha256 of a file of bytes beside it, "" where none
    added REAL NOT NULL,
    deleted REAL
) WITHOUT ROWID;
CREATE INDEX documents_by_kind ON documents (kind, name);

CREATE TABLE changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,            -- given by who asked: asking twice changes once
    window TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    role TEXT NOT NULL,                 -- do, undo, redo
    target INTEGER,                     -- the seq that an undo or redo is about
    state TEXT NOT NULL,                -- done, undone, or spent: no longer on an undo stack
    command TEXT NOT NULL,              -- JSON, as it was asked
    deltas TEXT NOT NULL,               -- JSON: every field it changed, before and after
    touched TEXT NOT NULL,              -- JSON: ["clip:ab12...", ...]
    kept TEXT NOT NULL,                 -- JSON: what an undo left because it has been changed since
    at REAL NOT NULL
);
CREATE INDEX changes_by_window ON changes (window, state, seq);
CREATE INDEX changes_by_target ON changes (target, seq) WHERE target IS NOT NULL;
"""


def _create(connection: sqlite3.Connection) -> None:
    _run_script(connection, _FIRST)
    facts = {"id": secrets.token_hex(8), "created": repr(time.time())}
    connection.executemany("INSERT INTO about VALUES (?, ?)", facts.items())
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


# outcome: JSON, what came out when a clip was made (score, notes). documents.clips: JSON, ids of the clips it rests on.
_SECOND = """
ALTER TABLE clips ADD COLUMN outcome TEXT NOT NULL DEFAULT '{}';
ALTER TABLE documents ADD COLUMN clips TEXT NOT NULL DEFAULT '[]';

CREATE TABLE proposal_batches (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    question TEXT NOT NULL,             -- what a person is asked: natural, is this a wave, ...
    room TEXT NOT NULL,                 -- who raised them
    at REAL NOT NULL,
    withdrawn REAL                      -- when the raising was taken back; redo brings them back
) WITHOUT ROWID;

CREATE TABLE proposals (
    id INTEGER PRIMARY KEY,
    batch TEXT NOT NULL REFERENCES proposal_batches (id),
    digest TEXT NOT NULL,               -- of the recipe: raising the same again changes nothing
    recipe TEXT NOT NULL,               -- JSON; its motion is made when it is looked at
    name TEXT NOT NULL,
    score REAL,
    confidence REAL,
    reason TEXT NOT NULL,
    state TEXT NOT NULL,                -- pending, accepted, rejected
    by TEXT NOT NULL,                   -- who said so
    why TEXT NOT NULL,                  -- what a person gave as the reason
    clip TEXT,                          -- the clip it became
    decided REAL
);
CREATE UNIQUE INDEX proposals_once ON proposals (batch, digest);
CREATE INDEX proposals_by_state ON proposals (state, batch, score);
"""


def _add_recipes_and_proposals(connection: sqlite3.Connection) -> None:
    from motionloom.library.earlier_recipes import convert_recipes

    _run_script(connection, _SECOND)
    convert_recipes(connection)


# recipe: packed by `making.packed_recipes` with the batch's pattern, for a hundred thousand of them repeat most of their words; digest: 16
# bytes. proposal_sources: what a batch starts from. Only what waits is looked for by score or doubt, so only that is in those indexes.
_THIRD = """
CREATE TABLE raised_batches (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    question TEXT NOT NULL,             -- what a person is asked: natural, is this a wave, ...
    room TEXT NOT NULL,                 -- who raised them
    pattern BLOB NOT NULL,              -- words that its recipes have in common, for packing them
    at REAL NOT NULL,
    withdrawn REAL                      -- when the raising was taken back; redo brings them back
) WITHOUT ROWID;
INSERT INTO raised_batches SELECT id, title, question, room, x'', at, withdrawn FROM proposal_batches;

CREATE TABLE raised (
    id INTEGER PRIMARY KEY,
    batch TEXT NOT NULL REFERENCES raised_batches (id),
    digest BLOB NOT NULL,               -- of the recipe: raising the same again changes nothing
    recipe BLOB NOT NULL,               -- packed JSON; its motion is made when it is looked at
    name TEXT NOT NULL,
    score REAL,
    confidence REAL,
    reason TEXT NOT NULL,
    state TEXT NOT NULL,                -- pending, accepted, rejected
    by TEXT NOT NULL,                   -- who said so
    why TEXT NOT NULL,                  -- what a person gave as the reason
    clip TEXT,                          -- the clip it became
    decided REAL
);
INSERT INTO raised SELECT id, batch, unpack_digest(digest), pack_recipe(recipe), name, score, confidence, reason, state, by, why, clip,
    decided FROM proposals;
DROP TABLE proposals;
DROP TABLE proposal_batches;
ALTER TABLE raised_batches RENAME TO proposal_batches;
ALTER TABLE raised RENAME TO proposals;
CREATE UNIQUE INDEX proposals_once ON proposals (batch, digest);
CREATE INDEX proposals_by_state ON proposals (batch, state);
CREATE INDEX proposals_by_score ON proposals (batch, score) WHERE state = 'pending';
CREATE INDEX proposals_by_doubt ON proposals (batch, abs(coalesce(confidence, 0.5) - 0.5)) WHERE state = 'pending';
CREATE INDEX proposals_accepted ON proposals (clip) WHERE state = 'accepted';

CREATE TABLE proposal_sources (
    batch TEXT NOT NULL REFERENCES proposal_batches (id),
    kind TEXT NOT NULL,                 -- clip, document
    source TEXT NOT NULL,               -- its id
    PRIMARY KEY (batch, kind, source)
) WITHOUT ROWID;
"""


def _pack_proposals(connection: sqlite3.Connection) -> None:
    recipes = connection.execute("SELECT batch, recipe FROM proposals").fetchall()
    connection.create_function("unpack_digest", 1, bytes.fromhex, deterministic=True)
    connection.create_function("pack_recipe", 1, lambda text: zlib.compress(text.encode()), deterministic=True)
    _run_script(connection, _THIRD)
    for batch, text in recipes:
        rows = [
            (batch, kind, source[kind]) for source in _walk_sources(json.loads(text)) for kind in ("clip", "document") if kind in source
        ]
        connection.executemany("INSERT INTO proposal_sources VALUES (?, ?, ?) ON CONFLICT DO NOTHING", rows)


def _walk_sources(recipe: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for source in recipe["sources"]:
        yield source
        if "recipe" in source:
            yield from _walk_sources(source["recipe"])


# glitches: JSON, what is wrong with the frames (`motionloom.glitches`); NULL where nobody has looked, as in libraries of before.
_FOURTH = """
ALTER TABLE clips ADD COLUMN glitches TEXT;
CREATE INDEX clips_unexamined ON clips (id) WHERE glitches IS NULL;
"""


def _add_glitches(connection: sqlite3.Connection) -> None:
    _run_script(connection, _FOURTH)


# One step a version: MIGRATIONS[n] brings a database of version n to n + 1, inside the same transaction.
MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_create, _add_recipes_and_proposals, _pack_proposals, _add_glitches)
VERSION = len(MIGRATIONS)


def read_version(connection: sqlite3.Connection, place: str) -> int:
    """The schema version of a database, 0 for an empty one; an error for a foreign or a newer one."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if application != APPLICATION_ID and (tables or version):
        raise LibraryError(f"{place}: this SQLite file was not made by Motionloom; name another folder")
    if version > VERSION:
        raise LibraryError(
            f"{place}: this library has version {version}, this Motionloom reads up to {VERSION}; install a newer Motionloom"
        )
    return version


def bring_up_to_date(connection: sqlite3.Connection, place: str) -> None:
    """Run the migrations that are missing. Call it inside a write transaction: all of them happen, or none."""
    version = read_version(connection, place)
    for migrate in MIGRATIONS[version:]:
        migrate(connection)
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _run_script(connection: sqlite3.Connection, script: str) -> None:
    # Not executescript: that would commit the transaction we are in.
    for statement in script.split(";\n"):
        if statement.strip():
            connection.execute(statement)
