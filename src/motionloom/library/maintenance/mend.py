"""What `check --fix` does: rooms cleared, damaged files set apart, spans trimmed. Nothing that a person said is lost."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from motionloom.core.errors import LibraryError
from motionloom.library import history
from motionloom.library.edit import Edit
from motionloom.library.library import Library
from motionloom.library.maintenance.check import LibraryProblem
from motionloom.library.plants import FEET
from motionloom.library.records import make_id

DAMAGED = "damaged"  # the folder, beside arrays/, to which altered files go


def mend(library: Library, problems: list[LibraryProblem]) -> list[LibraryProblem]:
    """The same problems, those that could be mended marked so."""
    with library.database.transaction() as connection:  # keeps writers away while files are judged and removed
        edit = Edit(connection)
        done = [replace(problem, mended=True) if problem.mendable and _mend(library, edit, problem) else problem for problem in problems]
        if edit.touched:
            history.record(connection, edit, identity=make_id(), window="", kind="mend", title="Mend the library")
    return done


def _mend(library: Library, edit: Edit, problem: LibraryProblem) -> bool:
    if problem.kind == "span":
        return _trim_span(edit, problem.what)
    if problem.kind == "plants":
        return _fit_plants(edit, problem.what)
    path = Path(problem.what)
    if problem.kind == "altered":
        return _set_apart(library, path)
    return not _in_use(edit, path) and remove_file(path)


def _in_use(edit: Edit, path: Path) -> bool:
    """Whether a row has come to need a file since it was found without one."""
    query = """SELECT EXISTS (SELECT 1 FROM clips WHERE content = ?1) OR EXISTS (SELECT 1 FROM documents WHERE content = ?1)
        OR EXISTS (SELECT 1 FROM changes WHERE instr(deltas, ?1))"""
    return bool(edit.connection.execute(query, (path.stem,)).fetchone()[0])


def remove_file(path: Path) -> bool:
    """Remove a stored file; one that has gone already counts as removed."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise LibraryError(f"{path} cannot be removed ({error.strerror}); check who owns the library's folder") from None
    return True


def _set_apart(library: Library, path: Path) -> bool:
    # Missing is a state that the next import heals; altered is not.
    folder = library.folder / DAMAGED
    try:
        folder.mkdir(exist_ok=True)
        os.replace(path, folder / path.name)
    except OSError as error:
        raise LibraryError(f"{path} cannot be moved ({error.strerror}); check who owns the library's folder") from None
    return True


def _trim_span(edit: Edit, annotation: str) -> bool:
    row = edit.find("annotations", annotation)
    clip = row and edit.find("clips", row["clip"])
    if row is None or clip is None:
        return False
    start, stop = max(0, row["start"]), min(row["stop"], clip["frames"])
    if start < stop:
        edit.update("annotations", row, start=start, stop=stop)
    else:
        edit.delete("annotations", row)
    return True


def _fit_plants(edit: Edit, clip: str) -> bool:
    row, frames = edit.find("plants", clip), (edit.find("clips", clip) or {"frames": 0})["frames"]
    if row is None:
        return False
    edit.update("plants", row, frames=row["frames"][:frames].ljust(frames, b"\0"))
    if row["confidence"] is not None:
        edit.update("plants", row, confidence=row["confidence"][: frames * len(FEET)].ljust(frames * len(FEET), b"\0"))
    return True
