"""Runs jobs on a few threads, writes how far they are, and stops them between two items when a person says so."""

from __future__ import annotations

import logging
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from motionloom.compute.progress import CallbackProgress, CancelToken, Progress
from motionloom.core.errors import JobCancelled, MotionloomError
from motionloom.studio import protocol
from motionloom.studio.jobs.table import ENDED, JobError, JobTable
from motionloom.studio.wording import in_studio

JOBS_AT_ONCE = 2
# Progress is written and told at most this often; ends at once.
PROGRESS_SECONDS = 0.2
MAX_PROBLEMS = 1000

log = logging.getLogger(__name__)


class JobContext:
    """What a job's work gets: its arguments, a folder of its own that stays over restarts, and ways to say how it goes."""

    def __init__(self, runner: JobRunner, job: str, arguments: Mapping[str, Any]) -> None:
        self.job = job
        self.kind = runner.table.get(job).kind
        self.arguments = arguments
        self.folder = runner.folder_of(job)
        self.cancel = CancelToken()
        self.quiet = False  # True: nobody asked for it, so when it is done it goes without a word
        self._runner = runner
        self._told = 0.0
        self._began: tuple[float, int] | None = None
        self._problems: list[dict[str, str]] = []
        self._clips: list[str] = runner.table.get(job).clips
        self.conclusion = ""  # what is said of the job once it is done; what was said on the way is forgotten

    def check(self) -> None:
        """Stop here if a person cancelled the job; call it between two items."""
        self.cancel.check()

    def progress(self, done: int, total: int, message: str = "") -> None:
        """Say how far the work is, then `check`."""
        now = time.monotonic()
        if self._began is None:
            self._began = (now, done)
        if now - self._told >= PROGRESS_SECONDS or done >= total > 0:
            self._told = now
            left = _time_left(now - self._began[0], done - self._began[1], total - done)
            self._runner.change(self.job, done=done, total=total, message=message, seconds_left=left, **self.findings())
        self.check()

    def follow(self) -> Progress:
        """A progress for the rooms' own long work: what they say is this job's progress, and its cancelling theirs."""
        return CallbackProgress(lambda state: self.progress(state.done, state.total or 0, state.note or state.title), self.cancel)

    def problem(self, name: str, error: str) -> None:
        """Note one item that failed; the job goes on."""
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append({"name": name, "error": in_studio(error)})

    def add_clips(self, clips: list[str]) -> None:
        """Note clips that the job made or brought in."""
        self._clips = list(dict.fromkeys([*self._clips, *clips]))

    def offer_download(self, file: Path) -> None:
        """A file in the job's folder for the person to save."""
        self._runner.change(self.job, download=file.relative_to(self.folder).as_posix())

    def findings(self) -> dict[str, Any]:
        """Problems and clips so far, as columns of the job's row."""
        return {"problems": self._problems, "clips": self._clips}


Work = Callable[[JobContext], None]


