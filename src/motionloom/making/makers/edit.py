"""What an editor does to a whole motion: trim, mirror, change the rate, take the path out, join."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from motionloom.align.joining import follow_on
from motionloom.core.editing import concatenate, find_frames, mirror, resample, split_root
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


def in_place_recipe(source: Source) -> Recipe:
    """The recipe for a source without its path along the ground."""
    return IN_PLACE.recipe([source])


def join_recipe(sources: Sequence[Source]) -> Recipe:
    """The recipe for sources one after the other, each where the last one ended and facing as it did."""
    return JOIN.recipe(sources)


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
    return Made(split_root(motion)[0], FrameMap.of_one(np.arange(len(motion))))


def _join(sources: Sources, recipe: Recipe) -> Made:
    motions = [sources.open(source).motion for source in recipe.sources]
    placed = motions[:1]
    for motion in motions[1:]:
        placed.append(follow_on(placed[-1], motion))
    counts = [len(motion) for motion in motions]
    shown = FrameMap(np.repeat(np.arange(len(motions)), counts), np.concatenate([np.arange(count) for count in counts]).astype(float))
    return Made(concatenate(placed), shown)


TRIM = register(Maker("trim", "Part", _trim))
MIRROR = register(Maker("mirror", "Mirrored", _mirror))
RESAMPLE = register(Maker("resample", "Other rate", _resample))
IN_PLACE = register(Maker("in_place", "In place", _in_place))
JOIN = register(Maker("join", "Joined", _join))
