"""Clips read again from their files, in the way that a person says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from motionloom.studio.errors import StudioError

if TYPE_CHECKING:
    from motionloom.studio.jobs.runner import JobContext
    from motionloom.studio.session import Studio


def run(studio: Studio, context: JobContext) -> None:
    """Read the files of the clips; a clip whose frames stay the same in number is changed, otherwise a new one comes beside it."""
    from motionloom.formats.registry import ReadOptions
    from motionloom.library.importing import import_files

    current = studio.require()
    clips = [current.clip(clip) for clip in context.arguments["clips"]]
    files = {clip.file: clip for clip in clips if clip.file}
    if not files:
        raise StudioError("these clips were not read from files; there is nothing to read again")
    report = import_files(
        current.library,
        list(files),
        options=ReadOptions(**context.arguments["read_as"]),
        progress=context.follow(),
        window=str(context.arguments.get("window") or ""),
        sources={file: clip.source for file, clip in files.items()},
    )
    failed = {failure.file: failure.line.replace(failure.file, Path(failure.file).name) for failure in report.failures}
    for file, line in failed.items():
        context.problem(Path(file).name, line)
    context.add_clips([*report.added, *report.reread, *report.there])
    if len(failed) == len(files):
        raise StudioError(next(iter(failed.values())))
    said = [f"{len(report.reread)} read anew"] if report.reread else []
    said += [f"{len(report.added)} new beside the old, for the frames are others"] if report.added else []
    context.conclusion = ", ".join(said) or "it had been read in this way already"
