"""Long work of the studio: it survives a closed page, and a killed server can take it up again."""

from motionloom.studio.jobs.runner import JobContext, JobRunner
from motionloom.studio.jobs.table import JobTable

__all__ = ["JobContext", "JobRunner", "JobTable"]
