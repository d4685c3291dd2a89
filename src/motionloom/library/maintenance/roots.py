"""Which clips and documents others rest on: sources of recipes, and the clips of documents."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Needed:
    """The ids of clips and documents that something rests on which is not deleted."""

    clips: frozenset[str]
    documents: frozenset[str]


def find_needed(connection: sqlite3.Connection) -> Needed:
    """What made clips, proposals that were raised and not withdrawn, and documents rest on; and what those rest on in their turn."""
    clips = _read_ids("SELECT clips FROM documents WHERE deleted IS NULL", connection)
    documents: set[str] = set()
    for (text,) in connection.execute("SELECT recipe FROM clips WHERE deleted IS NULL AND made"):
        _note(json.loads(text), clips, documents)
    raised = connection.execute(
        "SELECT s.kind, s.source FROM proposal_sources s JOIN proposal_batches b ON b.id = s.batch WHERE b.withdrawn IS NULL"
    )
    for kind, source in raised:
        (clips if kind == "clip" else documents).add(source)
    deleted = {row["id"]: row["recipe"] for row in connection.execute("SELECT id, recipe FROM clips WHERE deleted IS NOT NULL AND made")}
    kept = {row["id"]: row["clips"] for row in connection.execute("SELECT id, clips FROM documents WHERE deleted IS NOT NULL")}
    while reached := (clips & deleted.keys()) | (documents & kept.keys()):
        for identity in reached:
            clips.update(json.loads(kept.pop(identity, "[]")))
            _note(json.loads(deleted.pop(identity, "{}")), clips, documents)
    return Needed(frozenset(clips), frozenset(documents))


def walk_sources(recipe: Any) -> Iterator[Mapping[str, Any]]:
    """The sources of a recipe as plain data, those of the recipes it starts from among them."""
    waiting = [recipe]
    while waiting:
        one = waiting.pop()
        sources = one.get("sources") if isinstance(one, Mapping) else None
        for source in sources if isinstance(sources, list) else ():
            if isinstance(source, Mapping):
                yield source
                waiting.append(source.get("recipe"))


def _note(recipe: Any, clips: set[str], documents: set[str]) -> None:
    for source in walk_sources(recipe):
        for word, found in (("clip", clips), ("document", documents)):
            if isinstance(source.get(word), str):
                found.add(source[word])


def _read_ids(query: str, connection: sqlite3.Connection) -> set[str]:
    rows: Iterable[tuple[str]] = connection.execute(query)
    return {identity for (text,) in rows for identity in json.loads(text)}
