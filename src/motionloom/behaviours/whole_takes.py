"""The takes that a machine is made of, whole and as they were captured.

What a machine keeps of them are laps and blends of laps: a cycle of one clip keeps a second and a half, whose 99.9th percentile is the
largest value but two. What a body does is in the takes.
"""

from __future__ import annotations

from collections.abc import Sequence

from motionloom.behaviours.state_recipes import open_piece
from motionloom.behaviours.takes import Take, prepare
from motionloom.core import Skeleton
from motionloom.core.rest_poses import with_skeleton
from motionloom.library import Library


def open_takes(library: Library, clips: Sequence[str], skeleton: Skeleton) -> list[Take]:
    """The clips (ids) at the machine's rate, without glitches, each on its floor; those of another body and deleted ones are left out."""
    there = {clip.id for clip in library.clips()}
    takes = []
    for clip in clips:
        if clip in there:
            motion, plants = open_piece(library, clip)
            fitting = with_skeleton(motion, skeleton) or motion
            takes += prepare([fitting], [plants]) if fitting.skeleton.fits(skeleton) else []
    return takes
