"""Long work of the studio: it survives a closed page, and a killed server can take it up again."""

from motionloom.studio.jobs.runner import JobRunner

__all__ = ["JobRunner"]