class JobRunner:
    """Starts, cancels and resumes the jobs of one library. `find_work` gives the work of a job's kind."""

    def __init__(self, table: JobTable, find_work: Callable[[str], Work], publish: Callable[[protocol.Answer], None]) -> None:
        self.table = table
        self._find_work = find_work
        self._publish = publish
        self._pool = ThreadPoolExecutor(JOBS_AT_ONCE, thread_name_prefix="studio-job")
        self._running: dict[str, JobContext] = {}
        self._lock = threading.Lock()

    def folder_of(self, job: str) -> Path:
        """The job's own folder; made by the first who asks."""
        folder = self.table.folder / "files" / job
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def add(self, kind: str, title: str, arguments: Mapping[str, Any], files: Path | None = None) -> protocol.Job:
        """Start a new job; a folder of `files` becomes the folder "files" in the job's own."""
        job = self.table.add(kind, title, arguments)
        if files is not None:
            files.replace(self.folder_of(job) / "files")
        return self._start(job)

    def _start(self, job: str) -> protocol.Job:
        context = JobContext(self, job, self.table.arguments(job))
        with self._lock:
            self._running[job] = context
        self._tell(job)
        found = self.table.get(job)  # before it runs: quiet work may be done and gone the moment after
        self._pool.submit(self._run, context)
        return found

    def cancel(self, job: str) -> protocol.Job:
        """Stop a job between two items; what it had finished stays."""
        found = self.table.get(job)
        with self._lock:
            context = self._running.get(job)
            if context is not None:
                context.cancel.cancel()
                if self.table.move(job, ("waiting",), "cancelled"):
                    del self._running[job]
        if context is None and found.state not in ENDED:
            raise JobError(f"job {job} runs in another studio process; cancel it there")
        self._tell(job)
        return self.table.get(job)

    def resume(self, job: str) -> protocol.Job:
        """Take up a job that was cancelled, failed or interrupted; finished items are not done again."""
        if not self.table.move(job, ("cancelled", "failed", "interrupted"), "waiting"):
            raise JobError(f"job {job} is {self.table.get(job).state}; only a cancelled, failed or interrupted one can be resumed")
        self.table.change(job, error="", message="", problems=[])
        return self._start(job)

    def again(self, job: str, arguments: Mapping[str, Any]) -> protocol.Job:
        """Run an ended job once more, with some arguments changed."""
        if not self.table.move(job, ENDED, "waiting"):
            raise JobError(f"job {job} is {self.table.get(job).state}; wait for its end")
        self.table.change(job, arguments={**self.table.arguments(job), **arguments}, error="", message="", problems=[], done=0)
        return self._start(job)

    def remove(self, job: str) -> None:
        """Forget an ended job and its files."""
        self.table.remove(job)
        shutil.rmtree(self.table.folder / "files" / job, ignore_errors=True)
        self._publish(protocol.JobRemoved(type="job_removed", id=job))

    def download_of(self, job: str) -> Path | None:
        """The file that a job offers, if it is there."""
        name = self.table.download(job)
        path = self.table.folder / "files" / job / name if name else None
        return path if path is not None and path.is_file() else None

    def change(self, job: str, **fields: Any) -> None:
        """Write and tell a job's progress."""
        self.table.change(job, **fields)
        self._tell(job)

    def close(self) -> None:
        """Stop every job between two items; they are resumed by a person, not by themselves."""
        with self._lock:
            contexts = list(self._running.values())
        for context in contexts:
            context.cancel.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)
        for context in contexts:
            self.table.move(context.job, ("waiting", "running", "cancelled"), "interrupted")
        self.table.close()

    def _run(self, context: JobContext) -> None:
        with self._lock:
            # A job cancelled while it waited, and perhaps resumed since, is not this thread's any more.
            mine = self._running.get(context.job) is context
            if not mine or not self.table.move(context.job, ("waiting",), "running"):
                return
        self._tell(context.job)
        state, error = "done", ""
        try:
            self._find_work(self.table.get(context.job).kind)(context)
        except JobCancelled:
            state = "cancelled"
        except MotionloomError as problem:
            state, error = "failed", in_studio(str(problem))
        except Exception as problem:
            # The boundary of a thread: nobody above could report it.
            log.exception("job %s", context.job)
            state, error = "failed", f"internal error in the job: {type(problem).__name__}: {problem}; the server's log has more"
        with self._lock:
            self._running.pop(context.job, None)
        message = context.conclusion if state == "done" else ""
        self.table.change(context.job, state=state, error=error, message=message, **context.findings())
        if context.quiet and state == "done":
            self.remove(context.job)
        else:
            self._tell(context.job)

    def _tell(self, job: str) -> None:
        self._publish(protocol.JobChanged(type="job", job=self.table.get(job)))


def _time_left(elapsed: float, done: int, remaining: int) -> float | None:
    """Seconds, at the rate since the job began; None while there is no rate."""
    return elapsed / done * remaining if done > 0 else None
