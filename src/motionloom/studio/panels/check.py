"""The check panel: what is wrong with a clip's frames and mending it; what gravity, or the steps, say about its rate."""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import APIRouter

from motionloom.core import SkeletonError
from motionloom.core.errors import count_of
from motionloom.core.gravity import check_gravity
from motionloom.core.steadiness import check_steadiness, choose_verdict
from motionloom.library import Clip
from motionloom.studio.panel import Panel
from motionloom.studio.protocol.base import Answer, Clips, Id, Request
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio
from motionloom.studio.session import OpenLibrary
from motionloom.studio.wording import in_studio

router = APIRouter()
AT_ONCE = 40  # clips that are looked at before the page is answered
MANY = 8  # clips that are mended while a person waits; more are a job


class FlightInfo(Answer):
    """Frames in the air, how fast the centre of mass falls in them (m/s2), and how high the arc is (metres)."""

    start: int
    stop: int
    fall: float
    arc: float


class GlitchInfo(Answer):
    """Frames start:stop in which something is wrong: which kind, and all of it in words."""

    kind: str
    title: str
    start: int
    stop: int
    joint: str
    words: str
    mendable: bool


class CheckReport(Answer):
    """`implied_fps` is the rate at which the fall, or the steps, would be right; null where there was nothing to judge by."""

    fps: float
    fall: float | None
    implied_fps: float | None
    suspicious: bool
    words: str
    flights: list[FlightInfo]
    glitches: list[GlitchInfo]


class MendClips(Request):
    """Make a mended clip of each; they are one step on the undo stack of this window."""

    window: Id
    clips: Clips


class MendedClip(Answer):
    """What came of a clip: the mended one, "" where there was nothing to mend; and what was done or left, in words."""

    source: str
    name: str
    clip: str
    lines: list[str]


class MendReport(Answer):
    """What came of each clip; those that a job is making, since they are many, are not there yet."""

    clips: list[MendedClip]
    making: int = 0


class ExamineReport(Answer):
    """How many clips nobody has looked at yet."""

    left: int


@router.get("/clips/{clip}")
def get_check(clip: ClipId, current: Current) -> CheckReport:
    """The glitches and the flights of a clip."""
    motion, found = current.motion(clip), _find_glitches(current, clip)
    try:
        report = check_gravity(motion)
    except SkeletonError as error:
        return CheckReport(fps=motion.fps, fall=None, implied_fps=None, suspicious=False, words=str(error), flights=[], glitches=found)
    verdict = choose_verdict(report, check_steadiness(motion))
    return CheckReport(
        fps=motion.fps,
        fall=report.fall,
        implied_fps=verdict.implied_fps,
        suspicious=verdict.suspicious,
        words=verdict.describe(),
        flights=[FlightInfo(start=one.start, stop=one.stop, fall=one.fall, arc=one.arc) for one in report.flights],
        glitches=found,
    )


def _find_glitches(current: OpenLibrary, clip: str) -> list[GlitchInfo]:
    """What is kept of a clip, looked for where nobody has; its rate has a verdict of its own."""
    from motionloom.glitches import CHECKS
    from motionloom.library.maintenance.examine import examine_clips

    examine_clips(current.library, [clip])
    known = CHECKS.all()
    return [
        GlitchInfo(
            kind=glitch.kind,
            title=known[glitch.kind].title if glitch.kind in known else glitch.kind,
            start=glitch.start,
            stop=glitch.stop,
            joint=glitch.joint,
            words=in_studio(glitch.words),
            mendable=glitch.mendable,
        )
        for glitch in current.clip(clip).glitches or ()
        if glitch.kind != "rate"
    ]


@router.post("/mend")
def post_mend(request: MendClips, current: Current, studio: TheStudio) -> MendReport:
    """Mend clips, each as a new one that stands in for it, many by a job; those without anything to mend are left as they are."""
    from motionloom.making.derive import NewMade, derive_all
    from motionloom.making.jobs.make_clips import JOB
    from motionloom.making.makers import make
    from motionloom.making.mending import plan_mending
    from motionloom.making.sources import Sources

    library = current.library
    plans = plan_mending(library, [current.clip(clip).id for clip in request.clips])
    left = [_say_mended(plan.clip, "", plan.clip.name, plan.lines) for plan in plans if plan.recipe is None]
    worth = [(plan.clip, plan.recipe) for plan in plans if plan.recipe is not None]
    if len(worth) > MANY:
        arguments = {"recipes": [recipe.to_json() for _, recipe in worth], "window": request.window}
        current.runner.add(JOB, f"Mend {count_of(len(worth), 'clip')}", arguments)
        return MendReport(clips=left, making=len(worth))
    sources = Sources(library)
    made = [NewMade(recipe, make(sources, recipe)) for _, recipe in worth]
    title = f"Mend {worth[0][0].name}" if len(worth) == 1 else f"Mend {count_of(len(worth), 'clip')}"
    ids = derive_all(library, made, window=request.window, title=title, sources=sources)
    studio.feed.nudge()
    done = [
        _say_mended(clip, added, library.clip(added).name, each.made.outcome["notes"])
        for (clip, _), added, each in zip(worth, ids, made, strict=True)
    ]
    return MendReport(clips=[*done, *left])


def _say_mended(source: Clip, clip: str, name: str, lines: Iterable[str]) -> MendedClip:
    return MendedClip(source=source.id, name=name, clip=clip, lines=[in_studio(line) for line in lines])


@router.post("/examine")
def post_examine(current: Current) -> ExamineReport:
    """Look at some of the clips that nobody has looked at, as in libraries of before; ask again while some are left."""
    from motionloom.library.maintenance.examine import examine_clips

    waiting = [clip.id for clip in current.library.clips() if clip.glitches is None]
    examine_clips(current.library, waiting[:AT_ONCE])
    return ExamineReport(left=max(0, len(waiting) - AT_ONCE))


PANEL = Panel("check", "Check", router, messages=(FlightInfo, GlitchInfo, CheckReport, MendClips, MendedClip, MendReport, ExamineReport))
