"""Proposals: recipes that nobody has accepted yet. Kept as recipes only; a motion is made when it is looked at or accepted.

Raising is chunk by chunk, each saved when it is reported, and raising the same again changes nothing: work that was killed goes on.
`deciding` says yes or no to them.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from motionloom.compute import Progress
from motionloom.core.errors import LibraryError
from motionloom.library import Library, history, make_id
from motionloom.library.commands.registry import check_text
from motionloom.library.edit import Edit
from motionloom.making.packed_recipes import choose_pattern, pack, unpack
from motionloom.making.recipe import Recipe, from_json

State = Literal["pending", "accepted", "rejected"]
Order = Literal["raised", "best", "worst", "unsure"]
CHUNK = 5_000
AT_ONCE = 500  # ids in one query
DOUBT = "abs(coalesce(confidence, 0.5) - 0.5)"
# What each order sorts by, least first; a proposal without a score comes last.
_KEYS = {"raised": "id", "best": "score", "worst": "-score", "unsure": DOUBT}
_ORDERS = {"raised": "id", "best": "score ASC NULLS LAST, id", "worst": "score DESC NULLS LAST, id", "unsure": f"{DOUBT}, id"}


@dataclass(frozen=True)
class NewProposal:
    """A recipe for a person to say yes or no to: a score (less is better), how sure its maker is (0 to 1), and why it is proposed."""

    recipe: Recipe
    name: str = ""
    score: float | None = None
    confidence: float | None = None
    reason: str = ""


@dataclass(frozen=True)
class Proposal:
    """A proposal as it is kept. clip: what it became; by, why: who decided, and what they gave as the reason."""

    id: int
    batch: str
    question: str
    recipe: Recipe
    name: str
    score: float | None
    confidence: float | None
    reason: str
    state: State
    by: str
    why: str
    clip: str | None


@dataclass(frozen=True)
class Counts:
    """How many proposals wait and were decided."""

    pending: int = 0
    accepted: int = 0
    rejected: int = 0


def raise_proposals(
    library: Library,
    proposals: Iterable[NewProposal],
    *,
    question: str,
    title: str,
    room: str,
    batch: str = "",
    window: str = "",
    progress: Progress | None = None,
) -> str:
    """Put proposals before people, under one question; the id of the batch comes out, one undo step takes it back.

    batch: an id of the caller's, so that work that was stopped goes on in the same batch.
    """
    from motionloom.making.questions import QUESTIONS

    progress = progress or Progress()
    identity, source = batch or make_id(), iter(proposals)
    asked, words = QUESTIONS.find(question).name, check_text(title, "a title")
    first = list(islice(source, CHUNK))
    pattern = _open_batch(library, identity, asked, words, room, first, window)
    chunk = first
    while chunk:
        with library.database.transaction() as connection:
            _insert(connection, identity, pattern, chunk)
        progress.advance(len(chunk))
        chunk = list(islice(source, CHUNK))
    return identity


def _open_batch(library: Library, identity: str, question: str, title: str, room: str, first: Sequence[NewProposal], window: str) -> bytes:
    """The pattern of a batch, which is begun where it is not there yet."""
    with library.database.transaction() as connection:
        edit, now = Edit(connection), time.time()
        there = edit.find("proposal_batches", identity)
        if there is not None:
            return bytes(there["pattern"])
        pattern = choose_pattern(each.recipe for each in first)
        row = (identity, title, question, room, pattern, now, None)
        connection.execute("INSERT INTO proposal_batches VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        edit.note_raised(identity, now)
        history.record(connection, edit, identity=make_id(), window=window, kind="raise_proposals", title=title)
        return pattern


def _insert(connection: sqlite3.Connection, batch: str, pattern: bytes, chunk: Sequence[NewProposal]) -> None:
    rows = [
        (batch, bytes.fromhex(each.recipe.digest), pack(each.recipe, pattern), each.name, each.score, each.confidence, each.reason)
        for each in chunk
    ]
    connection.executemany(
        "INSERT INTO proposals (batch, digest, recipe, name, score, confidence, reason, state, by, why)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', '', '') ON CONFLICT DO NOTHING",
        rows,
    )
    sources = {source for each in chunk for source in each.recipe.walk()}
    named = {(batch, "clip", source.clip) for source in sources if source.clip}
    named |= {(batch, "document", source.document) for source in sources if source.document}
    connection.executemany("INSERT INTO proposal_sources VALUES (?, ?, ?) ON CONFLICT DO NOTHING", sorted(named))


def find_proposals(
    library: Library,
    *,
    state: State = "pending",
    question: str | None = None,
    batch: str | None = None,
    order: Order = "raised",
    limit: int = 50,
    offset: int = 0,
) -> list[Proposal]:
    """Proposals in a state that are not withdrawn, in order."""
    # Batch by batch, each straight from its index: together they would have to be sorted, all hundred thousand of them.
    with library.database.snapshot() as connection:
        found = [
            (row["key"] is None, row["key"], row["id"])
            for each in _batches(connection, question, batch)
            for row in connection.execute(
                f"SELECT id, {_KEYS[order]} AS key FROM proposals WHERE batch = ? AND state = {_STATES[state]}"
                f" ORDER BY {_ORDERS[order]} LIMIT ?",
                (each, offset + limit),
            )
        ]
        return list(read_proposals(connection, [identity for _, _, identity in sorted(found)[offset : offset + limit]]))


def get_proposals(library: Library, proposals: Sequence[int]) -> list[Proposal]:
    """Proposals by id, in that order; an error where one is not there."""
    with library.database.snapshot() as connection:
        return list(read_proposals(connection, proposals))


def read_proposals(connection: sqlite3.Connection, proposals: Sequence[int]) -> Iterator[Proposal]:
    """`get_proposals` inside a transaction."""
    wanted = list(dict.fromkeys(proposals))
    rows: dict[int, Proposal] = {}
    for start in range(0, len(wanted), AT_ONCE):
        some = wanted[start : start + AT_ONCE]
        for row in connection.execute(f"{_SELECT} WHERE p.id IN ({', '.join('?' * len(some))})", some):
            rows[row["id"]] = _to_proposal(row)
    missing = [identity for identity in wanted if identity not in rows]
    if missing:
        raise LibraryError(f"no proposal {missing[0]}; it is not in this library")
    return (rows[identity] for identity in wanted)


def count_proposals(library: Library, *, question: str | None = None, batch: str | None = None) -> Counts:
    """How many there are in each state."""
    total: dict[str, int] = {}
    with library.database.snapshot() as connection:
        for each in _batches(connection, question, batch):
            for state, count in connection.execute("SELECT state, count(*) FROM proposals WHERE batch = ? GROUP BY state", (each,)):
                total[state] = total.get(state, 0) + count
    return Counts(**total)


def rescore(library: Library, scores: Mapping[int, tuple[float, float, str]]) -> None:
    """Give proposals that wait another score, confidence and reason, by id: whoever judged them has learnt; no edit of a person's."""
    rows = [(*said, identity) for identity, said in scores.items()]
    with library.database.transaction() as connection:
        connection.executemany("UPDATE proposals SET score = ?, confidence = ?, reason = ? WHERE id = ? AND state = 'pending'", rows)


