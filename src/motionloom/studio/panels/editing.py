"""Editing: new clips of one clip or of a selection, in one undo step; and guesses of the plants of many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter
from pydantic import Field

from motionloom.core.errors import MotionloomError, count_of
from motionloom.studio import protocol
from motionloom.studio.errors import StudioError
from motionloom.studio.panel import Panel
from motionloom.studio.protocol.base import Answer, Clips, Id, Request
from motionloom.studio.routes.parameters import Current, TheStudio
from motionloom.studio.session import OpenLibrary
from motionloom.studio.wording import in_studio

if TYPE_CHECKING:
    from motionloom.making.editing import Planned
    from motionloom.making.makers import Made

router = APIRouter()
MANY = 8  # clips that are edited while a person waits; more are a job

Seconds = Annotated[float, Field(ge=0, le=1e6)]
Metres = Annotated[float, Field(ge=-1e4, le=1e4)]
Blend = Annotated[float, Field(ge=0, le=5)]


class EditTrim(Request):
    """Only what lies between two moments, seconds; `end` null: to the end."""

    kind: Literal["trim"]
    start: Seconds
    end: Seconds | None = None


class EditCut(Request):
    """All but what lies between two moments, seconds; the seam is eased over `blend` seconds."""

    kind: Literal["cut"]
    start: Seconds
    end: Seconds
    blend: Blend = 0.2


class EditSplit(Request):
    """Two clips, before and from a moment, seconds."""

    kind: Literal["split"]
    at: Seconds


class EditJoin(Request):
    """One clip of all, in the order they are named, each eased into the next over `blend` seconds."""

    kind: Literal["join"]
    blend: Blend = 0.2


class EditPlain(Request):
    """Left and right exchanged; or planted feet held still."""

    kind: Literal["mirror", "clean"]


class EditRate(Request):
    """The same performance at another rate."""

    kind: Literal["resample"]
    fps: Annotated[float, Field(ge=1, le=1000)]


class EditInPlace(Request):
    """Without its way along the ground, and unless it keeps it, without its turning."""

    kind: Literal["in_place"]
    keep_turning: bool = False


class EditMove(Request):
    """Metres along x and z and up, degrees to the left; its floor is first put to height 0 where that is asked."""

    kind: Literal["move"]
    x: Metres = 0.0
    z: Metres = 0.0
    up: Metres = 0.0
    turn_degrees: Annotated[float, Field(ge=-3600, le=3600)] = 0.0
    to_floor: bool = False


class EditLoop(Request):
    """Cut where it loops best, between two moments where they are given."""

    kind: Literal["loop"]
    start: Seconds = 0.0
    end: Seconds | None = None


ClipEdit = Annotated[
    EditTrim | EditCut | EditSplit | EditJoin | EditPlain | EditRate | EditInPlace | EditMove | EditLoop, Field(discriminator="kind")
]


class EditClips(Request):
    """One edit of clips; what is made is one step on the undo stack of this window."""

    window: Id
    clips: Clips
    edit: ClipEdit


class EditedClip(Answer):
    """A new clip: what it was made of, its name, and the moment of its source, seconds, that it begins with."""

    source: str
    clip: str
    name: str
    begins: float


class EditLeft(Answer):
    """A clip that was left as it is, and why."""

    name: str
    why: str


class EditReport(Answer):
    """The new clips, and those that were left; or the job that is making them, since they are many."""

    clips: list[EditedClip]
    left: list[EditLeft]
    job: protocol.Job | None = None


class GuessPlants(Request):
    """The oracle's guess of the plants of clips, as one step; `replace`: also in place of those that came with a file."""

    window: Id
    clips: Clips
    replace: bool = False


@router.post("/make")
def post_make(request: EditClips, current: Current, studio: TheStudio) -> EditReport:
    """Make a new clip of each, or one of all; clips that it cannot be done to are left as they are, and said."""
    from motionloom.making.jobs.edit_clips import JOB

    clips = [current.clip(clip).id for clip in request.clips]
    edit = request.edit.model_dump()
    if len(clips) > MANY and edit["kind"] != "join":
        arguments = {"clips": clips, "edit": edit, "window": request.window}
        return EditReport(clips=[], left=[], job=current.runner.start(JOB, arguments))
    report = _make(current, clips, edit, request.window)
    studio.feed.nudge()
    return report


def _make(current: OpenLibrary, clips: list[str], edit: dict[str, object], window: str) -> EditReport:
    from motionloom.making.derive import NewMade, derive_all
    from motionloom.making.editing import TITLES, plan_edit
    from motionloom.making.makers import make
    from motionloom.making.sources import Sources

    plan, sources = plan_edit(current.library, clips, edit), Sources(current.library)
    left: list[tuple[str, str]] = list(plan.left)
    done: list[tuple[Planned, Made]] = []
    for planned in plan.made:
        try:
            done.append((planned, make(sources, planned.recipe)))
        except MotionloomError as error:
            left.append((planned.clip.name, str(error)))
    if not done:
        raise StudioError(in_studio(left[0][1]) if left else "there is nothing to do")
    title = f"{TITLES[str(edit['kind'])]} {done[0][0].clip.name if len(clips) == 1 else count_of(len(clips), 'clip')}"
    new = [NewMade(planned.recipe, made, planned.name) for planned, made in done]
    ids = derive_all(current.library, new, window=window, title=title, sources=sources)
    made_clips = [
        EditedClip(source=planned.clip.id, clip=added, name=current.library.clip(added).name, begins=_begins(planned, made))
        for (planned, made), added in zip(done, ids, strict=True)
    ]
    return EditReport(clips=made_clips, left=[EditLeft(name=name, why=in_studio(why)) for name, why in left])


def _begins(planned: Planned, made: Made) -> float:
    """The moment of its clip that the first frame shows."""
    return (planned.recipe.sources[0].start + float(made.frames.frame[0])) / planned.clip.fps


@router.post("/guess", status_code=202)
def post_guess(request: GuessPlants, current: Current) -> protocol.Job:
    """Guess the plants of clips; what a person set stays, and what came with a file unless `replace`."""
    from motionloom.making.jobs.guess_plants import JOB

    clips = [current.clip(clip).id for clip in request.clips]
    return current.runner.start(JOB, {"clips": clips, "replace": request.replace, "window": request.window})


PANEL = Panel(
    "editing",
    "Editing",
    router,
    messages=(
        EditTrim,
        EditCut,
        EditSplit,
        EditJoin,
        EditPlain,
        EditRate,
        EditInPlace,
        EditMove,
        EditLoop,
        EditClips,
        EditedClip,
        EditLeft,
        EditReport,
        GuessPlants,
    ),
)
