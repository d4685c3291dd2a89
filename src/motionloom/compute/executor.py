"""One seam for work: this process, all cores, or a Dask cluster; whoever runs it, the results are the same."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, TypeVar

from motionloom.compute.workers import Workers
from motionloom.core.errors import MotionloomError
from motionloom.core.threads import core_count

Result = TypeVar("Result")


class InProcess(Executor):
    """Runs each task at once in the calling thread."""

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        """A future that is finished already."""
        future: Future[Result] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def open_executor(workers: int | None = None, cluster: str | None = None) -> Iterator[Executor]:
    """An executor that ends with the block: all cores by default, `workers=1` this process, `cluster` a Dask scheduler's address.

    Functions and items must be importable and picklable, and so small that sending them costs nothing: paths, not arrays.
    """
    if workers is not None and workers < 1:
        raise MotionloomError(f"workers must be 1 or more, found {workers}")
    if cluster is not None:
        with _open_cluster(cluster) as executor:
            yield executor
        return
    _refuse_bare_script()
    count = core_count() if workers is None else workers
    if count == 1 or multiprocessing.parent_process() is not None:  # a worker does not start workers of its own
        yield InProcess()
        return
    with Workers(count) as pool:
        yield pool


def _refuse_bare_script() -> None:
    # A spawned worker imports the user's script first; one without a guard would run all its work again in every worker.
    if getattr(multiprocessing.process.current_process(), "_inheriting", False):
        raise MotionloomError("put the work of a script under `if __name__ == '__main__':`, or pass workers=1")


@contextmanager
def _open_cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError:
        raise MotionloomError("a cluster needs the extra `cluster`; install it with `pip install motionloom[cluster]`") from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError, TimeoutError) as error:
        raise MotionloomError(f"no Dask scheduler answers at {address} ({error}); start one with `dask scheduler`") from None
    try:
        executor = client.get_executor()
        executor.width = max(1, sum(client.ncores().values()))
        yield executor
    finally:
        client.close()
