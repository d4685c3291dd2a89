"""Rows for clips that files became: new ones, ones read anew, and labels for those that were there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from motionloom.library import history
from motionloom.library.additions import NewClip, find_by_key, insert_clips, put_skeleton, stored_fields
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


@dataclass
class Recorded:
    """What became of a batch of clips."""

    added: list[str] = field(default_factory=list)
    reread: list[str] = field(default_factory=list)
    there: list[Known] = field(default_factory=list)


def find_known(library: Library, files: Sequence[str], restore: bool = False) -> dict[str, list[Known]]:
    """Clips by the file they came from; those whose frames are missing are left out, so that they are read again.

    A deleted clip's frames are missing for good once the library has been tidied, unless it is to be restored.
    """
    wanted = set(files)
    rows = library.database.read(
        "SELECT id, name, file, file_hash, reading_key, content, deleted IS NOT NULL AS gone FROM clips"
        " WHERE file != '' ORDER BY deleted, added"
    )
    known: dict[str, list[Known]] = {}
    for row in rows:
        there = library.store.path(row["content"]).is_file() if row["content"] else not restore
        if row["file"] in wanted and there:
            clip = Known(row["id"], row["name"], row["file"], row["file_hash"], row["reading_key"], bool(row["gone"]))
            known.setdefault(row["file"], []).append(clip)
    return known


def record_clips(library: Library, clips: Sequence[NewClip], window: str) -> Recorded:
    """Write rows for clips whose frames are stored, in one transaction."""
    recorded = Recorded()
    with library.database.transaction() as connection:
        edit = Edit(connection)
        new = [clip for clip in clips if not _update_existing(edit, clip, recorded)]
        recorded.added += [identity for identity in insert_clips(edit, new) if identity is not None]
        if edit.touched:
            title = f"Import {new[0].name}" if len(clips) == 1 and new else f"Import {len(edit.touched)} clips"
            history.record(connection, edit, identity=make_id(), window=window, kind="import", title=title)
    return recorded


def _update_existing(edit: Edit, clip: NewClip, recorded: Recorded) -> bool:
    """Bring a clip of the same file up to date where there is one: read in the same way, or in a way that keeps its frames."""
    row = _find_existing(edit, clip)
    if row is None:
        return False
    put_skeleton(edit, clip)
    before = len(edit.deltas)
    fields = stored_fields(clip)
    if row["reading_key"] == fields["reading_key"]:  # only its frames had gone: a rate that a person has set since stays
        fields = {name: fields[name] for name in ("content", "skeleton")}
    edit.update("clips", row, **fields)
    if len(edit.deltas) > before:
        recorded.reread.append(row["id"])
    else:  # another process was faster, or its frames had been missing and are back
        reading = clip.reading
        recorded.there.append(Known(row["id"], row["name"], reading.file, reading.file_hash, reading.key or "", row["deleted"] is not None))
    return True


def _find_existing(edit: Edit, clip: NewClip) -> Values | None:
    reading = clip.reading
    same = find_by_key(edit.connection, reading.key or "")
    if same is None and reading.options:
        same = edit.connection.execute(
            "SELECT id FROM clips WHERE file = ? AND file_hash = ? AND deleted IS NULL ORDER BY added", (reading.file, reading.file_hash)
        ).fetchone()
    row = None if same is None else edit.find("clips", same["id"])
    # Spans and plants count frames: a reading with other frames must be a clip of its own.
    return row if row is not None and (row["frames"], row["joints"]) == (clip.frames, clip.joints) else None


def label_known(library: Library, clips: Iterable[Known], table: LabelTable, window: str) -> int:
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
            title = f"Labels from {table.name}"
            history.record(connection, edit, identity=make_id(), window=window, kind="label_files", title=title)
        return len(edit.touched)
