"""Thumbnails of every clip that has none, behind whatever a person looks at right now. The studio's own: pictures are its cache."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from motionloom.core.errors import JobCancelled

if TYPE_CHECKING:
    from motionloom.making.work import Work
    from motionloom.studio.session import OpenLibrary, Studio

CHECK_SECONDS = 0.2


def run(studio: Studio, work: Work) -> str:
    """Ask the painter for all missing pictures and wait until they are there."""
    current = studio.require()
    contents, seq, total, done = set[str](), -1, 0, 0
    try:
        while True:
            if current.library.seq() != seq:
                seq = current.library.seq()
                contents |= _want_all(current)
                total = max(total, current.painter.missing(contents))
                work.progress.begin("", total, done)
            missing = current.painter.missing(contents)
            work.progress.advance(max(0, total - missing - done))
            done = max(done, total - missing)
            if missing <= 0:
                return ""
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
