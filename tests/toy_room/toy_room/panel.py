"""A panel: how long slow motion of the open clip would be."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter

from motionloom.studio.panel import Panel
from motionloom.studio.protocol.base import Answer
from motionloom.studio.routes.parameters import ClipId, Current

router = APIRouter()


class SlowLength(Answer):
    """Seconds that slow motion of a clip lasts."""

    seconds: float


@router.get("/clips/{clip}")
def get_length(clip: ClipId, current: Current) -> SlowLength:
    """At half speed."""
    return SlowLength(seconds=2 * current.clip(clip).duration)


PANEL = Panel("slow", "Slow", router, client=Path(__file__).with_name("panel.js"))
