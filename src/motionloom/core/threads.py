"""A pool of threads for compiled kernels that release the interpreter's lock."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="motionloom-kernel")


# A forked child inherits the pool's object but none of its threads: it must make its own.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)


def run_in_chunks(work: Callable[[int, int], None], count: int, chunk: int) -> None:
    """Call work(start, stop) over 0..count in pieces of about `chunk`, on all cores where it is worth it."""
    if count <= chunk or (os.cpu_count() or 1) == 1:
        work(0, count)
        return
    starts = range(0, count, chunk)
    for _ in _pool().map(lambda start: work(start, min(start + chunk, count)), starts):
        pass
