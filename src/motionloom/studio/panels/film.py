"""Film: a window draws what it shows, frame by frame at any size, and sends the pictures; a job makes the film of them."""

from __future__ import annotations

import shutil
import struct
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter, Path as InPath, Request as HttpRequest, Response
from pydantic import Field

from motionloom.studio import protocol
from motionloom.studio.errors import NotThere, StudioError
from motionloom.studio.jobs.kinds.film import frame_file, title
from motionloom.studio.panel import Panel
from motionloom.studio.protocol.base import ID_PATTERN, Answer, Name, Request
from motionloom.studio.routes.parameters import Current
from motionloom.studio.uploads import NoRoom

router = APIRouter()
MAX_FRAMES = 36_000  # ten minutes at 60 Hz
MOST_OPEN = 8  # films that are drawn at a time; more were left by windows that went away
_PNG = b"\x89PNG\r\n\x1a\n"

FilmId = Annotated[str, InPath(pattern=ID_PATTERN)]
FrameNumber = Annotated[int, InPath(ge=0, lt=MAX_FRAMES)]
Pixels = Annotated[int, Field(ge=16, le=8192)]


class FilmBegin(Request):
    """A film that a window is about to draw: its size in pixels, how many frames at which rate, and the kind of file."""

    name: Name
    kind: Literal["mp4", "gif", "png"]
    width: Pixels
    height: Pixels
    fps: Annotated[float, Field(ge=1, le=240)]
    frames: Annotated[int, Field(ge=1, le=MAX_FRAMES)]


class FilmBegun(Answer):
    """What the film is called while its frames come: send them to `{film}/frames/{number}`, then `{film}/finish`."""

    film: str


@dataclass(frozen=True)
class _Film:
    folder: Path
    asked: FilmBegin


_films: dict[str, _Film] = {}
_lock = threading.Lock()


@router.post("/begin")
def post_begin(request: FilmBegin, current: Current) -> FilmBegun:
    """Make room for the frames of a film."""
    if request.kind == "mp4" and (request.width % 2 or request.height % 2):
        raise StudioError(f"an MP4 has an even number of pixels across and down, found {request.width} x {request.height}")
    if request.kind == "gif" and request.fps > 50:
        raise StudioError(f"a GIF shows at most 50 frames a second, found {request.fps:g}")
    folder = current.runner.store.make_incoming()
    film = folder.name.rpartition("-")[2]
    with _lock:
        forgotten = [_films.pop(old) for old in list(_films)[: max(0, len(_films) - MOST_OPEN + 1)]]
        _films[film] = _Film(folder, request)
    for old in forgotten:
        shutil.rmtree(old.folder, ignore_errors=True)
    return FilmBegun(film=film)


@router.post("/{film}/frames/{number}", status_code=204)
async def post_frame(film: FilmId, number: FrameNumber, request: HttpRequest) -> Response:
    """One frame, as a PNG of the film's size; sent again it is replaced."""
    import anyio.to_thread

    found, data = _find(film), await request.body()
    if number >= found.asked.frames:
        raise StudioError(f"the film has {found.asked.frames} frames; {number} is none of them")
    size = struct.unpack_from(">II", data, 16) if data.startswith(_PNG) and len(data) > 24 else None
    if size != (found.asked.width, found.asked.height):
        raise StudioError(f"frame {number} is no PNG of {found.asked.width} x {found.asked.height} pixels")
    await anyio.to_thread.run_sync(_write, frame_file(found.folder, number), data)
    return Response(status_code=204)


def _write(file: Path, data: bytes) -> None:
    try:
        partial = file.with_suffix(".part")
        partial.write_bytes(data)
        partial.replace(file)
    except OSError as error:
        raise NoRoom(f"the frame could not be written ({error.strerror}); make room on the library's disk and film again") from error


@router.post("/{film}/finish", status_code=202)
def post_finish(film: FilmId, current: Current) -> protocol.Job:
    """All frames are there: start the job that makes the film of them."""
    found = _find(film)
    asked = found.asked
    missing = [number for number in range(asked.frames) if not frame_file(found.folder, number).is_file()]
    if missing:
        raise StudioError(f"{len(missing)} of {asked.frames} frames have not come yet, the first is {missing[0]}; send them again")
    with _lock:
        _films.pop(film, None)
    arguments = asked.model_dump(include={"name", "kind", "fps", "frames"})
    return current.runner.add("film", title(arguments), arguments, files=found.folder)


@router.post("/{film}/cancel", status_code=204)
def post_cancel(film: FilmId) -> Response:
    """Forget a film and its frames."""
    with _lock:
        found = _films.pop(film, None)
    if found is not None:
        shutil.rmtree(found.folder, ignore_errors=True)
    return Response(status_code=204)


def _find(film: str) -> _Film:
    found = _films.get(film)
    if found is None:
        raise NotThere("that film is not being drawn any more; film it again")
    return found


PANEL = Panel("film", "Film", router, messages=(FilmBegin, FilmBegun))
