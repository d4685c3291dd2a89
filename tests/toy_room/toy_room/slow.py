"""Slow motion: a source played slower, every frame of it in between interpolated."""

from __future__ import annotations

import numpy as np

from motionloom.core.editing import sample_at
from motionloom.making.makers import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe, Source
from motionloom.making.sources import Sources


def slow_recipe(source: Source, times: float = 2.0) -> Recipe:
    """The recipe for a source that takes `times` as long."""
    return SLOW.recipe([source], {"times": float(times)})


def _make(sources: Sources, recipe: Recipe) -> Made:
    motion = sources.open(recipe.sources[0]).motion
    count = round(len(motion) * float(recipe.options["times"]))
    frames = np.linspace(0, len(motion) - 1, count)
    return Made(sample_at(motion, frames, motion.fps), FrameMap.of_one(frames))


SLOW = register(Maker("slow", "Slow motion", _make))
