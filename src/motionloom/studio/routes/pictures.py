"""Thumbnails and filmstrips."""

from __future__ import annotations

import contextlib
from typing import Literal

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse

from motionloom.studio import protocol
from motionloom.studio.errors import NotThere
from motionloom.studio.routes.clips import FOREVER
from motionloom.studio.routes.parameters import ClipId, Current

router = APIRouter()


@router.get("/clips/{clip}/{picture}.png")
def get_picture(clip: ClipId, picture: Literal["thumbnail", "filmstrip"], current: Current, v: str = "") -> Response:
    """A picture, or 404 while it is not drawn; asking puts it first in the queue."""
    record = current.kept(clip)
    path = current.shelf.path(record.content, picture)
    if not current.shelf.has(record.content) or not path.is_file():
        current.painter.want(clip, record.content)
        raise NotThere(f"the {picture} of {record.name!r} is being drawn; ask again when the live message says so")
    caching = FOREVER if v == record.content else "private, no-cache"
    return FileResponse(path, media_type="image/png", headers={"cache-control": caching})


@router.post("/thumbnails", status_code=204)
def want_pictures(wanted: protocol.WantedThumbnails, current: Current) -> Response:
    """Draw these first: they are in view. One that another window has just deleted is left out."""
    for clip in reversed(wanted.clips):
        with contextlib.suppress(NotThere):
            current.painter.want(clip, current.clip(clip).content)
    return Response(status_code=204)
