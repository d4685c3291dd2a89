"""Clips read again from their files, in the way that a person says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from motionloom.core.errors import MotionloomError
from motionloom.library.file_reading import read_plain_options
from motionloom.library.importing import import_files
from motionloom.making.work import JobKind, Work, register


def run(work: Work) -> str:
    """Read the files of the clips; a clip whose frames stay the same in number is changed, otherwise a new one comes beside it.

    arguments: clips (ids), read_as (see `importing`).
    """
    clips = [work.library.clip(clip) for clip in work.arguments["clips"]]
    files = {clip.file: clip for clip in clips if clip.file and clip.deleted is None}
    if not files:
        raise MotionloomError("these clips were not read from files; there is nothing to read again")
    with work.given_executor() as executor:
        report = import_files(
            work.library,
            list(files),
            options=read_plain_options(work.arguments["read_as"]),
            executor=executor,
            progress=work.progress,
            window=work.window,
            sources={file: clip.source for file, clip in files.items()},
            clips={file: {clip.reading.get("options", {}).get("clip") for clip in clips if clip.file == file} for file in files},
        )
    failed = {failure.file: failure.line.replace(failure.file, Path(failure.file).name) for failure in report.failures}
    work.problems += [(Path(file).name, line) for file, line in failed.items()]
    work.clips += [*report.added, *report.reread, *report.there]
    if len(failed) == len(files):
        raise MotionloomError(next(iter(failed.values())))
    said = [f"{len(report.reread)} read anew"] if report.reread else []
    said += [f"{len(report.added)} new beside the old, for the frames are others"] if report.added else []
    return ", ".join(said) or "it had been read in this way already"


def _title(arguments: Mapping[str, Any]) -> str:
    count = len(arguments["clips"])
    return "Read a clip again" if count == 1 else f"Read {count} clips again"


KIND = register(JobKind("reading", _title, run))
