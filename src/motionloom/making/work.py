"""Long work on a library: one kind of job for the command line and the studio.

A job is known by its kind and its arguments, plain data. It says how far it is, can be cancelled between two items, and what is
finished item by item is kept: run again after a kill, it goes on where it was and gives the same result.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from motionloom.compute import Job, JobError, JobStore, JobsUnavailable, Progress, open_executor, run_job
from motionloom.compute.job import STOPPED
from motionloom.compute.job_progress import JobProgress, following_row
from motionloom.core.errors import JobCancelled, MotionloomError
from motionloom.core.registry import Registry
from motionloom.library import Library

Item = TypeVar("Item")
# Where kinds of jobs register, loaded on first use; packages of others name theirs as entry points of the group.
_ROOMS: tuple[str, ...] = (
    "motionloom.making.jobs.sample",
    "motionloom.making.jobs.importing",
    "motionloom.making.jobs.exporting",
    "motionloom.making.jobs.sharing",
    "motionloom.making.jobs.read_again",
    "motionloom.making.jobs.label_feet",
    "motionloom.making.jobs.make_clips",
    "motionloom.making.jobs.edit_clips",
    "motionloom.making.jobs.guess_plants",
    "motionloom.making.scorers",
    "motionloom.making.teaching",
    "motionloom.making.review",
    "motionloom.making.loops",
    "motionloom.transitions.jobs",
    "motionloom.behaviours.jobs",
    "motionloom.enrich.annotation.guessing",
    "motionloom.enrich.grafts.jobs",
    "motionloom.enrich.looks_human.question",
    "motionloom.enrich.looks_human.writing",
    "motionloom.enrich.transplants.jobs",
)
GROUP = "motionloom.jobs"
MAX_PROBLEMS = 1000  # of the items that failed, how many are kept

log = logging.getLogger(__name__)


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
    job: str = ""  # its id; empty where the library cannot keep jobs
    message: str = ""  # what its function said came out
    result: Any = None  # what the function leaves for a caller in this process; not kept

    @contextmanager
    def executor(self) -> Iterator[Executor]:
        """All cores, or what the person who started the job said."""
        with open_executor(self.workers, self.cluster) as opened:
            yield opened

    @contextmanager
    def given_executor(self, all_cores: bool = False) -> Iterator[Executor | None]:
        """What the person who started the job said; where nobody did, all cores if wanted, or None: the function knows best."""
        if self.workers is None and self.cluster is None and not all_cores:
            yield None
            return
        with self.executor() as opened:
            yield opened

    def map(
        self, title: str, inputs: Mapping[str, Any], function: Callable[[Item], Any], items: Mapping[str, Item], version: int = 1
    ) -> dict[str, Any]:
        """The results of function(item) by item key, on the executor; finished ones are kept by `title`, `inputs` and version."""
        with self.executor() as executor:
            return run_job(
                title,
                inputs,
                function,
                items,
                store=self.library.jobs if self.job else None,
                executor=executor,
                progress=self.progress,
                version=version,
                job=self.job,
            )

    def findings(self) -> dict[str, Any]:
        """What it made and what failed so far, as columns of its row."""
        return {
            "problems": self.problems[:MAX_PROBLEMS],
            "clips": list(dict.fromkeys(self.clips)),
            "entries": list(dict.fromkeys(self.entries)),
        }


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

    arguments: plain data, by which the job is known. It has a row among the library's jobs, for others to watch and cancel. The same
    again, after it was stopped or killed, takes that job up and goes on where it was.
    """
    found, store = KINDS.find(kind), library.jobs
    try:
        job = store.take_up(kind, arguments) or store.add(kind, found.title(arguments), arguments, window)
    except JobsUnavailable as error:
        log.warning("%s", error)
        return _run_unnoted(library, found, arguments, progress, window, workers, cluster)
    return perform(library, job, found, progress=progress, workers=workers, cluster=cluster)


def resume_here(
    library: Library, job: str, *, progress: Progress | None = None, workers: int | None = None, cluster: str | None = None
) -> Work:
    """What a job that was cancelled, failed or interrupted did, taken up in this thread."""
    store = library.jobs
    found = KINDS.find(store.get(job).kind)
    resume(store, job)
    return perform(library, store.get(job), found, progress=progress, workers=workers, cluster=cluster)


def resume(store: JobStore, job: str) -> None:
    """Make a stopped job wait again, for this process to run."""
    store.interrupt_orphans()
    if not store.move(job, STOPPED, "waiting"):
        raise JobError(f"job {job} is {store.get(job).state}; only a cancelled, failed or interrupted one can be resumed")


def perform(
    library: Library,
    job: Job,
    kind: JobKind,
    *,
    progress: Progress | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    told: Callable[[], None] = lambda: None,
) -> Work:
    """Run a waiting job of this process to its end, which its row says, and what came out; errors are raised once they are noted.

    told: called when the row has changed.
    """
    store = library.jobs
    if not store.move(job.id, ("waiting",), "running"):
        raise JobError(f"job {job.id} is {store.get(job.id).state}; somebody else was faster")
    told()
    following = JobProgress(progress or Progress())
    work = Work(
        library, job.arguments, store.folder_of(job.id), following, job.window, workers, cluster, [*job.clips], [*job.entries], job=job.id
    )
    state, error = "done", ""
    try:
        with following_row(store, job.id, following, work.findings, told):
            work.message = kind.run(work)
    except (JobCancelled, KeyboardInterrupt):
        state = "cancelled"
        raise
    except MotionloomError as problem:
        state, error = "failed", str(problem)
        raise
    except BaseException as problem:
        state, error = "failed", f"internal error in the job: {type(problem).__name__}: {problem}; please report it"
        raise
    finally:
        # Where the row cannot be written (a full disk), what happened is said by the error; the row counts as interrupted.
        with suppress(JobsUnavailable):
            _note_end(work, kind, state, error)
        told()
    return work


def _note_end(work: Work, kind: JobKind, state: str, error: str) -> None:
    store, download = work.library.jobs, work.download
    if kind.quiet and state == "done":
        store.change(work.job, state=state)
        store.remove(work.job)
        return
    offered = download.relative_to(work.folder).as_posix() if download is not None and state == "done" else None
    last = work.progress.columns() if isinstance(work.progress, JobProgress) else {}
    columns = last | work.findings() | {"message": work.message, "seconds_left": None}
    store.change(work.job, **columns, state=state, error=error, download=offered)


def _run_unnoted(
    library: Library,
    kind: JobKind,
    arguments: Mapping[str, Any],
    progress: Progress | None,
    window: str,
    workers: int | None,
    cluster: str | None,
) -> Work:
    """A job in a library that cannot keep jobs (read-only): it runs all the same, and nothing of it is kept for another run."""
    with tempfile.TemporaryDirectory(prefix="motionloom-") as folder:
        work = Work(library, arguments, Path(folder), progress or Progress(), window, workers, cluster)
        work.message = kind.run(work)
    return work
