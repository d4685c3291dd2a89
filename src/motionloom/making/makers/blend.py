"""Two to four sources of one body blended on the first one's clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from motionloom.align import bezier_weights, blend, register
from motionloom.align.put_on import put_on
from motionloom.core import Skeleton
from motionloom.core.body import find_roles
from motionloom.core.errors import MotionError
from motionloom.core.heading import with_heading_in_root
from motionloom.core.rest_poses import has_same_bones
from motionloom.feet.plants import Plants
from motionloom.making.makers.registry import FrameMap, Made, Maker, register as register_maker
from motionloom.making.packed_plants import pack_plants, unpack_plants
from motionloom.making.recipe import Recipe
from motionloom.making.sources import OpenSource, Sources
from motionloom.score.blend_plants import choose_plants

MOST = 4


def blend_recipe(opened: Sequence[OpenSource], plants: Sequence[Plants], share: float | None = None, one_body: bool = False) -> Recipe:
    """The recipe for a blend from the first source to the last by way of the others, or with `share` of the last of two all through.

    one_body: sources with other bodies are put on the first one's; those with the same bones under another rest pose always are.
    """
    if not 2 <= len(opened) <= MOST or (share is not None and len(opened) != 2):
        raise MotionError(f"a blend is of two to four motions, one with a share of two; found {len(opened)}")
    options: dict[str, Any] = {"share": share, "plants": [pack_plants(each.bits) for each in plants]}
    if one_body or _is_one_body([each.motion.skeleton for each in opened]):
        options["one_body"] = True
    return MAKER.recipe([each.source for each in opened], options)


def _is_one_body(skeletons: Sequence[Skeleton]) -> bool:
    """Whether these are one body that does not come in one form: its rest poses differ, or its hips hang on a root of their own."""
    first, others = skeletons[0], skeletons[1:]
    forms = find_roles(first).get("hips", 0) != 0 or any(other.hash != first.hash for other in others)
    return forms and all(has_same_bones(other, first) for other in others)


def make_blend(sources: Sources, recipe: Recipe) -> Made:
    """The blend, with its sources' plants moved along; about: the `BlendPlants`."""
    motions = [sources.open(source).motion for source in recipe.sources]
    if recipe.options.get("one_body"):
        motions = [with_heading_in_root(put_on(motion, motions[0].skeleton)) for motion in motions]
    share = recipe.options.get("share")
    bits = [unpack_plants(text, len(motion)) for text, motion in zip(recipe.options["plants"], motions, strict=True)]
    warps = register(motions, reference=0).warps
    seconds = np.arange(len(motions[0])) / motions[0].fps
    frames = np.stack([warp(seconds) * motion.fps for warp, motion in zip(warps, motions, strict=True)])
    weights = bezier_weights(len(motions), len(seconds)) if share is None else np.tile([[1 - share], [share]], len(seconds))
    made = blend(motions, frames, weights)
    stood = choose_plants(made, motions, bits, frames)
    most = np.argmax(weights, axis=0)
    shown = FrameMap(most.astype(np.intp), np.take_along_axis(frames, most[None], axis=0)[0])
    outcome = {"plant_error": round(stood.error, 4)}
    return Made(made, shown, stood.bits, "plants of the sources", outcome=outcome, about=stood)


MAKER = register_maker(Maker("blend", "Blend", make_blend, version=2))
