"""A pool of threads for compiled kernels that release the interpreter's lock."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache

_limit: int | None = None


def core_count() -> int:
    """How many cores this process may use."""
    if _limit is not None:
        return _limit
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def limit(cores: int) -> None:
    """Use at most so many cores from now on; a worker process that shares the machine with others says 1."""
    global _limit
    _limit = cores
    _pool.cache_clear()


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(core_count(), thread_name_prefix="motionloom-kernel")


# A forked child inherits the pool's object but none of its threads: it must make its own.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)


def run_in_chunks(work: Callable[[int, int], None], count: int, chunk: int) -> None:
    """Call work(start, stop) over 0..count in pieces of about `chunk`, on all cores where it is worth it."""
    if count <= chunk or core_count() == 1:
        work(0, count)
        return
    starts = range(0, count, chunk)
    for _ in _pool().map(lambda start: work(start, min(start + chunk, count)), starts):
        pass
