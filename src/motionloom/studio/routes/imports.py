"""Files in: straight to disk, then a job reads them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from motionloom.studio import protocol
from motionloom.studio.routes.parameters import TheStudio
from motionloom.studio.uploads import receive_files

router = APIRouter()


@router.post("/import", status_code=202)
async def import_files(
    request: Request, studio: TheStudio, window: Annotated[str, Query(pattern=protocol.ID_PATTERN)] = "studio"
) -> protocol.Job:
    """Take files in and start the job that reads them; makes a library where there is none. `window` can undo it."""
    import anyio.to_thread

    current = await anyio.to_thread.run_sync(studio.open)
    folder = current.runner.store.make_incoming()
    names = [path.name for path in await receive_files(request.headers, request.stream(), folder)]
    title = f"Import {names[0]}" if len(names) == 1 else f"Import {len(names)} files"
    return await anyio.to_thread.run_sync(lambda: current.runner.add("import", title, {"window": window}, files=folder))
