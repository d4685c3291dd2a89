"""Edits: commands, undo and redo. An answer means that it is on disk."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from motionloom.library import Change
from motionloom.studio import protocol, views
from motionloom.studio.routes.parameters import Current, TheStudio, WindowId
from motionloom.studio.session import OpenLibrary, Studio

router = APIRouter()


@router.post("/commands")
def apply(request: protocol.CommandRequest, current: Current, studio: TheStudio) -> protocol.CommandResult:
    """Apply one command, once, whatever happens to the connection."""
    change = current.library.apply(to_library(request.command), window=request.window, command_id=request.id)
    return to_result(change, request.window, current, studio)


@router.post("/undo")
def undo(request: protocol.HistoryRequest, current: Current, studio: TheStudio) -> protocol.CommandResult:
    """Take back this window's last edit."""
    return to_result(current.library.undo(request.window, command_id=request.id), request.window, current, studio)


@router.post("/redo")
def redo(request: protocol.HistoryRequest, current: Current, studio: TheStudio) -> protocol.CommandResult:
    """Do again what this window last took back."""
    return to_result(current.library.redo(request.window, command_id=request.id), request.window, current, studio)


@router.get("/history/{window}")
def get_history(window: WindowId, current: Current) -> protocol.History:
    """What this window's undo and redo would do."""
    return views.history(current, window)


def to_library(command: protocol.Command) -> dict[str, Any]:
    """The library's command; what the studio sends is a person's word, so `by` is left to its default."""
    return command.model_dump(exclude_unset=True)


def to_result(change: Change | None, window: str, current: OpenLibrary, studio: Studio) -> protocol.CommandResult:
    """What an edit of a window came to; None: nothing was there to undo, or it is under way."""
    studio.feed.nudge()
    touched = [] if change is None else list(change.clips)
    reload = len(touched) > protocol.MAX_CLIPS_A_CHANGE
    return protocol.CommandResult(
        seq=current.library.seq() if change is None else change.seq,
        applied=change is not None and change.applied,
        history=views.history(current, window),
        clips=[] if reload else views.clip_states(current, touched),
        reload=reload,
        kept=[] if change is None else [what.removeprefix("clip:") for what in change.kept if what.startswith("clip:")],
    )
