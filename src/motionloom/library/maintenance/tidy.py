"""Disk space back: the frames of deleted clips, deleted documents, versions that no undo step can reach, uploads that became no clip.

A deleted clip's row stays, with all that was said about it: importing its folder again leaves it deleted, and `import --restore` reads
its frames anew. Rows are changed first, in one transaction, and files removed after: a kill between the two leaves files without a
row, which the next tidying or `check --fix` removes.
"""

from __future__ import annotations

import json
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

from motionloom.compute import Progress
from motionloom.core.errors import count_of, list_names
from motionloom.library import history
from motionloom.library.edit import Delta, Edit
from motionloom.library.library import Library
from motionloom.library.maintenance.check import SETTLED_SECONDS
from motionloom.library.maintenance.leftovers import find_leftovers, remove_leftover
from motionloom.library.maintenance.mend import remove_file
from motionloom.library.maintenance.roots import Needed, find_needed
from motionloom.library.maintenance.uses import find_earlier_versions, find_uses, read_deltas
from motionloom.library.records import make_id
from motionloom.library.store import TEMPORARY, is_stored_name

# A file that a deleted clip names may be named again by an import that runs now and has written no row yet.
YOUNG_SECONDS = 60.0
SHOWN = 3  # names in a line of the report


@dataclass(frozen=True)
class TidyReport:
    """What was freed, or would be: names of clips and documents, files and their bytes.

    kept: deleted clips that a recipe or a document rests on; kept_documents: deleted documents that a recipe rests on.
    young: files that an import running now may need. uploads: how many of the files were uploaded to the studio and became no clip.
    """

    clips: tuple[str, ...]
    documents: tuple[str, ...]
    kept: tuple[str, ...]
    files: int
    bytes: int
    young: int
    freed: bool
    uploads: int = 0
    kept_documents: tuple[str, ...] = ()

    def describe(self) -> list[str]:
        """Lines for people, the summary last."""
        lines: list[str] = []
        for what, names in (("clip", self.clips), ("document", self.documents)):
            if names:
                lines.append(f"{count_of(len(names), f'deleted {what}')}: {list_names(names, SHOWN)}")
        for what, names in (("clip", self.kept), ("document", self.kept_documents)):
            if names:
                who = "recipes or documents rest on them" if what == "clip" else "recipes rest on them"
                lines.append(f"{count_of(len(names), f'deleted {what}')} kept: {who} ({list_names(names, SHOWN)})")
        if self.uploads:
            lines.append(f"{count_of(self.uploads, 'uploaded file')} that became no clip")
        if self.young:
            young = count_of(self.young, "file")
            lines.append(f"{young} left: too new to tell whether an import is about to use them; tidy again later")
        amount = f"{count_of(self.files, 'file')}, {self.bytes / 1e6:.1f} MB"
        if self.freed:
            return [*lines, f"{amount} freed"]
        nothing = not (self.files or self.clips or self.documents)
        return [
            *lines,
            "nothing to free" if nothing else f"{amount} would be freed; --free does it, and their deletion cannot be undone then",
        ]


@dataclass(frozen=True)
class _Doomed:
    """Deleted clips and documents that nothing needs, by id and name; and the names of those that something needs."""

    clips: dict[str, str]
    documents: dict[str, str]
    kept: tuple[str, ...]
    kept_documents: tuple[str, ...]


def tidy_library(
    library: Library,
    *,
    free: bool = False,
    settled: float = SETTLED_SECONDS,
    young: float = YOUNG_SECONDS,
    progress: Progress | None = None,
) -> TidyReport:
    """Say what deleted clips and documents and unreachable versions take up; with `free` give it back to the disk.

    What undo can reach stays, but for the deletions themselves. Files that no row ever named go when older than `settled` seconds.
    """
    progress = progress or Progress()
    progress.begin("Looking for what nothing needs")
    with library.database.transaction() as connection:
        named = _needed(connection) | find_earlier_versions(connection)
        connection.execute("SAVEPOINT tidying")
        doomed = _find_doomed(connection)
        _forget(connection, doomed)
        unneeded = _find_unneeded(library, _needed(connection))
        leftovers = find_leftovers(library.folder, connection)
        if not free:
            connection.execute("ROLLBACK TO tidying")
    ages = {path: young if path.name in named else settled for path in unneeded}
    ripe = [path for path in unneeded if _age(path) >= ages[path]]
    uploads = [path for path in leftovers if _age(path) >= settled]
    size = sum(path.stat().st_size for path in (*ripe, *uploads))
    if free:
        _remove(library, {path: ages[path] for path in ripe}, progress)
        _remove_uploads(library, uploads, settled)
    recent = sum(path.name in named for path in unneeded) - sum(path.name in named for path in ripe) + len(leftovers) - len(uploads)
    clips, documents = tuple(doomed.clips.values()), tuple(doomed.documents.values())
    return TidyReport(clips, documents, doomed.kept, len(ripe) + len(uploads), size, recent, free, len(uploads), doomed.kept_documents)


