"""Which kind of work a job in the studio is: a registered one, the studio's own thumbnails, or a panel's."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from motionloom.core.errors import MotionloomError
from motionloom.making.work import KINDS, JobKind, Work
from motionloom.studio.jobs.context import JobContext
from motionloom.studio.jobs.kinds import thumbnails

if TYPE_CHECKING:
    from collections.abc import Callable

    from motionloom.studio.session import Studio


def find_kind(studio: Studio, kind: str) -> JobKind:
    """The kind of job of a name, bound to a studio where it needs one."""
    if kind == "thumbnails":
        return JobKind(kind, lambda _: "Draw thumbnails", partial(thumbnails.run, studio), quiet=True)
    try:
        return KINDS.find(kind)
    except MotionloomError:
        panels = {name: run for panel in studio.panels for name, run in panel.jobs.items()}
        if kind not in panels:
            raise
        return JobKind(kind, lambda _: kind, partial(_run_of_panel, panels[kind], studio))


def _run_of_panel(run: Callable[[Studio, JobContext], None], studio: Studio, work: Work) -> str:
    context = JobContext(work)
    run(studio, context)
    return context.conclusion
