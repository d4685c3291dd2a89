"""Props: boxes that stand on the floor of a clip's stage, for what a performer sits on, climbs or leans against. Saved with the clip."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from motionloom.studio.panel import Panel
from motionloom.studio.protocol import CommandResult
from motionloom.studio.protocol.base import Answer, Id, Request
from motionloom.studio.routes.edits import to_result
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio

PROPS = "props"
MOST = 50
router = APIRouter()
Metres = Annotated[float, Field(ge=0.01, le=100)]
Place = Annotated[float, Field(ge=-10_000, le=10_000)]


class PropBox(Request):
    """A box: width (x), height and depth (z) in metres, the middle of its base over the clip's floor, and its turn about the vertical."""

    id: Id
    width: Metres
    height: Metres
    depth: Metres
    x: Place
    y: Place = 0.0
    z: Place
    turn_degrees: Annotated[float, Field(ge=-360, le=360)] = 0.0


class ClipProps(Answer):
    """The boxes of a clip."""

    boxes: list[PropBox]


class SetProps(Request):
    """The boxes of a clip in place of those that it had."""

    id: Id
    window: Id
    title: Annotated[str, Field(min_length=1, max_length=200)]
    boxes: Annotated[list[PropBox], Field(max_length=MOST)]


@router.get("/clips/{clip}")
def get_props(clip: ClipId, current: Current) -> ClipProps:
    """The boxes of a clip; none where nobody put one."""
    current.kept(clip)
    found = next((each for each in current.library.documents(PROPS) if each.id == _document(clip)), None)
    return ClipProps(boxes=[] if found is None else [PropBox.model_validate(box) for box in found.data["boxes"]])


@router.post("/clips/{clip}")
def post_props(clip: ClipId, request: SetProps, current: Current, studio: TheStudio) -> CommandResult:
    """Save the boxes of a clip."""
    record = current.clip(clip)
    data = {"clip": clip, "boxes": [box.model_dump() for box in request.boxes]}
    command = {"kind": "set_document", "document": _document(clip), "of_kind": PROPS, "name": record.name, "data": data}
    change = current.library.apply({**command, "title": request.title}, window=request.window, command_id=request.id)
    return to_result(change, request.window, current, studio)


def _document(clip: str) -> str:
    return f"props-{clip}"[:64]


PANEL = Panel("props", "Props", router, messages=(PropBox, ClipProps, SetProps))
