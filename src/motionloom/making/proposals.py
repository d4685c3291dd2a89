"""Proposals: recipes that nobody has accepted yet. Kept as recipes only; a motion is made when it is looked at or accepted.

Raising is chunk by chunk, each saved when it is reported, and raising the same again changes nothing: work that was killed goes on.
Accepting is all or nothing: the frames of every clip are stored first, then one transaction adds the rows and marks the proposals.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from motionloom.compute import Progress
from motionloom.core.errors import LibraryError, count_of
from motionloom.library import Library, history, make_id
from motionloom.library.additions import NewClip, insert_clips
from motionloom.library.commands.registry import check_text
from motionloom.library.edit import Edit
from motionloom.library.records import Change
from motionloom.making.derive import prepare
from motionloom.making.recipe import Recipe, from_json

State = Literal["pending", "accepted", "rejected"]
Order = Literal["raised", "best", "worst", "unsure"]
CHUNK = 5_000
_ORDERS = {
    "raised": "p.id",
    "best": "p.score, p.id",
    "worst": "p.score DESC, p.id",
    "unsure": "abs(coalesce(p.confidence, 0.5) - 0.5), p.id",
}


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
    progress = progress or Progress()
    identity, source = batch or make_id(), iter(proposals)
    _open_batch(library, identity, check_text(question, "a question"), check_text(title, "a title"), room, window)
    while chunk := list(islice(source, CHUNK)):
        rows = [(identity, each.recipe.digest, each.recipe.text, each.name, each.score, each.confidence, each.reason) for each in chunk]
        with library.database.transaction() as connection:
            connection.executemany(
                "INSERT INTO proposals (batch, digest, recipe, name, score, confidence, reason, state, by, why)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', '', '') ON CONFLICT DO NOTHING",
                rows,
            )
        progress.advance(len(chunk))
    return identity


def _open_batch(library: Library, identity: str, question: str, title: str, room: str, window: str) -> None:
    with library.database.transaction() as connection:
        edit, now = Edit(connection), time.time()
        if edit.find("proposal_batches", identity) is not None:
            return
        row = {"id": identity, "title": title, "question": question, "room": room, "at": now, "withdrawn": None}
        connection.execute("INSERT INTO proposal_batches VALUES (?, ?, ?, ?, ?, ?)", tuple(row.values()))
        edit.note_raised(identity, now)
        history.record(connection, edit, identity=make_id(), window=window, kind="raise_proposals", title=title)


def find_proposals(
    library: Library,
    *,
    state: State | None = "pending",
    question: str | None = None,
    batch: str | None = None,
    order: Order = "raised",
    limit: int = 50,
    offset: int = 0,
) -> list[Proposal]:
    """Proposals that are not withdrawn, in order."""
    where, values = _conditions(state, question, batch)
    query = f"{_SELECT} WHERE {where} ORDER BY {_ORDERS[order]} LIMIT ? OFFSET ?"
    return [_to_proposal(row) for row in library.database.read(query, (*values, limit, offset))]


def get_proposal(library: Library, proposal: int) -> Proposal:
    """One proposal by id."""
    rows = library.database.read(f"{_SELECT} WHERE p.id = ?", (proposal,))
    if not rows:
        raise LibraryError(f"no proposal {proposal}; it is not in this library")
    return _to_proposal(rows[0])


def count_proposals(library: Library, *, question: str | None = None, batch: str | None = None) -> Counts:
    """How many there are in each state."""
    where, values = _conditions(None, question, batch)
    rows = library.database.read(
        f"SELECT p.state, count(*) FROM proposals p JOIN proposal_batches b ON b.id = p.batch WHERE {where} GROUP BY 1", values
    )
    return Counts(**{row[0]: row[1] for row in rows})


def accept(
    library: Library, proposals: Sequence[int], *, by: str = "", window: str = "", progress: Progress | None = None
) -> tuple[list[str], Change]:
    """Make clips of proposals, all of them or none, as one undo step; the clips' ids come out in order.

    Those that were accepted before are left as they are, and so is what another process decided meanwhile.
    """
    progress = progress or Progress()
    waiting = [each for each in (get_proposal(library, identity) for identity in dict.fromkeys(proposals)) if each.state != "accepted"]
    progress.begin("Making accepted proposals", len(waiting))
    prepared: dict[int, NewClip] = {}
    for each in waiting:
        prepared[each.id] = prepare(library, each.recipe, each.name)
        progress.advance(note=each.name)
    with library.database.transaction() as connection:
        edit, added = Edit(connection), list[str]()
        for each in waiting:
            row = edit.find("proposals", each.id)
            if row is None or row["state"] == "accepted":
                continue
            (clip,) = insert_clips(edit, [prepared[each.id]])
            edit.update("proposals", row, state="accepted", by=by, why="", clip=clip, decided=time.time())
            added.append(str(clip))
        return added, _record(connection, edit, "accept_proposals", f"Accept {_describe(waiting)}", window)


def reject(library: Library, proposals: Sequence[int], why: str = "", *, by: str = "", window: str = "") -> Change:
    """Say no to proposals, as one undo step; what was accepted before keeps its clip."""
    with library.database.transaction() as connection:
        edit, said = Edit(connection), list[Proposal]()
        for identity in dict.fromkeys(proposals):
            row = edit.find("proposals", identity)
            if row is None:
                raise LibraryError(f"no proposal {identity}; it is not in this library")
            if row["state"] != "accepted":
                edit.update("proposals", row, state="rejected", by=by, why=why[:1000], decided=time.time())
                said.append(get_proposal(library, identity))
        return _record(connection, edit, "reject_proposals", f"Reject {_describe(said)}", window)


def _record(connection: sqlite3.Connection, edit: Edit, kind: str, title: str, window: str) -> Change:
    return history.record(connection, edit, identity=make_id(), window=window, kind=kind, title=title)


def _describe(proposals: Sequence[Proposal]) -> str:
    return (proposals[0].name or "a proposal") if len(proposals) == 1 else count_of(len(proposals), "proposal")


_SELECT = (
    "SELECT p.id, p.batch, b.question, p.recipe, p.name, p.score, p.confidence, p.reason, p.state, p.by, p.why, p.clip"
    " FROM proposals p JOIN proposal_batches b ON b.id = p.batch"
)


def _conditions(state: str | None, question: str | None, batch: str | None) -> tuple[str, list[str]]:
    given = {"p.state": state, "b.question": question, "p.batch": batch}
    wanted = {column: value for column, value in given.items() if value is not None}
    return " AND ".join(["b.withdrawn IS NULL", *(f"{column} = ?" for column in wanted)]), list(wanted.values())


def _to_proposal(row: sqlite3.Row) -> Proposal:
    return Proposal(**{**dict(row), "recipe": from_json(json.loads(row["recipe"]))})
