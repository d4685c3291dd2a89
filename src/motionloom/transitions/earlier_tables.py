"""Tables and comparisons that an earlier Motionloom kept as files in the library's folder: they go onto the shelf, nothing is lost."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from motionloom.core.errors import MotionloomError
from motionloom.library import Library
from motionloom.making import shelf
from motionloom.making.shelf import NewEntry
from motionloom.transitions.table import read_table

TABLES, COMPARISONS = "transitions", "comparisons"  # folders in the library's own
UNFINISHED = ".search.npz"


def take_over(library: Library) -> list[str]:
    """Put what lies in the folders on the shelf; the ids come out. A file is removed only after its entry is saved.

    A table whose clips or plants have changed since goes there as it is, and says so when it is opened. What is no table stays.
    """
    from motionloom.transitions.shelf import COMPARISON, TABLE, put_once

    added = []
    for path in _files(library.folder / TABLES):
        entry = _read_table(library, path)
        if entry is not None:
            added.append(put_once(library, TABLE, path.stem, entry))
            path.unlink()
    for path in _files(library.folder / COMPARISONS):
        with contextlib.suppress(MotionloomError):  # of a table that is no more: it stays where it is
            added.append(put_once(library, COMPARISON, path.stem, shelf.KINDS.find(COMPARISON).read_file(library, path)))
            path.unlink()
    for folder in (library.folder / TABLES, library.folder / COMPARISONS):
        with contextlib.suppress(OSError):  # not there, or not empty
            folder.rmdir()
    return added


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.glob("*.npz")) if not path.name.endswith(UNFINISHED))


def _read_table(library: Library, path: Path) -> NewEntry | None:
    from motionloom.transitions.shelf import TABLE

    try:
        file = read_table(path.read_bytes(), str(path))
    except (MotionloomError, OSError):
        return None
    try:
        return shelf.KINDS.find(TABLE).read_file(library, path)
    except MotionloomError:
        about = file.about
        clips = [clip for clip in file.clips if _is_known(library, clip)]
        data = {"seconds": about["frames"] / 60.0, "representatives": len(file.arrays["representatives"]), "mirrored": about["mirrored"]}
        return NewEntry(path.read_bytes(), {**data, "digest": ""}, tuple(clips))


def _is_known(library: Library, clip: str) -> bool:
    try:
        library.clip(clip)
    except MotionloomError:
        return False
    return True
