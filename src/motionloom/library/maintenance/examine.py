"""Clips that nobody has looked at for glitches, as in libraries of before: looked at once, and what is found is kept."""

from __future__ import annotations

from collections.abc import Iterable

from motionloom.compute import Progress
from motionloom.core.errors import MotionloomError
from motionloom.glitches import find_glitches
from motionloom.library.additions import write_glitches
from motionloom.library.library import Library

BATCH = 64  # clips whose findings are written at once


def examine_clips(library: Library, clips: Iterable[str] | None = None, *, progress: Progress | None = None) -> int:
    """Look for glitches in these clips, or in all, as far as nobody has; how many were looked at comes out.

    It is no edit: what is found follows from the frames, and there is nothing to undo.
    """
    progress = progress or Progress()
    wanted = None if clips is None else set(clips)
    rows = library.database.read("SELECT id, content FROM clips WHERE glitches IS NULL AND deleted IS NULL AND content != ''")
    todo = [row["id"] for row in rows if (wanted is None or row["id"] in wanted) and library.store.path(row["content"]).is_file()]
    progress.begin("Looking for glitches", len(todo))
    for first in range(0, len(todo), BATCH):
        found = []
        for clip in todo[first : first + BATCH]:
            progress.advance()
            try:
                motion = library.motion(clip)
            except MotionloomError:  # its frames or its skeleton are damaged: `check_library` says so, with a line on what to do
                continue
            found.append((write_glitches(find_glitches(motion)), clip, motion.fps))
        with library.database.transaction() as connection:
            connection.executemany("UPDATE clips SET glitches = ? WHERE id = ? AND fps = ? AND glitches IS NULL", found)
    return len(todo)
