"""A source cut where it loops best, its end eased into its beginning."""

from __future__ import annotations

import numpy as np

from motionloom.align.loop import BLEND, SHORTEST, make_loop
from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe, Source
from motionloom.making.sources import Sources


def loop_recipe(source: Source, shortest: float = SHORTEST, blend: float = BLEND) -> Recipe:
    """The recipe for a loop of a source, at least `shortest` seconds long, its end eased over `blend` seconds."""
    return MAKER.recipe([source], {"shortest": shortest, "blend": blend})


def make_loop_of(sources: Sources, recipe: Recipe) -> Made:
    """The loop; about: the `Loop`."""
    motion = sources.open(recipe.sources[0]).motion
    found = make_loop(motion, float(recipe.options["shortest"]), float(recipe.options["blend"]))
    first = round(found.first * motion.fps)
    outcome = {"first": found.first, "last": found.last, "distance": round(found.distance, 4), "kept": round(found.kept, 4)}
    return Made(found.motion, FrameMap.of_one(first + np.arange(len(found.motion))), outcome=outcome, about=found)


MAKER = register(Maker("loop", "Loop", make_loop_of, loop="makes"))
