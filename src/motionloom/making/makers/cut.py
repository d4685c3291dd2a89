"""A span of a source taken out, and what is left joined with a blend."""

from __future__ import annotations

import numpy as np

from motionloom.align.joining import crossfade
from motionloom.core.editing import find_frames
from motionloom.core.errors import MotionError
from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe
from motionloom.making.sources import OpenSource, Sources

BLEND = 0.2  # seconds


def cut_recipe(opened: OpenSource, start: float, stop: float, blend: float = BLEND) -> Recipe:
    """The recipe for a source without its seconds start to stop, the seam eased over `blend` seconds."""
    rows = find_frames(opened.motion, start, stop)
    if rows.stop - rows.start == len(opened.motion):
        raise MotionError(f"nothing is left of {opened.motion.name!r} without {start:g}-{stop:g} s; delete it instead")
    fps = opened.motion.fps
    return CUT.recipe([opened.source], {"start": rows.start / fps, "stop": rows.stop / fps, "blend": float(blend)})


def _cut(sources: Sources, recipe: Recipe) -> Made:
    """Each side of the seam goes on for half the blend into what is taken out, so that only frames around the seam change."""
    motion = sources.open(recipe.sources[0]).motion
    rows = find_frames(motion, float(recipe.options["start"]), float(recipe.options["stop"]))
    count = len(motion)
    left = np.concatenate([np.arange(rows.start), np.arange(rows.stop, count)])
    if rows.start == 0 or rows.stop == count:
        return Made(motion[rows.stop :] if rows.start == 0 else motion[: rows.start], FrameMap.of_one(left))
    half = min(round(float(recipe.options["blend"]) * motion.fps / 2), rows.start, rows.stop - rows.start, count - rows.stop)
    made = crossfade(motion[: rows.start + half], motion[rows.stop - half :], 2 * half)
    return Made(made, FrameMap.of_one(left))


CUT = register(Maker("cut", "Cut", _cut))
