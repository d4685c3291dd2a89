"""Thumbnails of every clip that has none, behind whatever a person looks at right now."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from motionloom.core.errors import JobCancelled

if TYPE_CHECKING:
    from motionloom.studio.jobs.runner import JobContext
    from motionloom.studio.session import OpenLibrary, Studio

CHECK_SECONDS = 0.2


def run(studio: Studio, context: JobContext) -> None:
    """Ask the painter for all missing pictures and wait until they are there."""
    current = studio.require()
    context.quiet = True
    contents, seq, total, missing = set[str](), -1, 0, 1
    try:
        while missing > 0:
            if current.library.seq() != seq:
                seq = current.library.seq()
                contents |= _want_all(current)
                total = max(total, current.painter.missing(contents))
            missing = current.painter.missing(contents)
            context.progress(max(total - missing, 0), total)
            time.sleep(CHECK_SECONDS)
    except JobCancelled:
        current.painter.forget(contents)
        raise


def _want_all(current: OpenLibrary) -> set[str]:
    """Ask for the pictures of every clip there is now; the contents of all of them."""
    clips = current.library.clips()
    for clip in clips:
        current.painter.want(clip.id, clip.content, soon=False)
    return {clip.content for clip in clips}
