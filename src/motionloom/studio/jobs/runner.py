"""Runs jobs on a few threads, stops them between two items when a person says so, and tells windows of everybody's jobs."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motionloom.compute.job import ENDED, Job, JobError, NoJob
from motionloom.compute.progress import CancelToken, Progress
from motionloom.core.errors import MotionloomError
from motionloom.making.work import JobKind, perform, resume
from motionloom.studio import protocol, views

if TYPE_CHECKING:
    from motionloom.library import Library

JOBS_AT_ONCE = 2
# How often it is asked whether the processes that run the others' jobs are still there.
ORPHAN_SECONDS = 2.0

log = logging.getLogger(__name__)


class JobRunner:
    """Starts, cancels and resumes the jobs of one library. `find_kind` gives the kind of a name."""

    def __init__(self, library: Library, find_kind: Callable[[str], JobKind], publish: Callable[[protocol.Answer], None]) -> None:
        self.store = library.jobs
        self._library = library
        self._find_kind = find_kind
        self._publish = publish
        self._pool = ThreadPoolExecutor(JOBS_AT_ONCE, thread_name_prefix="studio-job")
        self._running: dict[str, CancelToken] = {}
        self._lock = threading.Lock()
        self._seen: dict[str, float] = {}  # when the jobs changed that windows know of
        self._version = -1
        self._looked = 0.0
        self.store.interrupt_orphans()

    def all(self) -> list[protocol.Job]:
        """Every job on the library, by whichever process, newest first."""
        return [views.job(job) for job in self.store.all()]

    def get(self, job: str) -> protocol.Job:
        """One job."""
        return views.job(self.store.get(job))

    def add(self, kind: str, title: str, arguments: Mapping[str, Any], files: Path | None = None) -> protocol.Job:
        """Start a new job; a folder of `files` becomes the folder "files" in the job's own. arguments may name a `window`."""
        given = dict(arguments)
        window = str(given.pop("window", None) or "")
        job = self.store.add(kind, title, given, window)
        if files is not None:
            files.replace(self.store.folder_of(job.id) / "files")
        return self._start(job)

    def start(self, kind: str, arguments: Mapping[str, Any]) -> protocol.Job:
        """Start a new job of a kind that knows its own title."""
        return self.add(kind, self._find_kind(kind).title(arguments), arguments)

    def _start(self, job: Job) -> protocol.Job:
        cancel = CancelToken()
        with self._lock:
            self._running[job.id] = cancel
        self._tell(job.id)
        found = self.get(job.id)  # before it runs: quiet work may be done and gone the moment after
        self._pool.submit(self._run, job.id, cancel)
        return found

    def cancel(self, job: str) -> protocol.Job:
        """Stop a job between two items; what it had finished stays. One of another process is asked to stop."""
        with self._lock:
            cancel = self._running.get(job)
            if cancel is not None:
                cancel.cancel()
                if self.store.move(job, ("waiting",), "cancelled"):
                    del self._running[job]
        if cancel is None:
            self.store.ask_to_cancel(job)
        self._tell(job)
        return self.get(job)

    def resume(self, job: str) -> protocol.Job:
        """Take up a job that was cancelled, failed or interrupted, here or elsewhere; finished items are not done again."""
        self._find_kind(self.store.get(job).kind)
        resume(self.store, job)
        return self._start(self.store.get(job))

    def again(self, job: str, arguments: Mapping[str, Any]) -> protocol.Job:
        """Run an ended job once more, with some arguments changed."""
        if not self.store.move(job, ENDED, "waiting"):
            raise JobError(f"job {job} is {self.store.get(job).state}; wait for its end")
        self.store.change(job, arguments={**self.store.get(job).arguments, **arguments}, done=0)
        return self._start(self.store.get(job))

    def remove(self, job: str) -> None:
        """Forget an ended job and its files."""
        self.store.remove(job)
        self._seen.pop(job, None)
        self._publish(protocol.JobRemoved(type="job_removed", id=job))

    def look(self) -> None:
        """Tell windows what other processes' jobs have come to; where nothing changed, it costs one question to the database."""
        version, now = self.store.version(), time.monotonic()
        if now - self._looked > ORPHAN_SECONDS:
            self._looked = now
            if self.store.interrupt_orphans():
                version = -1
        if version == self._version:
            return
        self._version = version
        jobs = {job.id: job for job in self.store.all()}
        for job in jobs.values():
            if self._seen.get(job.id, 0.0) < job.changed and job.id not in self._running:
                self._tell(job.id)
        for gone in self._seen.keys() - jobs.keys():
            del self._seen[gone]
            self._publish(protocol.JobRemoved(type="job_removed", id=gone))

    def close(self) -> None:
        """Stop every job between two items; they are resumed by a person, not by themselves."""
        with self._lock:
            running = dict(self._running)
        for cancel in running.values():
            cancel.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)
        for job in running:
            self.store.move(job, ("waiting", "running", "cancelled"), "interrupted")

    def _run(self, job: str, cancel: CancelToken) -> None:
        with self._lock:
            # A job cancelled while it waited, and perhaps resumed since, is not this thread's any more.
            if self._running.get(job) is not cancel:
                return
        try:
            found = self.store.get(job)
            perform(self._library, found, self._find_kind(found.kind), progress=Progress(cancel), told=lambda: self._tell(job))
        except MotionloomError:
            pass  # the row says it
        except Exception:
            # The boundary of a thread: nobody above could report it.
            log.exception("job %s", job)
        finally:
            with self._lock:
                self._running.pop(job, None)
            self._tell(job)

    def _tell(self, job: str) -> None:
        try:
            found = self.store.get(job)
        except NoJob:
            self._seen.pop(job, None)
            self._publish(protocol.JobRemoved(type="job_removed", id=job))
            return
        self._seen[job] = found.changed
        self._publish(protocol.JobChanged(type="job", job=views.job(found)))
