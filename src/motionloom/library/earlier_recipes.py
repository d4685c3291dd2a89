"""Recipes of libraries of version 1, ten dictionaries with a "made_by", as recipes of today. Nothing of them is lost."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Mapping
from typing import Any

from motionloom.library.records import fingerprint

# What "made_by" said, and the kind of a recipe that it is now.
_KINDS = {"feet.clean": "clean", "graph": "graph_path"}
EARLIER = "earlier"  # the option that holds such a recipe as it was found; nothing can be made of it again
SAMPLE = "sample"


def convert_recipes(connection: sqlite3.Connection) -> None:
    """Rewrite every recipe. Clips of the sample's performers were performed, not made of other clips."""
    clips = {row[0]: row for row in connection.execute("SELECT id, content, skeleton, fps, frames FROM clips")}
    for identity, text in connection.execute("SELECT id, recipe FROM clips WHERE recipe LIKE '%\"made_by\"%'").fetchall():
        recipe = convert(json.loads(text), clips)
        connection.execute("UPDATE clips SET recipe = ? WHERE id = ?", (_to_text(recipe), identity))
    connection.execute("UPDATE clips SET made = 0 WHERE source = ? AND json_extract(recipe, '$.kind') = ?", (SAMPLE, SAMPLE))
    for identity, text in connection.execute("SELECT id, data FROM documents").fetchall():
        known = [word for word in dict.fromkeys(re.findall(r"[\w-]+", text)) if word in clips]
        connection.execute("UPDATE documents SET clips = ? WHERE id = ?", (_to_text(sorted(known)), identity))


def bring_up_to_date(recipe: Mapping[str, Any]) -> dict[str, Any]:
    """The recipe that a file carries, as one of today where an earlier Motionloom wrote it."""
    return convert(recipe, {}) if "made_by" in recipe else dict(recipe)


def convert(old: Mapping[str, Any], clips: Mapping[str, Any]) -> dict[str, Any]:
    """A recipe of today. The sample's can be made again; of others the clips they name are kept as sources, and all they say as it was."""
    kind = str(old.get("made_by", ""))
    if kind == SAMPLE and {"performer", "behaviour", "seed"} <= old.keys():
        options = {"performer": old["performer"], "behaviour": old["behaviour"], "noise": 0.0, "skate": 0.0, **old.get("options", {})}
        return {"kind": SAMPLE, "sources": [], "options": options, "seed": old["seed"], "version": 1}
    sources = [_source(clips[word]) for word in _words(old) if word in clips]
    return {"kind": _KINDS.get(kind, kind), "sources": sources, "options": {EARLIER: dict(old)}, "seed": 0, "version": 1}


def _words(data: Any) -> dict[str, None]:
    """Every text in plain data, once, in order; ids of clips are among them."""
    if isinstance(data, str):
        return {data: None}
    parts = data.values() if isinstance(data, Mapping) else data if isinstance(data, list) else ()
    return {word: None for part in parts for word in _words(part)}


def _source(row: Any) -> dict[str, Any]:
    identity, content, skeleton, fps, frames = row
    return {"clip": identity, "content": fingerprint(content, skeleton, fps), "start": 0, "stop": frames}


def _to_text(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))
