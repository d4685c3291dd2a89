"""One seam for long work: an executor, progress that can be cancelled, jobs that resume, seeds that never depend on order."""

from motionloom.compute.executor import InProcess, open_executor
from motionloom.compute.job import Job, JobError, JobState, NoJob
from motionloom.compute.job_database import JobsUnavailable
from motionloom.compute.job_store import JobStore
from motionloom.compute.mapping import Outcome, WorkerDied, map_unordered
from motionloom.compute.progress import BarProgress, CallbackProgress, CancelToken, Progress, ProgressState, terminal_progress
from motionloom.compute.resumable import run_job, work_key
from motionloom.compute.seeds import make_key, make_rng, make_seed
from motionloom.compute.workers import Workers

__all__ = [
    "BarProgress",
    "CallbackProgress",
    "CancelToken",
    "InProcess",
    "Job",
    "JobError",
    "JobState",
    "JobStore",
    "JobsUnavailable",
    "NoJob",
    "Outcome",
    "Progress",
    "ProgressState",
    "WorkerDied",
    "Workers",
    "make_key",
    "make_rng",
    "make_seed",
    "map_unordered",
    "open_executor",
    "run_job",
    "terminal_progress",
    "work_key",
]
