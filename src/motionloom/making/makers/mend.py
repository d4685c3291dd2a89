"""A take without its glitches: what is found to be wrong is mended, every other frame stays as it is, and both are said."""

from __future__ import annotations

from collections.abc import Iterable

from motionloom.core.errors import list_names
from motionloom.glitches import CHECKS, mend
from motionloom.glitches.mending import DEFAULT
from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe, RecipeError, Source
from motionloom.making.sources import Sources


def check_kinds(kinds: Iterable[str]) -> tuple[str, ...]:
    """These kinds of glitches, each once; an error where there is none of a name."""
    asked, known = dict.fromkeys(kinds), CHECKS.all()
    unknown = [kind for kind in asked if kind not in known]
    if unknown:
        raise RecipeError(f"no kind of glitch is called {unknown[0]!r}; there are {list_names(sorted(known))}")
    return tuple(asked)


def mend_recipe(source: Source, kinds: Iterable[str] = DEFAULT) -> Recipe:
    """The recipe for a source without its glitches of these kinds."""
    return MAKER.recipe([source], {"kinds": list(check_kinds(kinds))})


def make_mended(sources: Sources, recipe: Recipe) -> Made:
    """The source mended; about: the `Mended`."""
    motion = sources.open(recipe.sources[0]).motion
    mended = mend(motion, check_kinds(str(kind) for kind in recipe.options.get("kinds", DEFAULT)))
    outcome = {"mended": len(mended.done), "left": len(mended.left), "notes": mended.describe(motion.fps)}
    return Made(mended.motion, FrameMap.of_one(mended.frames), outcome=outcome, about=mended)


MAKER = register(Maker("mend", "Mended", make_mended, same_performance=True))
