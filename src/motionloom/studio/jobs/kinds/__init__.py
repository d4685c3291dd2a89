"""The kinds of long work. A new one is a file with a `run(studio, context)` and a line in `KINDS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from motionloom.studio import protocol
from motionloom.studio.jobs.kinds import exporting, importing, read_again, sample, thumbnails
from motionloom.studio.jobs.runner import JobContext, Work

if TYPE_CHECKING:
    from motionloom.studio.session import Studio

KINDS: Mapping[str, Callable[[Studio, JobContext], None]] = {
    "sample": sample.run,
    "import": importing.run,
    "export": exporting.run,
    "reading": read_again.run,
    "thumbnails": thumbnails.run,
}


def find_work(studio: Studio, kind: str) -> Work:
    """The work of a kind, a panel's among them, bound to a studio."""
    if kind in KINDS:
        return partial(KINDS[kind], studio)
    panels = {name: run for panel in studio.panels for name, run in panel.jobs.items()}
    return partial(panels[kind] if kind in panels else run_registered, studio)


def run_registered(studio: Studio, context: JobContext) -> None:
    """A job of a kind that a room registered (`making.work`), the same as on the command line."""
    from motionloom.making.work import KINDS, Work

    current, arguments = studio.require(), dict(context.arguments)
    window = str(arguments.pop("window", ""))
    found = KINDS.find(context.kind)
    context.quiet = found.quiet
    work = Work(current.library, arguments, context.folder, context.follow(), window)
    try:
        context.conclusion = found.run(work)
    finally:
        context.add_clips(work.clips)
        for name, error in work.problems:
            context.problem(name, error)
        studio.feed.nudge()
    if work.download is not None:
        context.offer_download(work.download)


def describe(request: protocol.JobStart) -> str:
    """A job's title."""
    if isinstance(request, protocol.StartExport):
        what = "a clip" if len(request.clips) == 1 else f"{len(request.clips)} clips"
        return f"Export {what} as {request.suffix.removeprefix('.').upper()}"
    if isinstance(request, protocol.StartReading):
        return "Read a clip again" if len(request.clips) == 1 else f"Read {len(request.clips)} clips again"
    return "Load the sample" if isinstance(request, protocol.StartSample) else "Draw thumbnails"
