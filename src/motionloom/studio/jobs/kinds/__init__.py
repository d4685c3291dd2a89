"""Which kind of work a job in the studio is: a registered one, or the studio's own thumbnails and films."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from motionloom.making.work import KINDS, JobKind
from motionloom.studio.jobs.kinds import film, thumbnails

if TYPE_CHECKING:
    from motionloom.studio.session import Studio


def find_kind(studio: Studio, kind: str) -> JobKind:
    """The kind of job of a name, bound to a studio where it needs one."""
    if kind == "thumbnails":
        return JobKind(kind, lambda _: "Draw thumbnails", partial(thumbnails.run, studio), quiet=True)
    if kind == "film":
        return JobKind(kind, film.title, film.run)
    return KINDS.find(kind)
