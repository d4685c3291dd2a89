"""The check panel: what is wrong with a clip's frames and mending it; what gravity, or the steps, say about its rate."""

from __future__ import annotations

from fastapi import APIRouter

from motionloom.core import SkeletonError
from motionloom.core.gravity import check_gravity
from motionloom.core.steadiness import check_steadiness, choose_verdict
from motionloom.studio.panel import Panel
from motionloom.studio.protocol.base import Answer, Clips, Id, Request
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio
from motionloom.studio.session import OpenLibrary
from motionloom.studio.wording import in_studio

router = APIRouter()
AT_ONCE = 40  # clips that are looked at before the page is answered


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
    """What came of each clip."""

    clips: list[MendedClip]


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
    """Mend clips, each as a new one that stands in for it; those without anything to mend are left as they are."""
    from motionloom.making.mending import mend_clips

    done = mend_clips(current.library, [current.clip(clip) for clip in request.clips], window=request.window)
    studio.feed.nudge()
    return MendReport(
        clips=[
            MendedClip(source=each.source.id, name=each.name, clip=each.clip, lines=[in_studio(line) for line in each.lines])
            for each in done
        ]
    )


@router.post("/examine")
def post_examine(current: Current) -> ExamineReport:
    """Look at some of the clips that nobody has looked at, as in libraries of before; ask again while some are left."""
    from motionloom.library.maintenance.examine import examine_clips

    waiting = [clip.id for clip in current.library.clips() if clip.glitches is None]
    examine_clips(current.library, waiting[:AT_ONCE])
    return ExamineReport(left=max(0, len(waiting) - AT_ONCE))


PANEL = Panel("check", "Check", router, messages=(FlightInfo, GlitchInfo, CheckReport, MendClips, MendedClip, MendReport, ExamineReport))
