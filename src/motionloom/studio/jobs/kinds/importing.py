"""Files in: what was uploaded becomes clips; a file that cannot be read is noted and the others go on."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from motionloom.core.errors import MotionloomError
from motionloom.studio.errors import StudioError

if TYPE_CHECKING:
    from motionloom.studio.jobs.runner import JobContext
    from motionloom.studio.session import Studio


def run(studio: Studio, context: JobContext) -> None:
    """Put the uploaded files in their places and import them; those that are clips already are not read again."""
    from motionloom.library.importing import import_files

    library = studio.require().library
    arrived, places = context.folder / "files", library.folder / "studio" / "uploads"
    files, problems = _find_motions(arrived)
    for name, line in problems:
        context.problem(name, line)
    if not files:
        raise StudioError(problems[0][1] if len(problems) == 1 else f"none of the {len(problems)} files holds motion that can be read")
    context.progress(0, len(files))
    placed = [_put_in_place(file, places) for file in files]
    report = import_files(library, placed, progress=context.follow(), window=str(context.arguments.get("window", "")), restore=True)
    for failure in report.failures:
        name = Path(failure.file).name
        context.problem(name, failure.line.replace(failure.file, name))
    context.add_clips([*report.added, *report.reread, *report.there])
    context.progress(len(files), len(files), _summary(report.added, report.there))
    if len(report.failures) == len(files):
        raise StudioError(report.failures[0].line.replace(report.failures[0].file, Path(report.failures[0].file).name))
    shutil.rmtree(arrived, ignore_errors=True)


def _find_motions(arrived: Path) -> tuple[list[Path], list[tuple[str, str]]]:
    """Files that a reader knows, without those that are only read beside another; and (name, line) of the others."""
    from motionloom.formats.registry import ReadOptions, find_format

    options, files, beside, problems = ReadOptions(), [], set(), []
    for file in sorted(path for path in arrived.rglob("*") if path.is_file()):
        try:
            known = find_format(file, "read")
            beside |= {other.resolve() for other in known.companions(file, options)} if known.companions else set()
            files.append(file)
        except MotionloomError as error:
            problems.append((file, str(error).replace(str(file), file.name)))
    return files, [(file.name, line) for file, line in problems if file.resolve() not in beside]


def _put_in_place(file: Path, places: Path) -> Path:
    """Where an uploaded file stays for good: a folder named by its content, so that the same file dropped twice is one clip."""
    from motionloom.formats.registry import ReadOptions, find_format
    from motionloom.library.reading import hash_file

    options = ReadOptions()
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
    return folder / file.name


def _summary(added: tuple[str, ...], there: tuple[str, ...]) -> str:
    known = f", {len(there)} there already" if there else ""
    return f"{len(added)} imported{known}"
