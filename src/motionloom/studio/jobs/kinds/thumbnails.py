"""Thumbnails of every clip that has none, behind whatever a person looks at right now."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from motionloom.core.errors import JobCancelled

if TYPE_CHECKING:
    from motionloom.studio.jobs.runner import JobContext
    from motionloom.studio.session import Studio

CHECK_SECONDS = 0.2


def run(studio: Studio, context: JobContext) -> None:
    """Ask the painter for all missing pictures and wait until they are there."""
    current = studio.require()
    contents = {clip.content: clip.id for clip in current.library.clips()}
    for content, clip in contents.items():
        current.painter.want(clip, content, soon=False)
    total = current.painter.missing(list(contents))
    try:
        while (missing := current.painter.missing(list(contents))) > 0:
            context.progress(max(total - missing, 0), total)
            time.sleep(CHECK_SECONDS)
    except JobCancelled:
        current.painter.forget(set(contents))
        raise
    context.progress(total, total)
