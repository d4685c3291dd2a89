"""The panels' routes, /api/panels/...: loaded with the first request to one of them, for the first clip is shown without."""

from __future__ import annotations

import asyncio
import threading
from importlib import import_module
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.responses import FileResponse

from motionloom.studio import protocol
from motionloom.studio.errors import NotThere, add_error_handlers

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from motionloom.studio.session import Studio

# Packages that import their own modules. Two routes, each in its thread, that came to one of them by different modules would wait for each
# other, and one would get half of it; so they are imported here, by one thread. Packages that load on first use need not be.
WHOLE = (
    "motionloom.align",
    "motionloom.feet.detectors",
    "motionloom.feet.features",
    "motionloom.glitches",
    "motionloom.making.makers",
    "motionloom.making.questions",
    "motionloom.score.scorers",
    "motionloom.score.terms",
)


class PanelRoutes:
    """An ASGI application to be mounted; it shares the studio with the API around it."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._routes: FastAPI | None = None
        self._lock = threading.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        routes = await asyncio.to_thread(self._load) if self._routes is None else self._routes
        await routes(scope, receive, send)

    def _load(self) -> FastAPI:
        with self._lock:
            if self._routes is None:
                for package in WHOLE:
                    import_module(package)
                routes = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
                routes.state.studio = self._studio
                add_error_handlers(routes)
                for panel in self._studio.panels:
                    routes.include_router(panel.router, prefix=f"/{panel.name}")
                self._offer_added(routes)
                self._routes = routes
            return self._routes

    def _offer_added(self, routes: FastAPI) -> None:
        """What the page loads for panels of other packages."""
        added = {panel.name: panel.client for panel in self._studio.panels if panel.client is not None}

        @routes.get("/")
        def get_added() -> protocol.AddedPanels:
            return protocol.AddedPanels(modules=[f"/api/panels/{name}/client.js" for name in added])

        @routes.get("/{panel}/client.js")
        def get_client(panel: str) -> FileResponse:
            if panel not in added:
                raise NotThere(f"no panel {panel!r} of another package is here; it may have been uninstalled")
            return FileResponse(added[panel], media_type="text/javascript", headers={"cache-control": "no-cache"})
