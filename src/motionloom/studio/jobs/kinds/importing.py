"""Files in: what was uploaded becomes clips; a file that cannot be read is noted and the others go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from motionloom.studio.jobs.runner import JobContext
    from motionloom.studio.session import Studio


def run(studio: Studio, context: JobContext) -> None:
    """Read the uploaded files that are not clips yet."""
    raise NotImplementedError
