"""The change feed: notices edits by any window or process and tells every window what they made of the clips."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread

from motionloom.studio import protocol, views

if TYPE_CHECKING:
    from motionloom.studio.session import OpenLibrary, Studio

# Edits of this process are told at once; those of others are noticed this often.
POLL_SECONDS = 0.25
# The library's counts follow edits, but not every one of a storm.
COUNTS_SECONDS = 1.0
# A window that missed more than this loads everything again.
MAX_CHANGES = 1000
# Kinds of changes after which there are clips without pictures.
BRINGS_CLIPS = ("add_clips", "import")

log = logging.getLogger(__name__)


class Feed:
    """One task that follows the open library."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._nudged = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._following = ""
        self._seq = 0
        self._counted = 0.0
        self._counts_due = False
        self._stopped = False

    def nudge(self) -> None:
        """Something was edited: look now. May be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._nudged.set)

    def stop(self) -> None:
        """End `run` after the look under way."""
        self._stopped = True
        self.nudge()

    async def run(self) -> None:
        """Follow until `stop`."""
        self._loop = asyncio.get_running_loop()
        own = anyio.CapacityLimiter(1)  # a place that requests cannot take
        while not self._stopped:
            try:
                # By the threads that serve requests: asking for one lets those go that nobody needed for a while, with their files.
                await anyio.to_thread.run_sync(self._look, limiter=own)
            except Exception as error:
                # Whatever stops one look (a disk that went away, a library being closed), the next may succeed; no feed, no second window.
                log.warning("change feed: %s", error)
            try:
                await asyncio.wait_for(self._nudged.wait(), POLL_SECONDS)
            except TimeoutError:
                continue
            self._nudged.clear()

    def _look(self) -> None:
        current = self._studio.current
        if current is None:
            return
        if current.id != self._following:
            self._following, self._seq = current.id, current.library.seq()
        if self._studio.hub.ids():
            current.runner.look()
        message = changes_after(current, self._seq)
        if message is not None:
            # Who listens is asked after the changes were read: a window that joins later reads them itself.
            windows = set(self._studio.hub.ids())
            self._studio.hub.publish_each({window: with_history(message, current, window) for window in windows})
            self._seq, self._counts_due = message.seq, True
            if message.reload or any(change.kind in BRINGS_CLIPS for change in message.changes):
                self._studio.draw_missing()
        if self._counts_due and time.monotonic() - self._counted > COUNTS_SECONDS:
            self._counts_due, self._counted = False, time.monotonic()
            self._studio.hub.publish(protocol.LibraryChanged(type="library", library=views.library_info(self._studio)))


def changes_after(current: OpenLibrary, seq: int) -> protocol.Changes | None:
    """What happened after `seq` and the state of the clips it touched; None where nothing did."""
    found = current.library.changes_since(seq, limit=MAX_CHANGES)
    if not found:
        return None
    touched = list(dict.fromkeys(clip for change in found for clip in change.clips))
    reload = len(touched) > protocol.MAX_CLIPS_A_CHANGE or len(found) == MAX_CHANGES
    return protocol.Changes(
        type="changes",
        seq=current.library.seq() if reload else found[-1].seq,
        changes=[views.change(change) for change in found],
        clips=[] if reload else views.clip_states(current, touched),
        history=protocol.History(undo=None, redo=None),
        reload=reload,
    )


def with_history(message: protocol.Changes, current: OpenLibrary, window: str) -> protocol.Changes:
    """The message as one window gets it."""
    return message.model_copy(update={"history": views.history(current, window)})
