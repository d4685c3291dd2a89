"""A library's open files go with the threads that opened them."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest

from motionloom.core.errors import LibraryError
from motionloom.library import Library

THREADS = 20


@pytest.mark.skipif(sys.platform != "linux", reason="counts /proc/self/fd")
def test_threads_that_end_close_their_files(tmp_path: Path) -> None:
    with Library.create(tmp_path / "library") as library:
        library.seq()
        before = count_files()
        while_they_read, after = read_at_once(library)
        assert while_they_read >= before + 2 * THREADS  # the database and its log for each
        # SQLite keeps a database's own file for the next connection while there is any; nothing else may stay, and that is not added to.
        assert after <= before + THREADS
        assert read_at_once(library)[1] <= after
    with pytest.raises(LibraryError, match="closed"):
        library.seq()
    assert count_files() < before


def count_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def read_at_once(library: Library) -> tuple[int, int]:
    """How many files are open while many threads read, and when they have ended."""
    met = threading.Barrier(THREADS + 1)

    def look() -> None:
        library.seq()
        met.wait()
        met.wait()

    threads = [threading.Thread(target=look) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    met.wait()
    found = count_files()
    met.wait()
    for thread in threads:
        thread.join()
    return found, count_files()
