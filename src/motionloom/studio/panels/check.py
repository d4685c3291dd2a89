"""The check panel: what gravity says about a clip's rate, flight by flight, and what its steps say where nobody flies."""

from __future__ import annotations

from fastapi import APIRouter

from motionloom.core import SkeletonError
from motionloom.core.gravity import check_gravity
from motionloom.core.steadiness import check_steadiness, choose_verdict
from motionloom.studio.panel import Panel
from motionloom.studio.protocol.base import Answer
from motionloom.studio.routes.parameters import ClipId, Current

router = APIRouter()


class FlightInfo(Answer):
    """Frames in the air, how fast the centre of mass falls in them (m/s2), and how high the arc is (metres)."""

    start: int
    stop: int
    fall: float
    arc: float


class CheckReport(Answer):
    """`implied_fps` is the rate at which the fall, or the steps, would be right; null where there was nothing to judge by."""

    fps: float
    fall: float | None
    implied_fps: float | None
    suspicious: bool
    words: str
    flights: list[FlightInfo]


@router.get("/clips/{clip}")
def get_check(clip: ClipId, current: Current) -> CheckReport:
    """The flights of a clip."""
    motion = current.motion(clip)
    try:
        report = check_gravity(motion)
    except SkeletonError as error:
        return CheckReport(fps=motion.fps, fall=None, implied_fps=None, suspicious=False, words=str(error), flights=[])
    verdict = choose_verdict(report, check_steadiness(motion))
    return CheckReport(
        fps=motion.fps,
        fall=report.fall,
        implied_fps=verdict.implied_fps,
        suspicious=verdict.suspicious,
        words=verdict.describe(),
        flights=[FlightInfo(start=one.start, stop=one.stop, fall=one.fall, arc=one.arc) for one in report.flights],
    )


PANEL = Panel("check", "Check", router, messages=(FlightInfo, CheckReport))
