"""Feet held still: footskate clean-up of one source by given plants."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.feet.cleanup import CleanUpOptions, clean
from motionloom.feet.plants import Plants
from motionloom.making.makers.options import read_options
from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.packed_plants import pack_plants, unpack_plants
from motionloom.making.recipe import Recipe
from motionloom.making.sources import OpenSource, Sources


def clean_recipe(opened: OpenSource, plants: Plants, options: CleanUpOptions | None = None) -> Recipe:
    """The recipe for holding the planted feet of a source still; with no options, calmly if it is a captured clip.

    A captured foot trembles more than it slides, and a knee that jerks is seen sooner. In what was edited or made feet slide in earnest.
    """
    options = options or CleanUpOptions(calm=is_captured(opened))
    told = {name: value for name, value in vars(options).items() if value != getattr(CleanUpOptions(), name)}
    return MAKER.recipe([opened.source], {"plants": pack_plants(plants.bits), "plants_source": plants.source, **told})


def is_captured(opened: OpenSource) -> bool:
    """Whether a source is known to be as it was captured: a clip of a library that nothing made."""
    return opened.clip is not None and not opened.clip.made


def make_clean(sources: Sources, recipe: Recipe) -> Made:
    """The source with its feet held; about: the `CleanUp`."""
    opened = sources.open(recipe.sources[0])
    motion = opened.motion
    given: dict[str, Any] = dict(recipe.options)
    bits: NDArray[np.bool_] = unpack_plants(given.pop("plants", ""), len(motion))
    source = str(given.pop("plants_source", ""))
    result = clean(motion, Plants(bits, motion.fps, source=source), read_options(CleanUpOptions, given, recipe.kind))
    outcome = {"notes": result.describe()} if result.describe() else {}
    person = None if opened.plants is None or opened.plants_person is None else opened.plants_person & (opened.plants == bits)
    frames = FrameMap.of_one(np.arange(len(motion)))
    return Made(result.motion, frames, bits, source, outcome=outcome, about=result, plants_person=person)


MAKER = register(Maker("clean", "Feet held", make_clean, same_performance=True, version=2))
