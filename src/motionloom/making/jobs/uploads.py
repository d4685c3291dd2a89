"""Files that were uploaded to the studio, put where they stay for good and imported."""

from __future__ import annotations

import shutil
import time
from dataclasses import replace
from os.path import abspath
from pathlib import Path

from motionloom.compute import Progress
from motionloom.core.errors import MotionloomError, count_of
from motionloom.formats.registry import ReadOptions, find_format
from motionloom.library import Library
from motionloom.library.file_reading import hash_file
from motionloom.library.import_report import summarise
from motionloom.library.importing import import_files
from motionloom.library.label_table import LabelTable, read_label_table
from motionloom.library.maintenance.leftovers import find_leftovers, remove_leftover, uploads_of
from motionloom.library.recording import label_by_table
from motionloom.making.work import Work


def import_uploads(work: Work, options: ReadOptions) -> str:
    """Put the uploaded files in their places and import them; those that are clips already are not read again.

    A CSV is a table of labels: for the files that came with it, or for the library's clips where it came alone. Files that could not
    be read stay in the job's folder until it is forgotten, to be read again in another way.
    """
    library, arrived = work.library, work.folder / "files"
    motions, refused = _find_motions(arrived, options)
    tables = _read_tables(refused)
    work.problems += [(file.name, line) for file, line in refused.items()]
    if tables and not motions:
        return _label_clips(work, _merge(tables))
    if not motions:
        said = next(iter(refused.values())) if len(refused) == 1 else f"none of the {len(refused)} files can be read as motion"
        raise MotionloomError(said if refused else "the files of this job are not there any more; bring them in again")
    placed = {abspath(_put_in_place(file, uploads_of(library.folder), options)): file for file in motions}
    day, places = library.jobs.get(work.job).created, {place: file.relative_to(arrived.resolve()) for place, file in placed.items()}
    with work.given_executor() as executor:
        report = import_files(
            library,
            list(placed),
            _merge(tables).with_places({place: str(file) for place, file in places.items()}) if tables else None,
            options=options,
            executor=executor,
            progress=_Counting(work.progress, len(refused)),
            window=work.window,
            restore=True,
            sources={place: _source_of(file, day) for place, file in places.items()},
        )
    failed = {placed[failure.file]: failure.line.replace(failure.file, placed[failure.file].name) for failure in report.failures}
    work.problems += [(file.name, line) for file, line in failed.items()]
    work.clips += [*report.added, *report.reread, *report.there]
    _leave_only(arrived, {*failed, *refused, *(other for file in failed for other in motions[file])})
    work.problems += [(row, f"{row}: a row of the table of labels, but no such file came with it") for row in report.unmatched_rows]
    _give_up_places(library, [place for place, file in placed.items() if file in failed])
    if len(failed) == len(placed) and not work.clips:
        raise MotionloomError(next(iter(failed.values())))
    return summarise(report, len(failed) + len(refused))


class _Counting(Progress):
    """Passes on how far an import is, as part of all the files that came: those refused before it are done with."""

    def __init__(self, whole: Progress, refused: int) -> None:
        super().__init__(whole.cancel)
        self._whole, self._refused = whole, refused

    def begin(self, title: str, total: int | None = None, done: int = 0) -> None:
        self._whole.begin(title, (total or 0) + self._refused, done + self._refused)

    def advance(self, count: int = 1, note: str = "") -> None:
        self._whole.advance(count, note)


def _find_motions(arrived: Path, options: ReadOptions) -> tuple[dict[Path, tuple[Path, ...]], dict[Path, str]]:
    """Files that a reader knows, with those that it reads beside each; and a line on every other."""
    motions, refused = dict[Path, tuple[Path, ...]](), dict[Path, str]()
    for file in sorted(path.resolve() for path in arrived.rglob("*") if path.is_file()):
        try:
            known = find_format(file, "read")
            motions[file] = tuple(other.resolve() for other in known.companions(file, options)) if known.companions else ()
        except MotionloomError as error:
            refused[file] = str(error).replace(str(file), file.name)
    beside = {other for others in motions.values() for other in others}
    return motions, {file: line for file, line in refused.items() if file not in beside}


def _read_tables(refused: dict[Path, str]) -> dict[Path, LabelTable]:
    """The tables of labels among the files that are no motion; they are taken out of those, or the line says what is wrong."""
    tables: dict[Path, LabelTable] = {}
    for file in [file for file in refused if file.suffix.lower() == ".csv"]:
        try:
            tables[file] = read_label_table(file)
            del refused[file]
        except MotionloomError as error:
            refused[file] = str(error).replace(str(file), file.name)
    return tables


def _merge(tables: dict[Path, LabelTable]) -> LabelTable:
    """All tables as one; the last says what several say."""
    first = next(iter(tables.values()))
    return replace(first, rows={parts: row for table in tables.values() for parts, row in table.rows.items()})


def _label_clips(work: Work, table: LabelTable) -> str:
    """Label the clips that are there."""
    library = work.library
    count, strangers = label_by_table(library, table, work.window, uploads_of(library.folder))
    work.problems += [(row, f"{row}: a row of the table of labels, but no clip was read from such a file") for row in strangers]
    shutil.rmtree(work.folder / "files", ignore_errors=True)
    return f"{count_of(count, 'clip')} labelled" + (f", {count_of(len(strangers), 'row')} about no clip" if strangers else "")


def _source_of(file: Path, seconds: float) -> str:
    """Where a dropped file comes from: the folder it was dropped with, or the day on which it came."""
    return file.parts[0] if len(file.parts) > 1 else f"imported {time.strftime('%Y-%m-%d', time.localtime(seconds))}"


def _leave_only(arrived: Path, files: set[Path]) -> None:
    """Remove what came in but for these files."""
    if not files:
        shutil.rmtree(arrived, ignore_errors=True)
    for path in [path for path in arrived.rglob("*") if path.is_file() and path not in files]:
        path.unlink(missing_ok=True)


def _give_up_places(library: Library, places: list[str]) -> None:
    """Remove the places of files that became no clip; another import may have made a clip of one all the same."""
    folders = {Path(place).parent for place in places}
    with library.database.transaction() as connection:
        for path in find_leftovers(library.folder, connection):
            if folders & set(path.parents):
                remove_leftover(path, library.folder)


def _put_in_place(file: Path, places: Path, options: ReadOptions) -> Path:
    """Where an uploaded file stays for good: a folder named by its content, so that the same file dropped twice is one clip."""
    try:
        content = hash_file(file, options)
    except MotionloomError:
        return file  # the reader will say what is wrong
    known = find_format(file, "read")
    folder, home = places / content[:16], file.parent.resolve()
    for other in (file, *(known.companions(file, options) if known.companions else ())):
        other = other.resolve()
        target = folder / (other.relative_to(home) if other.is_relative_to(home) else other.name)
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            partial = target.with_name(f".{target.name}.part")
            shutil.copyfile(other, partial)
            partial.replace(target)
        target.touch()  # tidying leaves alone what is young
    return folder / file.name
