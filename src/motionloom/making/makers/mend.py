"""A take without its glitches: what is found to be wrong is mended, every other frame stays as it is, and both are said."""

from __future__ import annotations

from collections.abc import Sequence

from motionloom.core.errors import list_names
from motionloom.glitches import CHECKS, mend
from motionloom.glitches.mending import DEFAULT
from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe, RecipeError, Source
from motionloom.making.sources import Sources


def mend_recipe(source: Source, kinds: Sequence[str] = DEFAULT) -> Recipe:
    """The recipe for a source without its glitches of these kinds."""
    return MAKER.recipe([source], {"kinds": list(dict.fromkeys(kinds))})


def make_mended(sources: Sources, recipe: Recipe) -> Made:
    """The source mended; about: the `Mended`."""
    motion = sources.open(recipe.sources[0]).motion
    kinds = [str(kind) for kind in recipe.options.get("kinds", DEFAULT)]
    unknown = sorted(set(kinds) - set(CHECKS.all()))
    if unknown:
        raise RecipeError(f"no kind of glitch is called {unknown[0]!r}; there are {list_names(sorted(CHECKS.all()))}")
    mended = mend(motion, kinds)
    return Made(mended.motion, FrameMap.of_one(mended.frames), outcome={"notes": mended.describe(motion.fps)}, about=mended)


MAKER = register(Maker("mend", "Mended", make_mended, same_performance=True))
