"""The second source on the first one's clock: like moments at the same time."""

from __future__ import annotations

import numpy as np

from motionloom.align import warp_between
from motionloom.core.editing import sample_at
from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe, Source
from motionloom.making.sources import Sources

PACE = 2


def align_recipe(clock: Source, motion: Source, pace: int = PACE) -> Recipe:
    """The recipe for `motion` on the clock of another, at most `pace` times faster or slower."""
    return MAKER.recipe([clock, motion], {"pace": pace})


def make_aligned(sources: Sources, recipe: Recipe) -> Made:
    """The aligned motion; about: the `Warp`."""
    clock, other = (sources.open(source).motion for source in recipe.sources)
    warp = warp_between(clock, other, max_slope=int(recipe.options["pace"]))
    frames = warp(np.arange(len(clock)) / clock.fps) * other.fps
    made = sample_at(other, frames, clock.fps)
    shown = FrameMap(np.ones(len(made), np.intp), np.asarray(frames, np.float64))
    return Made(made, shown, outcome={"legal": warp.legal, "cost": round(float(warp.cost), 4)}, about=warp)


MAKER = register(Maker("align", "In time", make_aligned))
