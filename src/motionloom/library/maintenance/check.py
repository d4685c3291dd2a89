"""Whether a library is whole: every problem with a line that says what to do, and the harmless ones mended on request."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from motionloom.compute import Progress
from motionloom.core import Skeleton
from motionloom.core.errors import SkeletonError
from motionloom.core.threads import core_count
from motionloom.library.library import Library
from motionloom.library.maintenance.examine import examine_clips
from motionloom.library.maintenance.uses import Use, find_earlier_versions, find_uses
from motionloom.library.plants import FEET
from motionloom.library.store import TEMPORARY, is_stored_name

Kind = Literal[
    "database", "missing", "altered", "misfit", "orphan", "leftover", "stranger", "skeleton", "span", "plants", "deleted", "gone", "glitch"
]
# A young file without a row may belong to an import that is running now.
SETTLED_SECONDS = 3600.0


@dataclass(frozen=True)
class LibraryProblem:
    """One thing that is wrong: with a file (what is its path) or a row (what is its id).

    harmless: takes room and nothing else, or can be undone, or is in the motion and not in the library.
    mendable: `fix` can deal with it; mended: it has.
    """

    kind: Kind
    what: str
    line: str
    mendable: bool = False
    mended: bool = False

    @property
    def harmless(self) -> bool:
        """Whether it only takes room, or can be undone, or was captured so."""
        return self.kind in ("orphan", "leftover", "deleted", "glitch")


@dataclass(frozen=True)
class CheckReport:
    """What was looked at and what was found."""

    clips: int
    files: int
    bytes: int
    problems: tuple[LibraryProblem, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong, or nothing any more; files that only take room do no harm."""
        return all(problem.mended or problem.harmless for problem in self.problems)

    def describe(self) -> list[str]:
        """Lines for people, the summary last."""
        lines = [f"{problem.kind}{' (mended)' if problem.mended else ''}: {problem.line}" for problem in self.problems]
        wrong = sum(not problem.mended and not problem.harmless for problem in self.problems)
        verdict = "sound" if wrong == 0 else f"{wrong} problem{'s' if wrong > 1 else ''}"
        return [*lines, f"{self.clips} clips, {self.files} files, {self.bytes / 1e6:.1f} MB: {verdict}"]


def check_library(
    library: Library, *, fix: bool = False, progress: Progress | None = None, settled: float = SETTLED_SECONDS
) -> CheckReport:
    """Look at the database, every stored file and every row, and for glitches in clips that nobody has looked at yet.

    fix: remove leftovers and files without a clip that are older than `settled` seconds, set altered files apart so that
    importing their source brings them back, and trim spans to their clips. Nothing that a person said is removed.
    """
    progress = progress or Progress()
    with library.database.snapshot() as connection:
        problems = [*_check_database(connection), *_check_skeletons(connection), *_check_spans(connection), *_check_plants(connection)]
        problems += _check_shelf(connection)
        wanted, earlier = find_uses(connection), find_earlier_versions(connection)
        clips = int(connection.execute("SELECT count(*) FROM clips").fetchone()[0])
    files = list(library.store.files())  # after the rows: a file that a row names was there before it
    present = {file.name: file for file in files if is_stored_name(file)}
    problems += _find_missing(library, wanted, present)
    problems += _check_files(library, {name: file for name, file in present.items() if name in wanted}, wanted, progress)
    problems += _find_strays(files, wanted.keys() | earlier, settled)
    problems += find_glitched_clips(library, progress)
    size = sum(file.stat().st_size for file in files if file.exists())
    if fix:
        from motionloom.library.maintenance.mend import mend

        problems = mend(library, problems)
    return CheckReport(clips, len(files), size, tuple(problems))


def find_glitched_clips(library: Library, progress: Progress | None = None) -> Iterator[LibraryProblem]:
    """What is wrong with the frames of clips, those left out of which there is a mended one."""
    examine_clips(library, progress=progress)
    clips = library.clips()
    mended = {clip.mends for clip in clips}
    for clip in clips:
        if clip.glitches and clip.id not in mended:
            can = any(glitch.mendable and glitch.kind != "rate" for glitch in clip.glitches)
            advice = f"; mend it: motionloom mend {library.folder}:{clip.name} --into {library.folder}" if can else ""
            lines = ", ".join(glitch.describe(clip.fps) for glitch in clip.glitches)
            yield LibraryProblem("glitch", clip.id, f"{clip.name}, {lines}{advice}")


def _check_database(connection: sqlite3.Connection) -> Iterator[LibraryProblem]:
    for (line,) in connection.execute("PRAGMA integrity_check"):
        if line != "ok":
            advice = "restore it from a backup, or recover it with `sqlite3 library.db .recover`"
            yield LibraryProblem("database", "library.db", f"library.db is damaged ({line}); {advice}")
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield LibraryProblem("database", "library.db", f"row {row} of {table} points at a row of {parent} that is gone; restore a backup")


def _check_skeletons(connection: sqlite3.Connection) -> Iterator[LibraryProblem]:
    for key, data in connection.execute("SELECT hash, data FROM skeletons"):
        try:
            Skeleton.from_json(json.loads(data))
        except (SkeletonError, ValueError) as error:
            yield LibraryProblem("skeleton", key, f"skeleton {key} cannot be read ({error}); import its clips' files into a new library")


