"""The live socket: changes, jobs and pictures as they come."""

from __future__ import annotations

import asyncio
import contextlib

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from motionloom.core.errors import MotionloomError
from motionloom.studio import protocol, views
from motionloom.studio.errors import StudioError, explain, parse_json
from motionloom.studio.feed import changes_after, with_history
from motionloom.studio.hub import Window
from motionloom.studio.session import Studio

router = APIRouter()
MESSAGES: TypeAdapter[protocol.ClientMessage] = TypeAdapter(protocol.ClientMessage)


@router.websocket("/live")
async def live(socket: WebSocket) -> None:
    """One window's connection, until it ends."""
    studio: Studio = socket.app.state.studio
    await socket.accept()
    window = Window("")
    writing = asyncio.create_task(_write(socket, window))
    try:
        while True:
            message = await _read(socket, window)
            if isinstance(message, protocol.Ping):
                window.tell(protocol.Pong(type="pong", at=message.at))
            elif isinstance(message, protocol.Hello):
                await _welcome(studio, window, message)
    except WebSocketDisconnect:
        pass
    finally:
        studio.hub.leave(window)
        writing.cancel()
        # A page that closes while it is written to is no event.
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await writing


async def _read(socket: WebSocket, window: Window) -> protocol.ClientMessage | None:
    """The next message; None, and an error told, for one that makes no sense."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    text = received.get("text")
    try:
        if text is None:
            raise StudioError("expected a JSON text message, found a binary one")
        return MESSAGES.validate_python(parse_json(text))
    except ValidationError as error:
        window.tell(protocol.LiveError(type="error", error=explain(error)))
    except MotionloomError as error:
        window.tell(protocol.LiveError(type="error", error=str(error)))
    return None


async def _write(socket: WebSocket, window: Window) -> None:
    while (text := await window.next()) is not None:
        await socket.send_text(text)
    await socket.close(1012, "too far behind or shutting down; connect again")


async def _welcome(studio: Studio, window: Window, hello: protocol.Hello) -> None:
    """Tell a window where things stand and what it missed, then everything that comes."""
    window.id = hello.window
    # First join, then read: what is edited in between is told twice rather than never, and a state told twice is harmless.
    window.hold()
    studio.hub.join(window)
    try:
        messages = await asyncio.to_thread(_catch_up, studio, hello)
    except MotionloomError as error:
        messages = [protocol.LiveError(type="error", error=str(error))]
    window.release(messages)


def _catch_up(studio: Studio, hello: protocol.Hello) -> list[protocol.Answer]:
    """The welcome and, where the window has seen this library before, the changes since."""
    current, info, seq = studio.current, views.library_info(studio), hello.seq
    known = seq is not None and hello.library == info.library and seq <= info.seq
    missed = changes_after(current, seq) if current is not None and known and seq is not None else None
    welcome = protocol.Welcome(
        type="welcome",
        library=info,
        reload=not known,
        jobs=[] if current is None else current.runner.all(),
        history=protocol.History(undo=None, redo=None) if current is None else views.history(current, hello.window),
    )
    return [welcome] if missed is None or current is None else [welcome, with_history(missed, current, hello.window)]
