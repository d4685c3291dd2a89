"""Progress that a job's row follows, wherever else it is shown; a wish in the row to cancel the job reaches it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from motionloom.compute.job_database import JobsUnavailable
from motionloom.compute.job_store import JobStore
from motionloom.compute.progress import Progress

# How often the row is written, where something changed, and looked at for a wish to cancel.
LOOK_SECONDS = 0.25


class JobProgress(Progress):
    """Counts for a job's row and passes everything on to the progress that a person sees."""

    def __init__(self, shown: Progress) -> None:
        super().__init__(shown.cancel)
        self._shown = shown

    def begin(self, title: str, total: int | None = None, done: int = 0) -> None:
        self._shown.begin(title, total, done)
        super().begin(title, total, done)

    def advance(self, count: int = 1, note: str = "") -> None:
        super().advance(count, note)
        self._shown.advance(count, note)

    def columns(self) -> dict[str, Any]:
        """How far it is, as columns of the row."""
        state = self.state
        return {
            "done": state.done,
            "total": state.total or 0,
            "message": state.note or state.title,
            "seconds_left": state.seconds_left,
        }


@contextmanager
def following_row(
    store: JobStore, job: str, progress: JobProgress, findings: Callable[[], Mapping[str, Any]], told: Callable[[], None]
) -> Iterator[None]:
    """While the block runs, the row says how far `progress` is and what was found, and a wish in it to cancel is heeded.

    told: called after every write, from a thread of its own.
    """
    ended = threading.Event()

    def follow() -> None:
        written: dict[str, Any] = {}
        while not ended.wait(LOOK_SECONDS):
            try:
                if store.wants_cancel(job):
                    progress.cancel.cancel()
                columns = {**progress.columns(), **findings()}
                if _without_time(columns) != _without_time(written):
                    store.change(job, **columns)
                    written = columns
                    told()
            except JobsUnavailable:
                continue  # a row that is late is no reason to stop the work; its end is written or raised by who runs it

    thread = threading.Thread(target=follow, name="job-row", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _without_time(columns: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in columns.items() if name != "seconds_left"}
