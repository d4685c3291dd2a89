"""Progress of long work: a bar with rate and time left on a terminal, a callback for the studio, silence elsewhere."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO, TypeVar

from motionloom.core.errors import JobCancelled

if TYPE_CHECKING:
    from rich.progress import Progress as Bar, TaskID

Item = TypeVar("Item")
QUIET_SECONDS = 0.1  # callbacks come at most this often
SHOWN_AFTER = 1.0  # seconds: what takes less time has no bar, which would only flash up


class CancelToken:
    """Set from any thread; long work looks at it between items."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether someone has asked."""
        return self._event.is_set()

    def check(self) -> None:
        """Raise JobCancelled where someone has asked."""
        if self.cancelled:
            raise JobCancelled("cancelled; what was finished is kept, running it again goes on from there")


@dataclass(frozen=True)
class ProgressState:
    """How far a piece of work is. total None: nobody knows how much there is; note: what it is at."""

    title: str
    done: int
    total: int | None
    note: str
    seconds: float  # since it began
    there: int = 0  # of the done ones, how many were done before it began

    @property
    def rate(self) -> float:
        """Items a second."""
        return (self.done - self.there) / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """At this rate; None where it cannot be known yet."""
        if self.total is None or self.done <= self.there:
            return None
        return max(0.0, (self.total - self.done) * self.seconds / (self.done - self.there))


class Progress:
    """Counts and says nothing: the base of the others, and what work gets when nobody watches.

    Work calls `begin` once a stage and `advance` after each item; `advance` raises JobCancelled where the token is set.
    """

    def __init__(self, cancel: CancelToken | None = None) -> None:
        self.cancel = cancel or CancelToken()
        self._title, self._note, self._done, self._there = "", "", 0, 0
        self._total: int | None = None
        self._started = time.monotonic()

    @property
    def state(self) -> ProgressState:
        """How far it is now."""
        return ProgressState(self._title, self._done, self._total, self._note, time.monotonic() - self._started, self._there)

    def begin(self, title: str, total: int | None = None, done: int = 0) -> None:
        """Start a stage of `total` items, of which `done` need not be done again."""
        self.cancel.check()
        self._title, self._note, self._total, self._done = title, "", total, done
        self._there = done
        self._started = time.monotonic()
        self._show(last=False)

    def advance(self, count: int = 1, note: str = "") -> None:
        """Say that `count` more items are done."""
        self._done += count
        self._note = note
        self._show(last=self._done == self._total)
        self.cancel.check()

    def each(self, title: str, items: Iterable[Item], note: Callable[[Item], object] = lambda item: "") -> Iterator[Item]:
        """The items one by one, as a stage of their own; each is done when the next one is asked for. note: words for what was done."""
        known = list(items)
        self.begin(title, len(known))
        for item in known:
            yield item
            self.advance(note=str(note(item)))

    def _show(self, last: bool) -> None:
        """Tell who watches; `last` marks the end of a stage."""


class CallbackProgress(Progress):
    """Calls back with the state, at most ten times a second and at the end of each stage."""

    def __init__(self, callback: Callable[[ProgressState], None], cancel: CancelToken | None = None) -> None:
        super().__init__(cancel)
        self._callback = callback
        self._told = -QUIET_SECONDS

    def _show(self, last: bool) -> None:
        now = time.monotonic()
        if last or now - self._told >= QUIET_SECONDS:
            self._told = now
            self._callback(self.state)


class BarProgress(Progress):
    """A bar on a terminal, through rich."""

    def __init__(self, bar: Bar, cancel: CancelToken | None = None) -> None:
        super().__init__(cancel)
        self._bar = bar
        self._task: TaskID | None = None

    def begin(self, title: str, total: int | None = None, done: int = 0) -> None:
        if self._task is not None:
            self._bar.stop_task(self._task)
        self._task = self._bar.add_task(title, total=total, completed=done, note="")
        super().begin(title, total, done)

    def _show(self, last: bool) -> None:
        if self._task is not None:
            self._bar.update(self._task, completed=self._done, note=self._note)


@contextmanager
def terminal_progress(stream: TextIO | None = None, after: float = SHOWN_AFTER) -> Iterator[Progress]:
    """A bar with rate and time left where `stream` (stderr) is a terminal, silence where it is not.

    after: seconds of work before it is shown.
    """
    stream = sys.stderr if stream is None else stream
    if not stream.isatty():
        yield Progress()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress as Bar, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text("" if task.speed is None else f"{task.speed:.1f}/s" if task.speed < 100 else f"{task.speed:.0f}/s")

    columns = ("[progress.description]{task.description}", BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    bar = Bar(*columns, TextColumn("[dim]{task.fields[note]}"), console=Console(file=stream))
    # By a clock of its own: a step that takes long and says nothing meanwhile is when a person most wants to see what goes on.
    clock = threading.Timer(after, bar.start)
    clock.daemon = True
    clock.start()
    try:
        yield BarProgress(bar)
    finally:
        clock.cancel()
        clock.join()
        if bar.live.is_started:
            bar.stop()
