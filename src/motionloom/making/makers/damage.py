"""A source spoilt on purpose, in one of the ways in which captures are damaged: for tests of scorers, never for use."""

from __future__ import annotations

import numpy as np

from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe, RecipeError, Source
from motionloom.making.sources import OpenSource, Sources
from motionloom.score.captures import Capture, detect_plants
from motionloom.score.damage import find_kind


def damage_recipe(source: Source, other: Source, kind: str, seed: int = 0) -> Recipe:
    """The recipe for a source spoilt in one way; other: as long, of the same body, to take parts from."""
    return MAKER.recipe([source, other], {"damage": kind}, seed)


def make_damaged(sources: Sources, recipe: Recipe) -> Made:
    """The spoilt source, with the plants it stood on before."""
    part, other = (_to_capture(sources.open(source)) for source in recipe.sources)
    kind = str(recipe.options["damage"])
    damaged = find_kind(kind)(part, other, np.random.default_rng(recipe.seed))
    if damaged is None:
        raise RecipeError(f"{part.motion.name!r} cannot be spoilt by {kind!r} so that anyone would see it; take another part")
    return Made(damaged.motion, FrameMap.of_one(np.arange(len(damaged.motion))), damaged.plants, "before the damage")


def _to_capture(opened: OpenSource) -> Capture:
    plants = detect_plants(opened.motion) if opened.plants is None else opened.plants
    return Capture(opened.motion, "" if opened.clip is None else opened.clip.subject, given_plants=plants)


MAKER = register(Maker("damage", "Spoilt on purpose", make_damaged))
