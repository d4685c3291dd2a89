"""Clients that leave in the middle of something are no event: nothing in the log, nothing left on disk."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from motionloom.studio.safety import Gate, Policy
from tests.studio.in_thread import run

HEADERS = [(b"host", b"127.0.0.1:8321")]


def scope_of(kind: str, path: str) -> dict[str, Any]:
    return {"type": kind, "path": path, "method": "POST", "headers": HEADERS, "query_string": b""}


async def pass_through(app: Any, scope: dict[str, Any], received: list[dict[str, Any]], closed: bool = False) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return received.pop(0)

    async def send(message: dict[str, Any]) -> None:
        if closed:
            raise OSError("the connection is gone")
        sent.append(message)

    await Gate(app, Policy())(scope, receive, send)  # type: ignore[arg-type]
    return sent


def test_leaving_in_the_middle_of_an_upload(caplog: pytest.LogCaptureFixture) -> None:
    from starlette.requests import Request

    async def upload(scope: Any, receive: Any, send: Any) -> None:
        async for _ in Request(scope, receive).stream():
            pass

    received = [{"type": "http.request", "body": b"half", "more_body": True}, {"type": "http.disconnect"}]
    with caplog.at_level(logging.INFO):
        assert run(pass_through(upload, scope_of("http", "/api/import"), received)) == []
    assert caplog.records == []


@pytest.mark.parametrize("leaves", ["while it is asked", "while it is told"])
def test_leaving_in_the_middle_of_live_control(leaves: str, caplog: pytest.LogCaptureFixture) -> None:
    async def drive(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.send", "text": "poses"})
        if leaves == "while it is asked":
            raise RuntimeError('Cannot call "send" once a close message has been sent.')

    asked = {"type": "websocket.disconnect"} if leaves == "while it is asked" else {"type": "websocket.receive", "text": "{}"}
    with caplog.at_level(logging.INFO):
        run(pass_through(drive, scope_of("websocket", "/api/live"), [asked], closed=leaves == "while it is told"))
    assert caplog.records == []


def test_what_goes_wrong_while_somebody_is_there_is_said(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(scope: Any, receive: Any, send: Any) -> None:
        raise ZeroDivisionError("of the route")

    sent = run(pass_through(fail, scope_of("websocket", "/api/live"), []))
    assert [message["code"] for message in sent] == [1011]
    assert "/api/live" in caplog.text


def test_a_server_without_files_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    import errno

    from motionloom.studio import api

    class Loop:
        def default_exception_handler(self, context: dict[str, Any]) -> None:
            raise AssertionError("a traceback")

    api._told.clear()
    full = {"message": "socket.accept() out of system resource", "exception": OSError(errno.EMFILE, "Too many open files")}
    for _ in range(2000):
        api._tell_briefly(Loop(), full)  # type: ignore[arg-type]
    assert [record.getMessage() for record in caplog.records] == ["Too many open files: new connections wait until others are closed"]
