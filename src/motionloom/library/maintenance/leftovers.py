"""Files that were uploaded to the studio and became no clip: each lies in a place of its own, named by its content, below `uploads_of`."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from os.path import abspath
from pathlib import Path

from motionloom.library.maintenance.mend import remove_file

# The tail only: a library that has moved since still names its uploads by where they lay.
_PLACE = re.compile(r"studio[\\/]uploads[\\/]([0-9a-f]{16})[\\/]")


def uploads_of(library: Path) -> Path:
    """Where a library keeps the files that were uploaded to it."""
    return Path(abspath(library)) / "studio" / "uploads"


def find_leftovers(library: Path, connection: sqlite3.Connection) -> list[Path]:
    """Uploaded files in places that no clip names; a deleted clip counts, for it is restored from there."""
    rows = connection.execute("SELECT DISTINCT file FROM clips WHERE file LIKE '%uploads%'")
    named = {match.group(1) for (file,) in rows if (match := _PLACE.search(file))}
    places = [place for place in uploads_of(library).glob("*") if re.fullmatch("[0-9a-f]{16}", place.name) and place.name not in named]
    return sorted(path for place in places for path in place.rglob("*") if path.is_file())


def remove_leftover(path: Path, library: Path) -> None:
    """Remove an uploaded file, and the folders that are empty then."""
    remove_file(path)
    for folder in path.parents:
        if folder == uploads_of(library):
            break
        with contextlib.suppress(OSError):  # something else lies there
            folder.rmdir()
