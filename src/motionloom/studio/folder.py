"""Which folder the studio opens. Asked before anything else is loaded, so that what cannot be opened is said at once."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from motionloom.core.errors import LibraryError
from motionloom.library.database import DATABASE, is_library, open_database


def find_folder(library: Path | None) -> Path:
    """The folder of the library to open, or where one can be made; None is the person's own.

    Raises where the folder holds other things, and where its library cannot be read.
    """
    folder = default_folder() if library is None else library
    if is_library(folder):
        open_database(folder / DATABASE).close()
    elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise LibraryError(f"{folder} is not a library; name a library, or a new or empty folder to make one in")
    return folder


def default_folder() -> Path:
    """Where a person's own library lies when none is named; MOTIONLOOM_HOME overrides it."""
    given = os.environ.get("MOTIONLOOM_HOME")
    if given:
        return Path(given) / "library"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "Motionloom" / "library"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Motionloom" / "library"
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "motionloom" / "library"
