"""The studio's web application: the gate, the API's routes, the panels' routes and the built client."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path

from fastapi import FastAPI

from motionloom.core.errors import MotionloomError
from motionloom.studio.errors import add_error_handlers
from motionloom.studio.panels import PANELS
from motionloom.studio.routes import ROUTERS
from motionloom.studio.safety import Gate, Policy
from motionloom.studio.session import Studio
from motionloom.studio.static import STATIC, mount_client

DRAWING_DELAY_SECONDS = 3.0


def create_app(library: Path | None = None, policy: Policy | None = None, static: Path = STATIC) -> FastAPI:
    """The application on a library folder; None takes the person's own, and offers to make it where there is none."""
    policy = policy or Policy()
    studio = Studio(library, policy, PANELS)
    app = FastAPI(title="Motionloom studio", docs_url=None, redoc_url=None, openapi_url=None, lifespan=_lifespan)
    app.state.studio = studio
    app.state.on_ready = None
    add_error_handlers(app)
    for router in ROUTERS:
        app.include_router(router, prefix="/api")
    for panel in PANELS:
        app.include_router(panel.router, prefix=f"/api/panels/{panel.name}")
    mount_client(app, static)
    app.add_middleware(Gate, policy=policy)
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    studio: Studio = app.state.studio
    studio.hub.start()
    feed = asyncio.create_task(studio.feed.run())
    threading.Thread(target=_warm_up, args=(studio,), name="studio-warm-up", daemon=True).start()
    if app.state.on_ready is not None:
        app.state.on_ready()
    try:
        yield
    finally:
        feed.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await feed
        await asyncio.to_thread(studio.close)


def _warm_up(studio: Studio) -> None:
    """Load the compiled kernels while the page loads, so that the first clip opens as fast as the next; then see to thumbnails."""
    import numpy as np

    from motionloom.core.kinematics import forward_kinematics

    one = np.array([[[0, 0, 0, 1]]], dtype=np.float32)
    forward_kinematics(one, np.zeros((1, 3), np.float32), np.zeros((1, 3), np.float32), np.array([-1]))
    # Drawing takes a core: the page comes first, and asks for what it shows itself.
    time.sleep(DRAWING_DELAY_SECONDS)
    with contextlib.suppress(MotionloomError, sqlite3.ProgrammingError):  # the studio may have been closed meanwhile
        studio.draw_missing()
