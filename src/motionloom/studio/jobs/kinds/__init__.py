"""The kinds of long work. A new one is a file with a `run(studio, context)` and a line in `KINDS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from motionloom.studio import protocol
from motionloom.studio.jobs.kinds import exporting, importing, sample, thumbnails
from motionloom.studio.jobs.runner import JobContext, Work

if TYPE_CHECKING:
    from motionloom.studio.session import Studio

KINDS: Mapping[str, Callable[[Studio, JobContext], None]] = {
    "sample": sample.run,
    "import": importing.run,
    "export": exporting.run,
    "thumbnails": thumbnails.run,
}


def make_kinds(studio: Studio) -> dict[str, Work]:
    """The work of every kind, the panels' among them, bound to a studio."""
    panels = {kind: run for panel in studio.panels for kind, run in panel.jobs.items()}
    return {kind: partial(run, studio) for kind, run in {**panels, **KINDS}.items()}


def describe(request: protocol.JobStart) -> str:
    """A job's title."""
    if isinstance(request, protocol.StartExport):
        what = "a clip" if len(request.clips) == 1 else f"{len(request.clips)} clips"
        return f"Export {what} as {request.suffix.removeprefix('.').upper()}"
    return "Load the sample" if isinstance(request, protocol.StartSample) else "Draw thumbnails"
