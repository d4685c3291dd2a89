"""Files in: what was uploaded becomes clips; a file that cannot be read is noted and the others go on."""

from __future__ import annotations

import shutil
import time
from dataclasses import replace
from os.path import abspath
from pathlib import Path
from typing import TYPE_CHECKING

from motionloom.compute.progress import CallbackProgress
from motionloom.core.errors import MotionloomError, count_of
from motionloom.studio.errors import StudioError

if TYPE_CHECKING:
    from motionloom.formats.registry import ReadOptions
    from motionloom.library.import_report import ImportReport
    from motionloom.library.label_table import LabelTable
    from motionloom.studio.jobs.runner import JobContext
    from motionloom.studio.session import Studio


def run(studio: Studio, context: JobContext) -> None:
    """Put the uploaded files in their places and import them; those that are clips already are not read again.

    A CSV is a table of labels: for the files that came with it, or for the library's clips where it came alone. Files that could not be read stay in the job's folder until it is forgotten, to be read again in another way.
    """
    from motionloom.formats.registry import ReadOptions
    from motionloom.library.importing import import_files
    from motionloom.library.maintenance.leftovers import uploads_of

    current = studio.require()
    library, arrived, options = current.library, context.folder / "files", ReadOptions(**context.arguments.get("read_as", {}))
    motions, refused = _find_motions(arrived, options)
    tables = _read_tables(refused)
    for file, line in refused.items():
        context.problem(file.name, line)
    if tables and not motions:
        _label_clips(studio, context, tables)
        return
    if not motions:
        raise StudioError(next(iter(refused.values())) if len(refused) == 1 else f"none of the {len(refused)} files can be read as motion")
    placed = {abspath(_put_in_place(file, uploads_of(library.folder), options)): file for file in motions}
    total, day = len(placed) + len(refused), current.runner.table.get(context.job).created
    context.progress(len(refused), total)
    table = _merge(tables).with_places({place: str(file.relative_to(arrived)) for place, file in placed.items()}) if tables else None
    report = import_files(
        library,
        list(placed),
        table,
        options=options,
        progress=CallbackProgress(lambda state: context.progress(len(refused) + state.done, total, state.note), context.cancel),
        window=str(context.arguments.get("window", "")),
        restore=True,
        sources={place: _source_of(file.relative_to(arrived), day) for place, file in placed.items()},
    )
    failed = {placed[failure.file]: failure.line.replace(failure.file, placed[failure.file].name) for failure in report.failures}
    for file, line in failed.items():
        context.problem(file.name, line)
    context.add_clips([*report.added, *report.reread, *report.there])
    _leave_only(arrived, {*failed, *refused, *(other for file in failed for other in motions[file])})
    for row in report.unmatched_rows:
        context.problem(row, "the table of labels has a row for this file, but it was not among those that came with it")
    _give_up_places(studio, [place for place, file in placed.items() if file in failed])
    context.progress(total, total)
    context.conclusion = _summary(report, len(failed) + len(refused))
    if len(failed) == len(placed):
        raise StudioError(next(iter(failed.values())))


def _find_motions(arrived: Path, options: ReadOptions) -> tuple[dict[Path, tuple[Path, ...]], dict[Path, str]]:
    """Files that a reader knows, with those that it reads beside each; and a line on every other."""
    from motionloom.formats.registry import find_format

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
    from motionloom.library.label_table import read_label_table

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


def _label_clips(studio: Studio, context: JobContext, tables: dict[Path, LabelTable]) -> None:
    """Label the clips that are there."""
    from motionloom.library.maintenance.leftovers import uploads_of
    from motionloom.library.recording import label_by_table

    library = studio.require().library
    count, strangers = label_by_table(library, _merge(tables), str(context.arguments.get("window", "")), uploads_of(library.folder))
    for row in strangers:
        context.problem(row, "the table of labels has a row for this file, but no clip was read from it")
    shutil.rmtree(context.folder / "files", ignore_errors=True)
    context.progress(1, 1)
    context.conclusion = f"{count_of(count, 'clip')} labelled" + (f", {count_of(len(strangers), 'row')} about no clip" if strangers else "")


def _source_of(file: Path, seconds: float) -> str:
    """Where a dropped file comes from: the folder it was dropped with, or the day on which it came."""
    return file.parts[0] if len(file.parts) > 1 else f"imported {time.strftime('%Y-%m-%d', time.localtime(seconds))}"


def _leave_only(arrived: Path, files: set[Path]) -> None:
    """Remove what came in but for these files."""
    if not files:
        shutil.rmtree(arrived, ignore_errors=True)
    for path in [path for path in arrived.rglob("*") if path.is_file() and path not in files]:
        path.unlink(missing_ok=True)


def _give_up_places(studio: Studio, places: list[str]) -> None:
    """Remove the places of files that became no clip; another import may have made a clip of one all the same."""
    from motionloom.library.maintenance.leftovers import find_leftovers, remove_leftover

    library, folders = studio.require().library, {Path(place).parent for place in places}
    with library.database.transaction() as connection:
        for path in find_leftovers(library.folder, connection):
            if folders & set(path.parents):
                remove_leftover(path, library.folder)


def _put_in_place(file: Path, places: Path, options: ReadOptions) -> Path:
    """Where an uploaded file stays for good: a folder named by its content, so that the same file dropped twice is one clip."""
    from motionloom.formats.registry import find_format
    from motionloom.library.file_reading import hash_file

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


def _summary(report: ImportReport, failed: int) -> str:
    said = [f"{len(report.added)} imported"]
    said += [f"{len(report.reread)} read anew"] if report.reread else []
    said += [f"{len(report.there)} there already"] if report.there else []
    said += [f"{report.labelled} labelled"] if report.labelled else []
    return ", ".join(said + ([f"{failed} not read"] if failed else []))
