"""The studio's API: its routes, the panels' routes, and what runs beside them while the studio is open."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator
from pathlib import Path

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
    """Once the page is there, load what it does not wait for: first the compiled loops, then pictures that are missing."""
    if closing.wait(LOADING_DELAY_SECONDS):
        return
    try:
        studio.load_loops()
        if not closing.wait(DRAWING_DELAY_SECONDS):
            studio.draw_missing()
    except MotionloomError as error:
        log.info("warm-up: %s", error)
