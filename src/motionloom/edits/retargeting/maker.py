"""The maker `retarget`: a source on the body of another clip, of a file, or of a character on the shelf."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from motionloom.core import Skeleton
from motionloom.core.errors import SkeletonError
from motionloom.edits.retargeting.retarget import RetargetOptions, retarget
from motionloom.feet.plants import Plants
from motionloom.making.makers.options import read_options
from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.packed_plants import pack_plants, unpack_plants
from motionloom.making.recipe import Recipe, RecipeError, Source
from motionloom.making.sources import OpenSource, Sources


@dataclass(frozen=True, eq=False)
class Onto:
    """What a motion is put on: its name for people, its skeleton; source: the shelf entry, where it is a character there."""

    name: str
    skeleton: Skeleton
    source: Source | None = None
    roles: dict[str, str] = field(default_factory=dict)  # a person's joint map of that character


def retarget_recipe(opened: OpenSource, onto: Onto, plants: Plants, options: RetargetOptions | None = None) -> Recipe:
    """The recipe for a source on another body. A character is named by its shelf entry and joint map, any other body goes in whole."""
    chosen = options or RetargetOptions()
    told: dict[str, Any] = {name: value for name, value in vars(chosen).items() if value != getattr(RetargetOptions(), name)}
    told |= {"onto": onto.name, "plants": pack_plants(plants.bits), "plants_source": plants.source}
    if onto.source is None:
        return MAKER.recipe([opened.source], {**told, "skeleton": onto.skeleton.to_json()})
    return MAKER.recipe([opened.source, onto.source], {**told, "roles": onto.roles})


def make_retargeted(sources: Sources, recipe: Recipe) -> Made:
    """The source on the other body, with its plants; about: the target's skeleton."""
    given = dict(recipe.options)
    skeleton = _skeleton(sources, recipe, given.pop("skeleton", None), given.pop("roles", {}))
    opened = sources.open(recipe.sources[0])
    bits = unpack_plants(given.pop("plants", ""), len(opened.motion))
    source = str(given.pop("plants_source", ""))
    given.pop("onto", None)
    worn = retarget(opened.motion, skeleton, bits, read_options(RetargetOptions, given, recipe.kind))
    person = None if opened.plants is None or opened.plants_person is None else opened.plants_person & (opened.plants == bits)
    return Made(worn, FrameMap.of_one(np.arange(len(worn))), bits, source, plants_person=person, about=skeleton)


def _skeleton(sources: Sources, recipe: Recipe, plain: Any, roles: Any) -> Skeleton:
    if plain is not None:
        try:
            return Skeleton.from_json(plain)
        except SkeletonError as error:
            raise RecipeError(str(error)) from None
    if len(recipe.sources) != 2 or not isinstance(roles, dict):
        raise RecipeError("a retarget recipe names a source and a character, or holds a skeleton")
    from motionloom.edits.characters.shelf import open_document

    document = sources.open_document(recipe.sources[1])
    return open_document(sources.library, document, roles).skeleton


MAKER = register(Maker("retarget", "Retargeted", make_retargeted, loop="keeps", version=3))
