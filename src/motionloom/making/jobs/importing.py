"""Files into the library; a file that cannot be read is noted and the others go on.

arguments: files (absolute paths of files and folders) of the command line, or none: then those in the folder "files" of the job's own,
which the studio put there. read_as: what a person said about them, as `file_reading.plain_options` writes it. labels: a table's path.
restore: bring back deleted clips of these files.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from motionloom.core.errors import count_of
from motionloom.library.file_reading import read_plain_options
from motionloom.library.import_report import summarise
from motionloom.library.importing import import_files
from motionloom.making.jobs.uploads import import_uploads
from motionloom.making.work import JobKind, Work, register


def run(work: Work) -> str:
    """Import what is not in the library yet; what came of it is left in `work.result`."""
    options = read_plain_options(work.arguments.get("read_as", {}))
    if "files" not in work.arguments:
        return import_uploads(work, options)
    with work.given_executor() as executor:
        report = import_files(
            work.library,
            work.arguments["files"],
            work.arguments.get("labels"),
            options=options,
            executor=executor,
            progress=work.progress,
            window=work.window,
            restore=bool(work.arguments.get("restore")),
        )
    work.problems += [(Path(failure.file).name, failure.line) for failure in report.failures]
    work.clips += [*report.added, *report.reread, *report.there]
    work.result = report
    return summarise(report, len(report.failures))


def _title(arguments: Mapping[str, Any]) -> str:
    files = arguments.get("files", ())
    return f"Import {Path(files[0]).name}" if len(files) == 1 else f"Import {count_of(len(files), 'file')}" if files else "Import files"


KIND = register(JobKind("import", _title, run))
