"""The page before the API: what waits, what does not, and what is said when the API cannot load."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from motionloom.core.errors import LibraryError
from motionloom.studio.app import App, create_app
from motionloom.studio.safety import Policy
from tests.conftest import PATIENCE

from .in_thread import run


class Slow:
    """An API that is loaded when the test says so."""

    def __init__(self, static: Path) -> None:
        self.may_load = threading.Event()
        self.app = App(static / "library", Policy(), static, self.load)
        (static / "index.html").write_text("page")

    def load(self) -> FastAPI:
        self.may_load.wait(PATIENCE)
        api = FastAPI()
        api.get("/api/library")(lambda: "there")
        return api


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Slow]:
    slow = Slow(tmp_path)
    yield slow
    slow.may_load.set()


async def ask(app: Any, *requests: tuple[str, dict[str, str]]) -> list[httpx.Response]:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        return [await client.get(path, headers=headers) for path, headers in requests]


async def live(app: Any, scene: Any) -> Any:
    """Runs the app's life around a scene."""
    messages: asyncio.Queue[Any] = asyncio.Queue()
    said: asyncio.Queue[Any] = asyncio.Queue()
    life = asyncio.create_task(app({"type": "lifespan"}, messages.get, said.put))
    await messages.put({"type": "lifespan.startup"})
    assert (await said.get())["type"] == "lifespan.startup.complete"
    try:
        return await scene()
    finally:
        await messages.put({"type": "lifespan.shutdown"})
        await life


def test_the_page_does_not_wait_and_the_gate_stands_from_the_first_request(slow: Slow) -> None:
    async def scene() -> list[httpx.Response]:
        answers = await ask(slow.app, ("/", {}), ("/", {"host": "evil.example"}), ("/api/library", {"origin": "http://evil.example"}))
        slow.may_load.set()
        return answers

    page, foreign_host, foreign_origin = run(live(slow.app, scene))
    assert (page.status_code, page.text) == (200, "page")
    assert page.headers["x-content-type-options"] == "nosniff"
    assert (foreign_host.status_code, foreign_origin.status_code) == (403, 403)


def test_a_request_that_comes_too_early_waits(slow: Slow) -> None:
    async def scene() -> tuple[bool, httpx.Response]:
        early = asyncio.create_task(ask(slow.app, ("/api/library", {})))
        await ask(slow.app, ("/", {}))
        waited = not early.done()
        slow.may_load.set()
        return waited, (await early)[0]

    waited, answer = run(live(slow.app, scene))
    assert waited
    assert (answer.status_code, answer.json()) == (200, "there")


def test_who_waits_for_an_api_that_cannot_load_is_told_and_the_server_ends(tmp_path: Path) -> None:
    def load() -> FastAPI:
        raise LibraryError("the disk is gone")

    app, ended = App(tmp_path, Policy(), tmp_path, load), []
    app.on_failure = lambda: ended.append(True)
    (answer,) = run(live(app, lambda: ask(app, ("/api/library", {}))))
    assert (answer.status_code, answer.json()) == (503, {"error": "the studio could not start: the disk is gone"})
    assert ended == [True]
    assert isinstance(app.failure, LibraryError)


def test_ending_while_it_loads_waits_for_what_is_being_opened(slow: Slow) -> None:
    async def scene() -> None:
        threading.Timer(0.05, slow.may_load.set).start()

    run(live(slow.app, scene))
    assert slow.app.api is not None


def test_nothing_heavy_is_loaded_for_the_page() -> None:
    heavy = ("fastapi", "starlette", "pydantic", "numpy", "anyio")
    code = f"import sys, motionloom.studio.app; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_the_whole_of_it(folder: Path) -> None:
    with TestClient(create_app(folder), base_url="http://127.0.0.1") as client:
        assert client.get("/api/library").json()["clips"] == 4
        assert gc.isenabled()  # only loading does without
