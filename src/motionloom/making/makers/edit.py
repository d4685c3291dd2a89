"""What an editor does to a whole motion: trim, mirror, change the rate, take the path out, join."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from motionloom.align.joining import crossfade_all
from motionloom.core.editing import find_frames, mirror, resample, split_root
from motionloom.feet.plants import LEFT_RIGHT
from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe, Source
from motionloom.making.sources import OpenSource, Sources


def trim_recipe(opened: OpenSource, start: float = 0.0, end: float | None = None) -> Recipe:
    """The recipe for the seconds start to end of a source as a motion of their own."""
    rows, first = find_frames(opened.motion, start, end), opened.source.start
    return part_recipe(replace(opened.source, start=first + rows.start, stop=first + rows.stop))


def part_recipe(source: Source) -> Recipe:
    """The recipe for the frames of a source as a motion of their own."""
    return TRIM.recipe([source])


def mirror_recipe(source: Source) -> Recipe:
    """The recipe for a source with left and right exchanged."""
    return MIRROR.recipe([source])


def resample_recipe(source: Source, fps: float) -> Recipe:
    """The recipe for the same performance at another rate."""
    return RESAMPLE.recipe([source], {"fps": float(fps)})


def in_place_recipe(source: Source, *, keep_turning: bool = False) -> Recipe:
    """The recipe for a source without its path along the ground: always at the origin, and facing +z unless it keeps its turning."""
    return IN_PLACE.recipe([source], {"keep_turning": True} if keep_turning else {})


def join_recipe(sources: Sequence[Source], blend: float = 0.0) -> Recipe:
    """The recipe for sources one after the other, each where the last one ended and facing as it did.

    blend: seconds over which each is eased into the next; they overlap for as long.
    """
    return JOIN.recipe(sources, {"blend": float(blend)} if blend else {})


def _trim(sources: Sources, recipe: Recipe) -> Made:
    opened = sources.open(recipe.sources[0])
    return Made(opened.motion, FrameMap.of_one(np.arange(len(opened.motion))))


def _mirror(sources: Sources, recipe: Recipe) -> Made:
    opened = sources.open(recipe.sources[0])
    plants, person = (None if bits is None else bits[:, LEFT_RIGHT] for bits in (opened.plants, opened.plants_person))
    frames = FrameMap.of_one(np.arange(len(opened.motion)))
    return Made(mirror(opened.motion), frames, plants, opened.plants_source, plants_person=person, plants_by=opened.plants_by)


def _resample(sources: Sources, recipe: Recipe) -> Made:
    motion = sources.open(recipe.sources[0]).motion
    made = resample(motion, float(recipe.options["fps"]))
    return Made(made, FrameMap.of_one(np.minimum(np.arange(len(made)) / made.fps * motion.fps, len(motion) - 1)))


def _in_place(sources: Sources, recipe: Recipe) -> Made:
    motion = sources.open(recipe.sources[0]).motion
    if recipe.options.get("keep_turning"):
        made = motion.with_arrays(motion.rotations, motion.root_positions * np.array([0, 1, 0], np.float32))
    else:
        made = split_root(motion)[0]
    return Made(made, FrameMap.of_one(np.arange(len(motion))))


def _join(sources: Sources, recipe: Recipe) -> Made:
    """Where two overlap, the frame map shows the first for the first half and the second for the other."""
    motions = [sources.open(source).motion for source in recipe.sources]
    wanted = float(recipe.options.get("blend", 0.0))
    overlaps = [min(round(wanted * a.fps), len(a) // 2, len(b) // 2) for a, b in pairwise(motions)]
    overlaps = [overlap if overlap > 1 else 0 for overlap in overlaps]
    first = [0, *((overlap + 1) // 2 for overlap in overlaps)]  # of each motion, the frames that the one before is shown for
    last = [*(overlap // 2 for overlap in overlaps), 0]
    rows = [np.arange(a, len(motion) - b) for motion, a, b in zip(motions, first, last, strict=True)]
    shown = FrameMap(np.repeat(np.arange(len(motions)), [len(each) for each in rows]), np.concatenate(rows).astype(float))
    return Made(crossfade_all(motions, overlaps), shown)


TRIM = register(Maker("trim", "Part", _trim, exact=True))
MIRROR = register(Maker("mirror", "Mirrored", _mirror, loop="keeps"))
RESAMPLE = register(Maker("resample", "Other rate", _resample, loop="keeps"))
IN_PLACE = register(Maker("in_place", "In place", _in_place, loop="keeps"))
JOIN = register(Maker("join", "Joined", _join))
