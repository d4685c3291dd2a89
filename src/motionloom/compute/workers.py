"""A pool of worker processes, one a core, that end with this one and survive a task that kills its process."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from multiprocessing.synchronize import Event
from typing import Any, TypeVar

from motionloom.core.errors import MotionloomError

Result = TypeVar("Result")

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


class Workers(Executor):
    """A ProcessPoolExecutor that can be started again after a crash.

    Its processes are spawned, not forked: a fork of a process with threads (a server, a compiled kernel) can hang.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self._stop = multiprocessing.get_context("spawn").Event()
        self._pool = self._open()

    def _open(self) -> ProcessPoolExecutor:
        _forget_piped_script()
        return ProcessPoolExecutor(
            self.width, mp_context=multiprocessing.get_context("spawn"), initializer=start_worker, initargs=(self._stop,)
        )

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        """Run in the next free process."""
        return self._pool.submit(_run, fn, *args, **kwargs)

    def restart(self) -> None:
        """Fresh processes after one died; an error where new ones die too, for then no task is to blame."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._open()
        try:
            self._pool.submit(os.getpid).result()
        except BrokenExecutor as error:
            raise MotionloomError(
                f"worker processes die at once ({error}); put a script's work under `if __name__ == '__main__':`, or use workers=1"
            ) from None

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes; tasks that have not begun are dropped with `cancel_futures`."""
        if cancel_futures:
            self._stop.set()
        self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)

    def kill(self) -> None:
        """End the processes whatever they do; their tasks fail with `BrokenExecutor`."""
        for process in list((self._pool._processes or {}).values()):
            process.kill()

    def __exit__(self, *details: object) -> None:
        self.shutdown(wait=True, cancel_futures=True)


def _forget_piped_script() -> None:
    # A spawned process imports the script that started it. One that came through a pipe is no file and cannot be imported.
    main = sys.modules["__main__"]
    if not os.path.exists(getattr(main, "__file__", None) or "."):
        del main.__file__


_stops: list[Event] = []  # of this worker process: set when its pool is ending


def _run(fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Result:
    # The pool keeps a few tasks where they can no longer be cancelled; without this, ctrl-C would wait for them.
    if any(stop.is_set() for stop in _stops):
        raise CancelledError
    return fn(*args, **kwargs)


def start_worker(stop: Event) -> None:
    """Set up a worker process; given to the pool as its initializer. stop: set when tasks that have not begun are dropped."""
    _stops.append(stop)
    # Ctrl-C goes to the whole terminal: the parent decides what happens, a worker only stops when it is told.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_threads()
    threading.Thread(target=_end_with_parent, name="parent-watch", daemon=True).start()


def limit_threads() -> None:
    """One thread for all numeric libraries: with a process a core, more threads only get in each other's way."""
    for name in ONE_THREAD:  # heeded by libraries that load later
        os.environ[name] = "1"
    from motionloom.core import threads

    threads.limit(1)
    with contextlib.suppress(ImportError):
        from threadpoolctl import threadpool_limits

        threadpool_limits(1)  # heeded by those that are loaded


def _end_with_parent() -> None:
    # A worker whose parent was killed would wait for work for ever: it holds the other end of its queue itself.
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
