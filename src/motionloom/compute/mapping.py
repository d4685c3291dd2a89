"""One function over many items on any executor: outcomes as they come, errors item by item."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass
from typing import Generic, TypeVar

from motionloom.compute.executor import InProcess
from motionloom.compute.progress import CancelToken
from motionloom.compute.workers import Workers
from motionloom.core.errors import MotionloomError
from motionloom.core.threads import core_count

Item = TypeVar("Item")
Result = TypeVar("Result")

# Enough work in line that no worker waits, little enough that cancelling is quick and memory stays flat.
LINE = 3
CANCEL_SECONDS = 0.2  # how often a waiting map looks whether it was cancelled


class WorkerDied(MotionloomError):
    """A task took its worker process down with it."""


@dataclass(frozen=True)
class Outcome(Generic[Item, Result]):
    """What became of one item: a value, or the error that its task raised."""

    item: Item
    value: Result | None
    error: Exception | None = None

    def get(self) -> Result:
        """The value; raises the task's error where there is one."""
        if self.error is not None:
            raise self.error
        return self.value  # type: ignore[return-value]


def map_unordered(
    executor: Executor, function: Callable[[Item], Result], items: Iterable[Item], *, cancel: CancelToken | None = None
) -> Iterator[Outcome[Item, Result]]:
    """Outcomes as they are finished, in any order; an item that fails does not stop the others.

    Only a few tasks are in line at a time, so `items` may be endless. Cancelling raises JobCancelled at the next
    outcome. A task that kills its worker process (a native reader that crashes on a hostile file) is an outcome with
    the error WorkerDied; the others go on in fresh processes.
    """
    cancel = cancel or CancelToken()
    most = 1 if isinstance(executor, InProcess) else LINE * int(getattr(executor, "width", 0) or core_count())
    waiting: dict[Future[Result], Item] = {}
    source = iter(items)
    try:
        while True:
            suspects = _fill(executor, function, source, waiting, most, cancel)
            if not waiting and not suspects:
                return
            for future in _finished(waiting, cancel):
                item = waiting.pop(future)
                if isinstance(future.exception(), BrokenExecutor):
                    suspects.append(item)
                else:
                    yield _outcome(item, future)
            if suspects:
                suspects += [item for future, item in waiting.items()]
                waiting.clear()
                yield from _try_alone(executor, function, suspects, cancel)
    finally:
        for future in waiting:
            future.cancel()


def _fill(
    executor: Executor,
    function: Callable[[Item], Result],
    source: Iterator[Item],
    waiting: dict[Future[Result], Item],
    most: int,
    cancel: CancelToken,
) -> list[Item]:
    """Put items in line; those that a broken pool refused come out."""
    while len(waiting) < most:
        cancel.check()
        try:
            item = next(source)
        except StopIteration:
            break
        try:
            waiting[executor.submit(function, item)] = item
        except BrokenExecutor:
            return [item]
    return []


def _finished(waiting: dict[Future[Result], Item], cancel: CancelToken) -> list[Future[Result]]:
    while waiting:
        cancel.check()
        done = wait(waiting, timeout=CANCEL_SECONDS, return_when=FIRST_COMPLETED).done
        if done:
            return [future for future in waiting if future in done]
    return []


def _try_alone(
    executor: Executor, function: Callable[[Item], Result], suspects: list[Item], cancel: CancelToken
) -> Iterator[Outcome[Item, Result]]:
    # One of these killed its process; alone in the pool, each shows whether it was the one.
    if not isinstance(executor, Workers):
        raise WorkerDied("the executor has broken down; start it again, and run this again to go on from here")
    executor.restart()
    for item in suspects:
        cancel.check()
        future = executor.submit(function, item)
        if isinstance(future.exception(), BrokenExecutor):
            executor.restart()
            yield Outcome(item, None, WorkerDied("reading it crashed the worker process, or took all memory"))
        else:
            yield _outcome(item, future)


def _outcome(item: Item, future: Future[Result]) -> Outcome[Item, Result]:
    error = future.exception()
    if isinstance(error, Exception):
        return Outcome(item, None, error)
    return Outcome(item, future.result())
