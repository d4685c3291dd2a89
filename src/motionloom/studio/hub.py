"""The windows that listen, and how news reaches them from any thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from motionloom.studio.protocol import Answer

# A window this far behind is cut off; it connects again and is told what it missed.
MAX_WAITING = 2000


class Window:
    """One connected page: its id and the messages on their way to it. Used on the event loop only."""

    def __init__(self, id: str) -> None:
        self.id = id
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._held: list[Answer | str] | None = None
        self._cut = False

    def hold(self) -> None:
        """From now on messages wait for `release`: a window must hear what it missed before what comes next."""
        self._held = []

    def release(self, first: list[Answer]) -> None:
        """Tell `first`, then what waited."""
        held, self._held = self._held or [], None
        for message in (*first, *held):
            self.tell(message)

    def tell(self, message: Answer | str) -> None:
        """Queue a message; a window that does not read is cut off."""
        if self._cut:
            return
        if self._held is not None:
            self._held.append(message)
            return
        if self._waiting.qsize() >= MAX_WAITING:
            self.cut()
            return
        self._waiting.put_nowait(message if isinstance(message, str) else message.model_dump_json())

    def cut(self) -> None:
        """End the connection after what is queued."""
        self._cut = True
        self._waiting.put_nowait(None)

    async def next(self) -> str | None:
        """The next message, or None when the connection is to end."""
        return await self._waiting.get()


class Hub:
    """All listening windows. `publish` may be called from any thread, also before and after the server runs."""

    def __init__(self) -> None:
        self._windows: set[Window] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Remember the event loop this is called on."""
        self._loop = asyncio.get_running_loop()

    def stop(self) -> None:
        """End every connection."""
        self._loop = None
        for window in self._windows:
            window.cut()

    def join(self, window: Window) -> None:
        """From now on the window hears what is published."""
        self._windows.add(window)

    def leave(self, window: Window) -> None:
        """The window is gone."""
        self._windows.discard(window)

    def ids(self) -> list[str]:
        """The ids of the windows that listen now."""
        return [window.id for window in list(self._windows)]

    def publish(self, message: Answer) -> None:
        """Tell every window."""
        text = message.model_dump_json()
        self._on_loop(lambda: self._tell_all(text))

    def publish_each(self, messages: Mapping[str, Answer]) -> None:
        """Tell each window its own message, by window id; windows not named hear nothing."""
        texts = {id: message.model_dump_json() for id, message in messages.items()}
        self._on_loop(lambda: self._tell_named(texts))

    def _tell_all(self, text: str) -> None:
        for window in self._windows:
            window.tell(text)

    def _tell_named(self, texts: Mapping[str, str]) -> None:
        for window in self._windows:
            if window.id in texts:
                window.tell(texts[window.id])

    def _on_loop(self, call: Callable[[], None]) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(call)