def _check_spans(connection: sqlite3.Connection) -> Iterator[LibraryProblem]:
    query = (
        "SELECT a.id, a.name, a.start, a.stop, c.name AS clip, c.frames FROM annotations a JOIN clips c ON c.id = a.clip"
        " WHERE a.start < 0 OR a.start >= a.stop OR a.stop > c.frames"
    )
    for row in connection.execute(query):
        where = f"annotation {row['name']!r} of {row['clip']!r} has frames {row['start']} to {row['stop']} of {row['frames']}"
        yield LibraryProblem("span", row["id"], f"{where}; --fix trims it", mendable=True)


def _check_plants(connection: sqlite3.Connection) -> Iterator[LibraryProblem]:
    query = (
        "SELECT c.id, c.name, c.frames, length(p.frames) AS bits, length(p.confidence) AS shades"
        f" FROM plants p JOIN clips c ON c.id = p.clip WHERE bits != c.frames OR shades != c.frames * {len(FEET)}"
    )
    for row in connection.execute(query):
        line = f"plants of {row['name']!r} cover {row['bits']} of {row['frames']} frames; --fix cuts or fills them"
        yield LibraryProblem("plants", row["id"], line, mendable=True)


def _check_shelf(connection: sqlite3.Connection) -> Iterator[LibraryProblem]:
    """Documents whose clips are deleted, or gone for good."""
    query = (
        "SELECT d.id, d.kind, d.name, j.value AS clip, c.name AS said, c.deleted IS NOT NULL AND c.content != '' AS back"
        " FROM documents d, json_each(d.clips) j LEFT JOIN clips c ON c.id = j.value"
        " WHERE d.deleted IS NULL AND (c.id IS NULL OR c.deleted IS NOT NULL) ORDER BY d.kind, d.name"
    )
    for row in connection.execute(query):
        what = f"{row['kind'].replace('_', ' ')} {row['name']!r} rests on clip {row['said'] or row['clip']!r}"
        if row["back"]:
            line = f"{what}, which is deleted; undo that, or delete what rests on it (`motionloom shelf delete`)"
            yield LibraryProblem("deleted", row["id"], line)
        else:
            line = f"{what}, whose frames are gone; import its file with --restore, or build it anew of other clips"
            yield LibraryProblem("gone", row["id"], line)


def _find_missing(library: Library, wanted: dict[str, Use], present: dict[str, Path]) -> Iterator[LibraryProblem]:
    for name in sorted(wanted.keys() - present.keys()):
        yield LibraryProblem("missing", name, f"{name[:16]}... of {wanted[name].owner} is missing; {_remedy(library, wanted[name])}")


def _check_files(library: Library, files: dict[str, Path], wanted: dict[str, Use], progress: Progress) -> Iterator[LibraryProblem]:
    progress.begin("Checking", len(files))
    with ThreadPoolExecutor(core_count()) as pool:
        for (name, path), intact in zip(files.items(), pool.map(library.store.is_intact, files.values()), strict=True):
            progress.advance(note=path.stem[:12])
            use = wanted[name]
            if not intact:
                line = f"{path.name[:16]}... of {use.owner} has been altered; check --fix sets it apart, then {_remedy(library, use)}"
                yield LibraryProblem("altered", str(path), line, mendable=True)
            elif use.numbers is not None and _count_numbers(path) != use.numbers:
                held = f"holds {_count_numbers(path)} numbers, expected {use.numbers}"
                line = f"{path.name[:16]}... of {use.owner} {held}; {_remedy(library, use)}"
                yield LibraryProblem("misfit", str(path), line)


def _count_numbers(path: Path) -> int | None:
    import numpy as np

    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError):
        return None
    return int(array.size) if array.dtype == np.dtype("<f4") else None


def _remedy(library: Library, use: Use) -> str:
    if use.source.startswith("sample:"):
        return f"make it again: motionloom sample {library.folder}"
    if not use.source:
        return "restore it from a backup, or delete what needs it"
    return f"import its file again: motionloom import {library.folder} {use.source}"


def _find_strays(files: list[Path], wanted: Set[str], settled: float) -> Iterator[LibraryProblem]:
    now = time.time()
    for path in files:
        if is_stored_name(path) and path.name in wanted:
            continue
        try:
            age = now - path.stat().st_mtime
        except FileNotFoundError:  # finished or removed by another process since we looked
            continue
        if path.suffix != TEMPORARY and not is_stored_name(path):
            yield LibraryProblem("stranger", str(path), f"{path} is none of ours; move it out of the library")
            continue
        old = age >= settled
        later = "the import that wrote it may still be running"
        if path.suffix == TEMPORARY:
            advice = "check --fix removes it" if old else f"{later}, and if not, check --fix removes it in an hour"
            yield LibraryProblem("leftover", str(path), f"{path.name} was not written to its end; {advice}", mendable=old)
        else:
            advice = "check --fix removes it" if old else f"{later}, and if not, the next one takes it up"
            yield LibraryProblem("orphan", str(path), f"{path.name[:16]}... belongs to no clip; {advice}", mendable=old)
