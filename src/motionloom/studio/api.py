"""The studio's API: its routes, the panels' routes, and what runs beside them while the studio is open."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import anyio.to_thread
from fastapi import FastAPI

from motionloom.core.errors import MotionloomError
from motionloom.studio.errors import add_error_handlers
from motionloom.studio.panel import Panel
from motionloom.studio.panel_routes import PanelRoutes
from motionloom.studio.routes import ROUTERS
from motionloom.studio.safety import Policy
from motionloom.studio.session import Studio

# The page comes first: loading and drawing take a core each, and the page asks for what it shows itself.
LOADING_DELAY_SECONDS = 1.0
DRAWING_DELAY_SECONDS = 2.0
# Threads that answer requests: each keeps the library's files open, and more than these only wait for each other.
REQUESTS_AT_ONCE = 16
TELL_SECONDS = 60.0  # between two lines about the same want of files

log = logging.getLogger(__name__)


def create_api(folder: Path, policy: Policy, panels: tuple[Panel, ...] | None = None) -> FastAPI:
    """The API on a library's folder; it opens the library where there is one. It stands behind the gate of `app.py`."""
    api = FastAPI(title="Motionloom studio", docs_url=None, redoc_url=None, openapi_url=None, lifespan=_lifespan)
    api.state.studio = Studio(folder, policy, panels)
    add_error_handlers(api)
    for router in ROUTERS:
        api.include_router(router, prefix="/api")
    api.mount("/api/panels", PanelRoutes(api.state.studio))
    return api


@contextlib.asynccontextmanager
async def _lifespan(api: FastAPI) -> AsyncIterator[None]:
    studio: Studio = api.state.studio
    studio.hub.start()
    anyio.to_thread.current_default_thread_limiter().total_tokens = REQUESTS_AT_ONCE
    asyncio.get_running_loop().set_exception_handler(_tell_briefly)
    feed, closing = asyncio.create_task(studio.feed.run()), threading.Event()
    warm_up = threading.Thread(target=_warm_up, args=(studio, closing), name="studio-warm-up")
    warm_up.start()
    try:
        yield
    finally:
        # Nobody may be reading when the library is closed: SQLite does not survive that.
        closing.set()
        studio.feed.stop()
        await feed
        await asyncio.to_thread(warm_up.join)
        await asyncio.to_thread(studio.close)


def _warm_up(studio: Studio, closing: threading.Event) -> None:
    """Once the page is there, load what it does not wait for: first the compiled loops, then pictures that are missing, then what
    panels will want."""
    if closing.wait(LOADING_DELAY_SECONDS):
        return
    try:
        studio.load_loops()
        if not closing.wait(DRAWING_DELAY_SECONDS):
            studio.draw_missing()
            studio.load_panels(closing)
    except MotionloomError as error:
        log.info("warm-up: %s", error)


_told: dict[int, float] = {}  # errno: when it was said last


def _tell_briefly(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A server without files to give out says so once in a while: asyncio would say it thousands of times a second, with a traceback."""
    error = context.get("exception")
    if not isinstance(error, OSError) or error.errno not in (errno.EMFILE, errno.ENFILE):
        loop.default_exception_handler(context)
        return
    if time.monotonic() - _told.get(error.errno, -TELL_SECONDS) >= TELL_SECONDS:
        _told[error.errno] = time.monotonic()
        log.warning("%s: new connections wait until others are closed", error.strerror)
