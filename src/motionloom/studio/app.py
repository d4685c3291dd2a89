"""The studio's web application: the gate, the API's routes, the panels' routes and the built client."""

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
from motionloom.studio.panels import PANELS
from motionloom.studio.routes import ROUTERS
from motionloom.studio.safety import Gate, Policy
from motionloom.studio.session import Studio
from motionloom.studio.static import STATIC, mount_client

# The page comes first: loading and drawing take a core each, and the page asks for what it shows itself.
LOADING_DELAY_SECONDS = 1.0
DRAWING_DELAY_SECONDS = 2.0

log = logging.getLogger(__name__)


def create_app(
    library: Path | None = None, policy: Policy | None = None, static: Path = STATIC, panels: tuple[Panel, ...] = PANELS
) -> FastAPI:
    """The application on a library folder; None takes the person's own, and offers to make it where there is none."""
    policy = policy or Policy()
    studio = Studio(library, policy, panels)
    app = FastAPI(title="Motionloom studio", docs_url=None, redoc_url=None, openapi_url=None, lifespan=_lifespan)
    app.state.studio = studio
    app.state.on_ready = None
    add_error_handlers(app)
    for router in ROUTERS:
        app.include_router(router, prefix="/api")
    for panel in panels:
        app.include_router(panel.router, prefix=f"/api/panels/{panel.name}")
    mount_client(app, static)
    app.add_middleware(Gate, policy=policy)
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    studio: Studio = app.state.studio
    studio.hub.start()
    feed, closing = asyncio.create_task(studio.feed.run()), threading.Event()
    warm_up = threading.Thread(target=_warm_up, args=(studio, closing), name="studio-warm-up")
    warm_up.start()
    if app.state.on_ready is not None:
        app.state.on_ready()
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
