"""Looking things up: pure reading, plain records out."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import Any, Literal

from motionloom.core.errors import LibraryError, list_names
from motionloom.glitches import Glitch
from motionloom.library import plants as bits
from motionloom.library.checked_columns import as_number, as_object, require_object, require_rate
from motionloom.library.database import Database
from motionloom.library.records import NOTES, Annotation, Clip, Document, Judgement, Label, Summary, check_id

Sort = Literal["name", "added", "duration", "frames", "source", "subject"]
_ORDER: dict[str, str] = {
    "name": "c.name COLLATE NOCASE",
    "added": "c.added",
    "duration": "c.frames / c.fps",
    "frames": "c.frames",
    "source": "c.source COLLATE NOCASE",
    "subject": "c.subject COLLATE NOCASE",
}

_CLIP = f"""
SELECT c.id, c.name, c.content, c.skeleton, c.frames, c.joints, c.fps, c.made, c.source, c.subject, c.description, c.licence,
    c.note, c.file, c.reading, c.height, c.gravity, c.glitches, c.added, c.deleted,
    (SELECT json_group_array(label) FROM (SELECT label FROM labels WHERE clip = c.id AND present ORDER BY label)) AS labels,
    (SELECT json_group_array(name) FROM (SELECT DISTINCT name FROM annotations WHERE clip = c.id AND track != '{NOTES}' ORDER BY name))
        AS annotations,
    EXISTS (SELECT 1 FROM plants WHERE clip = c.id) AS planted,
    CASE WHEN c.made AND json_extract(c.recipe, '$.kind') = 'mend' THEN coalesce(json_extract(c.recipe, '$.sources[0].clip'), '')
        ELSE '' END AS mends,
    CASE WHEN c.made THEN (SELECT json_group_array(DISTINCT atom) FROM json_tree(c.recipe, '$.sources') WHERE key = 'clip' AND atom != '')
        ELSE '[]' END AS made_of
