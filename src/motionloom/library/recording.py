"""Rows for clips that files became: new ones, ones read anew, and labels for those that were there."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from motionloom.library import history
from motionloom.library.additions import NewClip, Reading, find_by_key, insert_clips, put_skeleton, stored_fields
from motionloom.library.commands.clips import RestoreClips
from motionloom.library.commands.labels import put_label
from motionloom.library.commands.registry import check_text
from motionloom.library.edit import Edit, Values
from motionloom.library.label_table import COLUMNS, LabelTable
from motionloom.library.library import Library
from motionloom.library.records import make_id


@dataclass(frozen=True)
class Known:
    """A clip that came from a file and has its frames."""

    id: str
    name: str
    file: str
    file_hash: str
    reading_key: str
    deleted: bool
    clip: str | None = None  # which of the file's clips it is; None: the one that is read by itself
    clips: tuple[str, ...] | None = None  # all clips of its file, as `formats.list_clips` names them; None where nobody asked


@dataclass
class Recorded:
    """What became of a batch of clips."""

    added: list[str] = field(default_factory=list)
    reread: list[str] = field(default_factory=list)
    there: list[Known] = field(default_factory=list)


def find_known(library: Library, files: Sequence[str]) -> dict[str, list[Known]]:
    """Clips by the file they came from, of these files; those whose frames are missing are left out, so that they are made again."""
    wanted, known = set(files), dict[str, list[Known]]()
    for clip in _read_known(library, restore=False):
        if clip.file in wanted:
            known.setdefault(clip.file, []).append(clip)
    return known


def find_contents(library: Library, restore: bool = False) -> dict[str, list[Known]]:
    """Clips by the content of the file they came from, wherever it lay; those whose frames are missing are left out, to be read again.

    A deleted clip's frames are missing for good once the library has been tidied, unless it is to be restored.
    """
    known: dict[str, list[Known]] = {}
    for clip in _read_known(library, restore):
        if clip.file_hash:
            known.setdefault(clip.file_hash, []).append(clip)
    return known


def _read_known(library: Library, restore: bool) -> Iterator[Known]:
    rows = library.database.read(
        "SELECT id, name, file, file_hash, reading_key, content, reading, deleted IS NOT NULL AS gone FROM clips"
        " WHERE file != '' ORDER BY deleted, added"
    )
    for row in rows:
        if library.store.path(row["content"]).is_file() if row["content"] else not restore:
            told, clips = _options_of(row).get("clip"), json.loads(row["reading"]).get("clips")
            all_clips = None if clips is None else tuple(clips)
            yield Known(row["id"], row["name"], row["file"], row["file_hash"], row["reading_key"], bool(row["gone"]), told, all_clips)


def record_clips(library: Library, clips: Sequence[NewClip], window: str, work: str = "", title: str = "") -> Recorded:
    """Write rows for clips whose frames are stored, in one transaction; `work`: undo takes back all of the same at once."""
    recorded = Recorded()
    with library.database.transaction() as connection:
        edit = Edit(connection)
        for clip in clips:
            if not _update_existing(edit, clip, recorded):
                recorded.added += [identity for identity in insert_clips(edit, [clip]) if identity is not None]
        if edit.touched:
            title = title or (f"Import {clips[0].name}" if len(clips) == 1 else f"Import {len(edit.touched)} clips")
            identity, command = make_id(), history.part_of(work or make_id())
            history.record(connection, edit, identity=identity, window=window, kind="import", title=title, command=command)
    return recorded


def _update_existing(edit: Edit, clip: NewClip, recorded: Recorded) -> bool:
    """Bring a clip of the same file up to date where there is one: read in the same way, or in a way that keeps its frames."""
    row = _find_existing(edit, clip)
    if row is None:
        return False
    put_skeleton(edit, clip)
    before = len(edit.deltas)
    fields = stored_fields(clip)
    if _options_of(row) == dict(clip.reading.options):  # only its frames had gone: a rate that a person has set since stays
        fields = {name: fields[name] for name in ("content", "skeleton")}
    edit.update("clips", row, **fields)
    if len(edit.deltas) > before:
        recorded.reread.append(row["id"])
    else:  # another process was faster, or its frames had been missing and are back
        reading = clip.reading
        gone, told = row["deleted"] is not None, reading.options.get("clip")
        recorded.there.append(Known(row["id"], row["name"], reading.file, reading.file_hash, reading.key or "", gone, told))
    return True


def _find_existing(edit: Edit, clip: NewClip) -> Values | None:
    reading = clip.reading
    same = find_by_key(edit.connection, reading.key or "")
    if same is None and reading.file_hash:
        same = _find_same_content(edit, reading)
    row = None if same is None else edit.find("clips", same["id"])
    # Spans and plants count frames: a reading with other frames must be a clip of its own.
    return row if row is not None and (row["frames"], row["joints"]) == (clip.frames, clip.joints) else None


def _find_same_content(edit: Edit, reading: Reading) -> sqlite3.Row | None:
    """A clip of a file with the same content, wherever it lay: read in the same way, else one to be read anew in this way."""
    query = "SELECT id, reading, deleted FROM clips WHERE file_hash = ? ORDER BY file != ?, deleted, added"
    rows: list[sqlite3.Row] = edit.connection.execute(query, (reading.file_hash, reading.file)).fetchall()
    rows = [row for row in rows if _options_of(row).get("clip") == reading.options.get("clip")]  # a file's other clips are others
    alike = [row for row in rows if _options_of(row) == dict(reading.options)]
    anew = [row for row in rows if row["deleted"] is None] if reading.options else []
    return next(iter([*alike, *anew]), None)


def _options_of(row: Values | sqlite3.Row) -> dict[str, Any]:
    """How a person said that a clip's file is to be read."""
    options: dict[str, Any] = json.loads(row["reading"]).get("options", {})
    return options


