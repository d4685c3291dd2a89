"""Clips: the list, one in full, and its frames as numbers."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import ConfigDict

from motionloom.library import Filter
from motionloom.studio import protocol, views
from motionloom.studio.arrays import array_response
from motionloom.studio.errors import StudioError
from motionloom.studio.routes.parameters import ClipId, Current

router = APIRouter()
FOREVER = "private, max-age=31536000, immutable"


class ClipQuery(protocol.Request):
    """Which clips, and in which order."""

    model_config = ConfigDict(extra="forbid", strict=False)  # a query is text

    search: str = ""
    label: tuple[str, ...] = ()
    annotation: tuple[str, ...] = ()
    source: str | None = None
    made: bool | None = None
    subject: str | None = None
    planted: bool | None = None
    sort: Literal["name", "added", "duration", "frames", "source", "subject"] = "name"
    descending: bool = False
    limit: Annotated[int | None, Query(ge=0, le=100_000)] = None
    offset: protocol.Frame = 0


@router.get("/clips")
def list_clips(query: Annotated[ClipQuery, Query()], current: Current) -> Response:
    """Clips that match, in order; all of them when nothing is asked."""
    which = Filter(query.search, query.label, query.annotation, query.source, query.subject, made=query.made, planted=query.planted)
    seq, total = current.library.seq(), current.library.count(which)
    found = current.library.clips(**vars(which), sort=query.sort, descending=query.descending, limit=query.limit, offset=query.offset)
    rows = [views.clip_row(clip, current.shelf.has(clip.content)) for clip in found]
    # model_dump_json writes it in one go; returning the model would walk every row once more.
    answer = protocol.ClipList.model_construct(seq=seq, total=total, clips=rows)
    return Response(answer.model_dump_json(), media_type="application/json")


@router.get("/clips/{clip}")
def get_clip(clip: ClipId, current: Current) -> protocol.ClipDetail:
    """One clip in full but for its frames."""
    return views.clip_detail(current, clip)


@router.get("/clips/{clip}/state")
def get_state(clip: ClipId, current: Current) -> protocol.ClipState:
    """What edits have made of a clip."""
    return views.clip_state(current, clip)


@router.get("/clips/{clip}/frames")
def get_frames(
    clip: ClipId,
    request: Request,
    current: Current,
    v: str = "",
    start: protocol.Frame = 0,
    stop: protocol.Frame | None = None,
) -> Response:
    """World positions (F, J, 3) and rotations (F, J, 4) of a range of frames, as a binary container."""
    record = current.kept(clip)
    stop = record.frames if stop is None else min(stop, record.frames)
    if stop <= start:
        raise StudioError(f"frames {start}:{stop} are empty; {record.name!r} has {record.frames}")
    tag = f'"{record.content}-{start}-{stop}-{record.fps:g}"'
    headers = {"etag": tag, "cache-control": FOREVER if v == record.content else "private, no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    rotations, positions = current.shown(clip).world
    meta = {"fps": record.fps, "start": start, "frames": stop - start, "joints": record.joints, "content": record.content}
    return array_response({"positions": positions[start:stop], "rotations": rotations[start:stop]}, meta, headers)