FROM clips c
"""
_WORD = """(c.name LIKE ? ESCAPE '\\' OR c.description LIKE ? ESCAPE '\\' OR c.subject LIKE ? ESCAPE '\\' OR c.source LIKE ? ESCAPE '\\'
    OR c.note LIKE ? ESCAPE '\\' OR EXISTS (SELECT 1 FROM labels WHERE clip = c.id AND present AND label LIKE ? ESCAPE '\\')
    OR EXISTS (SELECT 1 FROM annotations WHERE clip = c.id AND name LIKE ? ESCAPE '\\'))"""


@dataclass(frozen=True)
class Filter:
    """Which clips, all conditions together; empty ones let everything through.

    search: every word must occur in name, description, subject, source, note, a label or an annotation. labels and
    annotations: any of them. deleted: False hides deleted clips, True shows only those.
    """

    search: str = ""
    labels: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()
    source: str | None = None
    subject: str | None = None
    skeleton: str | None = None
    made: bool | None = None
    planted: bool | None = None
    deleted: bool = False

    def to_sql(self) -> tuple[str, list[Any]]:
        """The WHERE clause and its values."""
        conditions, values = ["c.deleted IS NOT NULL" if self.deleted else "c.deleted IS NULL"], list[Any]()
        for word in self.search.split()[:20]:
            pattern = "%" + word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
            conditions.append(_WORD)
            values += [pattern] * _WORD.count("?")
        for words, held in ((self.labels, "labels WHERE present AND label"), (self.annotations, "annotations WHERE name")):
            if words:
                conditions.append(f"EXISTS (SELECT 1 FROM {held} IN ({', '.join('?' * len(words))}) AND clip = c.id)")
                values += words
        for column in ("source", "subject", "skeleton", "made"):
            wanted = getattr(self, column)
            if wanted is not None:
                conditions.append(f"c.{column} = ?")
                values.append(wanted)
        if self.planted is not None:
            conditions.append(f"{'' if self.planted else 'NOT '}EXISTS (SELECT 1 FROM plants WHERE clip = c.id)")
        return " AND ".join(conditions), values


def find_clips(database: Database, which: Filter, sort: str, descending: bool, limit: int | None, offset: int) -> list[Clip]:
    """Clips that pass the filter, in order."""
    if sort not in _ORDER:
        raise LibraryError(f"clips cannot be sorted by {sort!r}; use one of {list_names(list(_ORDER))}")
    where, values = which.to_sql()
    order = f"{_ORDER[sort]} {'DESC' if descending else 'ASC'}, c.name COLLATE NOCASE, c.id"
    query = f"{_CLIP} WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?"
    return [_to_clip(row) for row in database.read(query, (*values, -1 if limit is None else limit, offset))]


def count_clips(database: Database, which: Filter) -> int:
    """How many clips pass the filter."""
    where, values = which.to_sql()
    return int(database.read(f"SELECT count(*) FROM clips c WHERE {where}", values)[0][0])


def find_clip(database: Database, clip: str) -> Clip:
    """One clip by id, deleted or not."""
    rows = database.read(f"{_CLIP} WHERE c.id = ?", (check_id(clip, "clip"),))
    if not rows:
        raise LibraryError(f"no clip {clip}; it is not in this library")
    require_rate(rows[0]["fps"], clip)
    return _to_clip(rows[0])


def find_clip_id(database: Database, word: str) -> str:
    """The id of a clip that a person named: by id, by name, or by the start of an id where only one has it."""
    rows = database.read("SELECT id, name FROM clips WHERE deleted IS NULL AND (id = ?1 OR name = ?1)", (word,))
    if not rows and len(word) >= 4:
        rows = database.read("SELECT id, name FROM clips WHERE deleted IS NULL AND substr(id, 1, ?) = ?", (len(word), word))
    if not rows:
        raise LibraryError(f"no clip named {word!r}; `motionloom library list` shows what there is")
    if len(rows) > 1:
        raise LibraryError(f"{len(rows)} clips are named {word!r}; use an id: {list_names([row['id'] for row in rows])}")
    return str(rows[0]["id"])


def read_recipe(database: Database, clip: str) -> dict[str, Any]:
    """How a clip was made; empty for a capture."""
    rows = database.read("SELECT recipe FROM clips WHERE id = ?", (clip,))
    return require_object(rows[0]["recipe"], f"the recipe of clip {clip}") if rows else {}


def read_outcome(database: Database, clip: str) -> dict[str, Any]:
    """What came out when a clip was made: score, notes."""
    rows = database.read("SELECT outcome FROM clips WHERE id = ?", (clip,))
    return as_object(rows[0]["outcome"]) if rows else {}


def read_skeleton(database: Database, skeleton: str) -> dict[str, Any]:
    """A skeleton's plain data by its hash."""
    rows = database.read("SELECT data FROM skeletons WHERE hash = ?", (skeleton,))
    if not rows:
        raise LibraryError(f"no skeleton {skeleton}; run `motionloom library check`")
    return require_object(rows[0]["data"], f"skeleton {skeleton}")


def find_labels(database: Database, clip: str) -> list[Label]:
    """What was said about a whole clip, denied labels among it."""
    rows = database.read("SELECT * FROM labels WHERE clip = ? ORDER BY label", (clip,))
    return [Label(row["label"], row["by"], as_number(row["confidence"]), bool(row["present"])) for row in rows]


def find_annotations(database: Database, clip: str | None, track: str | None, name: str | None) -> list[Annotation]:
    """Spans of frames, by clip and start; deleted clips' are left out unless their clip is named, notes unless their track is."""
    conditions, values = ["c.deleted IS NULL" if clip is None else "a.clip = ?"], [] if clip is None else [clip]
    if track is None:
        conditions.append(f"a.track != '{NOTES}'")
    for column, wanted in (("track", track), ("name", name)):
        if wanted is not None:
            conditions.append(f"a.{column} = ?")
            values.append(wanted)
    where = " AND ".join(conditions)
    query = f"SELECT a.* FROM annotations a JOIN clips c ON c.id = a.clip WHERE {where} ORDER BY a.clip, a.start, a.stop, a.id"
    return [Annotation(**{**dict(row), "confidence": as_number(row["confidence"])}) for row in database.read(query, values)]


