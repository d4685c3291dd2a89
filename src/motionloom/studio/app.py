"""The studio's web application: the gate, the page's files, and behind them the API, which loads while the page is on its way.

Loading FastAPI, NumPy and our own messages takes half of the time from a command to a picture. So this file and those it imports
load none of them: the page is served from the first moment, and whoever asks the API earlier than it is there waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from motionloom.core.errors import MotionloomError
from motionloom.studio.folder import find_folder
from motionloom.studio.safety import Gate, Policy, Refusal, refuse
from motionloom.studio.static import STATIC, find_file

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.types import Receive, Scope, Send

    from motionloom.studio.panel import Panel

# How long the thread that loads may keep the interpreter to itself; Python's 5 ms would be paid at every step of sending the page.
LOADING_TURN_SECONDS = 0.0005

log = logging.getLogger(__name__)


class App:
    """The page at once, the API once it is loaded, nothing past the gate. ASGI."""

    def __init__(self, folder: Path, policy: Policy, static: Path, load: Callable[[], FastAPI]) -> None:
        self.api: FastAPI | None = None
        self.failure: Exception | None = None
        self.on_failure: Callable[[], None] = lambda: None
        self._folder, self._static, self._load = folder, static, load
        self._gate = Gate(self._answer, policy)
        self._loaded = asyncio.Event()
        self._closing = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await self._gate(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not scope["path"].startswith("/api/"):
            accepted = dict(scope["headers"]).get(b"accept-encoding", b"").decode("latin-1")
            await find_file(self._static, self._folder, scope["method"], scope["path"], accepted).send(send)
            return
        await self._loaded.wait()
        if self.api is None:
            await refuse(Refusal(503, f"the studio could not start: {self.failure}"), scope, receive, send)
        else:
            await self.api(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        running = asyncio.create_task(self._run_api())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._closing.set()
        await running
        await send({"type": "lifespan.shutdown.complete"})

    async def _run_api(self) -> None:
        """Load the API and keep it open until the end."""
        try:
            with brief_turns(), no_collecting():
                api = await asyncio.to_thread(self._load)
            async with api.router.lifespan_context(api):
                self.api = api
                self._loaded.set()
                await self._closing.wait()
        except Exception as error:
            # The boundary of a task: `serve` raises it again, once those who waited have been told.
            self.failure = error
            if not isinstance(error, MotionloomError):
                log.exception("the studio's API")
            self.on_failure()
            self._loaded.set()


def create_app(
    library: Path | None = None, policy: Policy | None = None, static: Path = STATIC, panels: tuple[Panel, ...] | None = None
) -> App:
    """The application on a library folder; None takes the person's own, and offers to make it where there is none."""
    policy = policy or Policy()
    folder = find_folder(library)

    def load() -> FastAPI:
        from motionloom.studio.api import create_api

        return create_api(folder, policy, panels)

    return App(folder, policy, static, load)


@contextlib.contextmanager
def brief_turns() -> Iterator[None]:
    """Meanwhile threads take turns more often."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(LOADING_TURN_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


@contextlib.contextmanager
def no_collecting() -> Iterator[None]:
    """Meanwhile no garbage is looked for: what is loaded stays, and looking through it again and again is a tenth of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