def _find_doomed(connection: sqlite3.Connection) -> _Doomed:
    documents = connection.execute("SELECT id, name FROM documents WHERE deleted IS NOT NULL ORDER BY name").fetchall()
    clips = connection.execute("SELECT id, name FROM clips WHERE deleted IS NOT NULL AND content != '' ORDER BY name").fetchall()
    needed = find_needed(connection) if clips or documents else Needed(frozenset(), frozenset())
    (doomed, kept), (old, held) = _part(clips, needed.clips), _part(documents, needed.documents)
    return _Doomed(doomed, old, tuple(kept.values()), tuple(held.values()))


def _part(rows: list[sqlite3.Row], needed: frozenset[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The names of what nothing needs and of what something does, by id."""
    named = {row["id"]: row["name"] for row in rows}
    free, kept = ({identity: name for identity, name in named.items() if (identity in needed) == wanted} for wanted in (False, True))
    return free, kept


def _forget(connection: sqlite3.Connection, doomed: _Doomed) -> None:
    """Take frames and deleted documents off the rows, and out of the undo steps that would bring them back."""
    if not doomed.clips and not doomed.documents:
        return
    connection.executemany("UPDATE clips SET content = '' WHERE id = ?", [(clip,) for clip in doomed.clips])
    connection.executemany("DELETE FROM documents WHERE id = ?", [(document,) for document in doomed.documents])
    for seq, deltas in list(read_deltas(connection)):
        left = [delta for delta in deltas if not _brings_back(delta, doomed)]
        if len(left) < len(deltas):
            connection.execute("UPDATE changes SET deltas = ? WHERE seq = ?", (json.dumps(left, separators=(",", ":")), seq))
        if not left:  # an undo step that would do nothing is not offered
            connection.execute("UPDATE changes SET state = 'spent' WHERE seq = ?", (seq,))
    history.record(connection, Edit(connection), identity=make_id(), window="", kind="tidy", title="Tidy the library")


def _brings_back(delta: Delta, doomed: _Doomed) -> bool:
    if delta["table"] == "documents":
        return delta["about"] in doomed.documents
    fields = (delta["after"] or delta["before"]).keys()
    return delta["table"] == "clips" and delta["about"] in doomed.clips and bool(fields & {"deleted", "content"})


def _needed(connection: sqlite3.Connection) -> set[str]:
    return find_uses(connection).keys() | find_earlier_versions(connection, reachable=True)


def _find_unneeded(library: Library, needed: set[str]) -> list[Path]:
    return [path for path in library.store.files() if path.suffix == TEMPORARY or (is_stored_name(path) and path.name not in needed)]


def _remove(library: Library, ages: dict[Path, float], progress: Progress) -> None:
    """Remove files that are still old enough and that still nobody needs; writers wait meanwhile."""
    with library.database.transaction() as connection:
        needed = _needed(connection)
        for path, least in progress.each("Freeing", ages.items()):
            if path.name not in needed and _age(path) >= least:
                remove_file(path)


def _remove_uploads(library: Library, uploads: list[Path], least: float) -> None:
    """Remove uploaded files that still no clip names. A job that waits to be resumed has files of its own and misses none of them."""
    with library.database.transaction() as connection:
        for path in set(uploads) & set(find_leftovers(library.folder, connection)):
            if _age(path) >= least:
                remove_leftover(path, library.folder)


def _age(path: Path) -> float:
    """Seconds since a file was written or taken up again; less than none for one that has gone."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return -1.0