def find_plants(database: Database, clip: str) -> bits.ClipPlants | None:
    """A clip's foot plants; None where nobody and nothing has labelled it."""
    rows = database.read("SELECT * FROM plants WHERE clip = ?", (clip,))
    if not rows:
        return None
    row = rows[0]
    confidence = None if row["confidence"] is None else bits.confidence_from_bytes(row["confidence"])
    return bits.ClipPlants(*bits.from_bytes(row["frames"]), row["by"], row["source"], confidence)


def find_judgements(database: Database, clip: str | None, question: str | None) -> list[Judgement]:
    """People's judgements of one clip, or of all that are not deleted."""
    conditions, values = ["c.deleted IS NULL" if clip is None else "j.clip = ?"], [] if clip is None else [clip]
    if question is not None:
        conditions.append("j.question = ?")
        values.append(question)
    where = " AND ".join(conditions)
    query = f"SELECT j.* FROM judgements j JOIN clips c ON c.id = j.clip WHERE {where} ORDER BY j.clip, j.question, j.person"
    return [Judgement(row["clip"], row["question"], row["person"], bool(row["verdict"])) for row in database.read(query, values)]


def find_documents(database: Database, kind: str | None) -> list[Document]:
    """Documents that are not deleted, by kind and name."""
    rows = database.read("SELECT * FROM documents WHERE deleted IS NULL AND (?1 IS NULL OR kind = ?1) ORDER BY kind, name, id", (kind,))
    return [_to_document(row) for row in rows]


def find_document(database: Database, document: str) -> Document:
    """One document by id."""
    rows = database.read("SELECT * FROM documents WHERE id = ? AND deleted IS NULL", (check_id(document, "document"),))
    if not rows:
        raise LibraryError(f"no document {document}; it may have been deleted")
    return _to_document(rows[0])


def summarise(database: Database) -> Summary:
    """The whole library in figures."""
    with database.snapshot() as connection:
        total = connection.execute(
            "SELECT count(*), coalesce(sum(frames), 0), coalesce(sum(frames / fps), 0.0) FROM clips WHERE deleted IS NULL"
        ).fetchone()
        joined = "SELECT {word}, count(DISTINCT c.id) FROM {table} t JOIN clips c ON c.id = t.clip WHERE c.deleted IS NULL{more} GROUP BY 1"
        plain = "SELECT {word}, count(*) FROM clips WHERE deleted IS NULL AND {word} != '' GROUP BY 1"
        queries = (
            joined.format(word="t.label", table="labels", more=" AND t.present"),
            joined.format(word="t.name", table="annotations", more=f" AND t.track != '{NOTES}'"),
            plain.format(word="source"),
            plain.format(word="subject"),
        )
        counts = [dict(map(tuple, connection.execute(query + " ORDER BY 1").fetchall())) for query in queries]
    return Summary(total[0], total[1], total[2], *counts)


def read_glitches(text: str | None) -> tuple[Glitch, ...] | None:
    """The glitches that a row of `clips` holds; None where nobody has looked for any."""
    return None if text is None else () if text == "[]" else tuple(Glitch.from_json(data) for data in json.loads(text))


def _to_clip(row: sqlite3.Row) -> Clip:
    fields = dict(row)
    fields["made"], fields["planted"] = bool(row["made"]), bool(row["planted"])
    fields["labels"], fields["annotations"] = tuple(json.loads(row["labels"])), tuple(json.loads(row["annotations"]))
    fields["reading"], fields["made_of"] = as_object(row["reading"]), tuple(json.loads(row["made_of"]))
    fields["gravity"] = as_object(row["gravity"]) or None
    fields["height"] = as_number(row["height"])
    fields["glitches"] = read_glitches(row["glitches"])
    return Clip(**fields)


def _to_document(row: sqlite3.Row) -> Document:
    return Document(**{**dict(row), "data": as_object(row["data"]), "clips": tuple(json.loads(row["clips"]))})