def known_digests(library: Library, digests: Iterable[str], *, room: str, besides: str = "") -> set[str]:
    """Of the digests of recipes those that a room proposed before, whatever became of them; besides: a batch that does not count."""
    wanted, found = list(digests), set[str]()
    batches = "SELECT id FROM proposal_batches WHERE room = ? AND id != ? AND withdrawn IS NULL"
    for start in range(0, len(wanted), AT_ONCE):
        some = [bytes.fromhex(digest) for digest in wanted[start : start + AT_ONCE]]
        places = ", ".join("?" * len(some))
        rows = library.database.read(
            f"SELECT digest FROM proposals WHERE batch IN ({batches}) AND digest IN ({places})", (room, besides, *some)
        )
        found |= {bytes(row[0]).hex() for row in rows}
    return found


def asked_questions(library: Library) -> tuple[str, ...]:
    """The questions under which proposals were raised and not withdrawn."""
    rows = library.database.read("SELECT DISTINCT question FROM proposal_batches WHERE withdrawn IS NULL ORDER BY question")
    return tuple(row[0] for row in rows)


# Written out, not given as a value: only so does SQLite see that an index of what waits will do.
_STATES = {state: f"'{state}'" for state in ("pending", "accepted", "rejected")}
_SELECT = (
    "SELECT p.id, p.batch, b.question, b.pattern, p.recipe, p.name, p.score, p.confidence, p.reason, p.state, p.by, p.why, p.clip"
    " FROM proposals p JOIN proposal_batches b ON b.id = p.batch"
)


def _batches(connection: sqlite3.Connection, question: str | None, batch: str | None) -> list[str]:
    rows = connection.execute(
        "SELECT id FROM proposal_batches WHERE withdrawn IS NULL"
        " AND question = coalesce(?1, question) AND id = coalesce(?2, id) ORDER BY at",
        (question, batch),
    )
    return [row["id"] for row in rows]


def _to_proposal(row: sqlite3.Row) -> Proposal:
    fields = dict(row)
    recipe = from_json(json.loads(unpack(fields["recipe"], fields.pop("pattern"))))
    return Proposal(**{**fields, "recipe": recipe})
