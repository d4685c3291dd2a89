"""Long work of the studio: it survives a closed page, and a killed server can take it up again."""

from motionloom.studio.jobs.runner import JobContext, JobRunner
from motionloom.studio.jobs.store import JobStore

__all__ = ["JobContext", "JobRunner", "JobStore"]
