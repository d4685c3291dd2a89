"""Long work on a library: one kind of job for the command line and the studio.

A job is known by its kind and its arguments, plain data. It says how far it is, can be cancelled between two items, and what is
finished item by item is kept: run again after a kill, it goes on where it was and gives the same result.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from motionloom.compute import Progress, make_key, open_executor, run_job
from motionloom.core.registry import Registry
from motionloom.library import Library

Item = TypeVar("Item")
# Where kinds of jobs register, loaded on first use; packages of others name theirs as entry points of the group.
_ROOMS: tuple[str, ...] = ("motionloom.transitions.jobs",)
GROUP = "motionloom.jobs"


@dataclass
class Work:
    """What a job's function gets: the library, its arguments, and ways to say how it goes.

    folder: its own, which stays until the job is forgotten. window: whose undo stack its edits belong to. workers, cluster: see
    `open_executor`. The function notes in clips and entries (ids) what it made, in problems items that failed while it went on.
    """

    library: Library
    arguments: Mapping[str, Any]
    folder: Path
    progress: Progress = field(default_factory=Progress)
    window: str = ""
    workers: int | None = None
    cluster: str | None = None
    clips: list[str] = field(default_factory=list)
    entries: list[str] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)
    download: Path | None = None
    message: str = ""  # what its function said came out
    result: Any = None  # what the function leaves for a caller in this process; not kept

    @contextmanager
    def executor(self) -> Iterator[Executor]:
        """All cores, or what the person who started the job said."""
        with open_executor(self.workers, self.cluster) as opened:
            yield opened

    def map(
        self, title: str, inputs: Mapping[str, Any], function: Callable[[Item], Any], items: Mapping[str, Item], version: int = 1
    ) -> dict[str, Any]:
        """The results of function(item) by item key, on the executor; finished ones are kept by `title`, `inputs` and version."""
        with self.executor() as executor:
            return run_job(
                title, inputs, function, items, store=self.library.jobs, executor=executor, progress=self.progress, version=version
            )


@dataclass(frozen=True)
class JobKind:
    """A kind of long work: its name, words for what these arguments ask for, and its function, which says what came out.

    quiet: nobody asked for it; when it is done it goes without a word.
    """

    kind: str
    title: Callable[[Mapping[str, Any]], str]
    run: Callable[[Work], str]
    quiet: bool = False


KINDS: Registry[JobKind] = Registry("kind of job", GROUP, _ROOMS)


def register(kind: JobKind) -> JobKind:
    """Make a kind of job known."""
    return KINDS.add(kind.kind, kind)


def run_here(
    library: Library,
    kind: str,
    arguments: Mapping[str, Any],
    *,
    progress: Progress | None = None,
    window: str = "",
    workers: int | None = None,
    cluster: str | None = None,
) -> Work:
    """What a job of this kind did, run in this thread: `message` says it, `clips` and `entries` are what it made.

    arguments: plain data, by which the job is known; the same again goes on where it was stopped.
    """
    found = KINDS.find(kind)
    folder = library.folder / "jobs" / "files" / make_key(kind, 1, arguments)[:32]
    folder.mkdir(parents=True, exist_ok=True)
    work = Work(library, arguments, folder, progress or Progress(), window, workers, cluster)
    work.message = found.run(work)
    shutil.rmtree(folder, ignore_errors=True)
    return work
