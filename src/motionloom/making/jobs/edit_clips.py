"""One edit of many clips (`making.editing`): a new clip of each, all of them in one undo step; those it cannot be done to are noted.

arguments: clips (ids), edit (its kind and options, plain data).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motionloom.core.errors import LibraryError, count_of
from motionloom.making.editing import TITLES, plan_edit
from motionloom.making.jobs.make_clips import find_added, make_new
from motionloom.making.prepared import Files
from motionloom.making.work import JobKind, Work, register

JOB = "edit_clips"


def run(work: Work) -> str:
    """Make what is not made yet, then add all of it; `work.clips` are the new clips in the order of the old."""
    step = f"{work.job}-made" if work.job else None
    clips = [] if step is None else find_added(work.library, step)
    if not clips:
        work.progress.begin("Looking at the clips")
        plan = plan_edit(work.library, work.arguments["clips"], work.arguments["edit"])
        left = dict(plan.left)
        recipes = [(planned.recipe, planned.name) for planned in plan.made]
        again = step is not None and work.library.find_change(step) is not None
        clips = make_new(work, None if again else step, recipes, Files(), refused=left.__setitem__, title=_title(work.arguments))
        work.problems[:] = list(left.items())
        if not clips:
            raise LibraryError(next(iter(left.values()), "there is nothing to make"))
    work.clips[:] = clips
    return f"{count_of(len(clips), 'clip')} made"


def _title(arguments: Mapping[str, Any]) -> str:
    return f"{TITLES.get(str(arguments['edit'].get('kind')), 'Edit')} {count_of(len(arguments['clips']), 'clip')}"


KIND = register(JobKind(JOB, _title, run))