def label_known(library: Library, clips: Iterable[Known], table: LabelTable, window: str, work: str = "") -> int:
    """Put a table's labels on clips that were there; what a person has said stays. How many clips gained something comes out."""
    with library.database.transaction() as connection:
        edit = Edit(connection)
        for clip in clips:
            row, found = table.find(clip.file), edit.find("clips", clip.id)
            if row is None or found is None or clip.deleted:
                continue
            for label in row.labels:
                put_label(edit, clip.id, check_text(label, "a label"), present=True, by="file", confidence=None)
            blank = {name: getattr(row, name) for name in COLUMNS[1:] if getattr(row, name) and not found[name]}
            edit.update("clips", found, **blank)
        if edit.touched:
            identity, title, command = make_id(), f"Labels from {table.name}", history.part_of(work or make_id())
            history.record(connection, edit, identity=identity, window=window, kind="label_files", title=title, command=command)
        return len(edit.touched)


def label_by_table(library: Library, table: LabelTable, window: str, uploads: Path) -> tuple[int, tuple[str, ...]]:
    """Put a table's labels on the clips of the library; how many gained something, and the rows that are about no clip.

    Of clips whose files lie under `uploads` only the file's name is known.
    """
    known = [clip for clip in _read_known(library, restore=False) if not clip.deleted]
    placed = table.with_places({clip.file: Path(clip.file).name for clip in known if uploads in Path(clip.file).parents})
    about = {row.path for clip in known if (row := placed.find(clip.file)) is not None}
    return label_known(library, known, placed, window), tuple(sorted({row.path for row in table.rows.values()} - about))


def restore_known(library: Library, clips: Sequence[str], window: str, work: str) -> None:
    """Bring deleted clips back, as a part of this work."""
    with library.database.transaction() as connection:
        edit = Edit(connection)
        command = RestoreClips(tuple(clips))
        title = command.describe(edit)
        command.apply(edit)
        identity, part = make_id(), history.part_of(work)
        history.record(connection, edit, identity=identity, window=window, kind=command.kind, title=title, command=part)
