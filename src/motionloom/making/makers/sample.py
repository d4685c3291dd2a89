"""The sample's performers: made by code, of nothing but a seed."""

from __future__ import annotations

import numpy as np

from motionloom.library import NewAnnotation
from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe
from motionloom.making.sources import Sources


def sample_recipe(performer: str, behaviour: str, seed: int = 0, noise: float = 0.0, skate: float = 0.0) -> Recipe:
    """The recipe for a take of a behaviour by one of the sample's performers."""
    return MAKER.recipe(options={"performer": performer, "behaviour": behaviour, "noise": noise, "skate": skate}, seed=seed)


def make_sample(sources: Sources, recipe: Recipe) -> Made:
    """The take, its plants true by construction; about: the `SampleClip`."""
    from motionloom.sample import make

    told = recipe.options
    made = make(str(told["performer"]), str(told["behaviour"]), recipe.seed, float(told["noise"]), float(told["skate"]))
    nothing = FrameMap(np.full(len(made.motion), -1, np.intp), np.zeros(len(made.motion)))
    spans = tuple(NewAnnotation(span.name, span.start, span.stop) for span in made.annotations)
    return Made(made.motion, nothing, made.plants, "by construction", annotations=spans, labels=(made.label,), about=made)


# 2: the loops that make a take are compiled without fastmath, which changed its last bits.
MAKER = register(Maker("sample", "Sample", make_sample, version=2))
