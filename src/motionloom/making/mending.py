"""Which clips of a library are worth mending: by what was found in them at import, or is found now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motionloom.glitches.mending import DEFAULT, describe_left, is_worth
from motionloom.library import Clip, Library
from motionloom.library.maintenance.examine import examine_clips
from motionloom.making.makers.mend import mend_recipe
from motionloom.making.recipe import Recipe
from motionloom.making.sources import clip_source


@dataclass(frozen=True)
class Mending:
    """What is to be done about a clip: a recipe, or None and why not, in words."""

    clip: Clip
    recipe: Recipe | None
    lines: tuple[str, ...] = ()


def plan_mending(library: Library, clips: Sequence[str], kinds: Sequence[str] = DEFAULT) -> list[Mending]:
    """What to do about each of these clips, by id. One without anything to mend is left as it is, and so is one that is mended."""
    examine_clips(library, clips)
    there = {clip.mends: clip.name for clip in library.clips() if clip.mends}
    plans = []
    for clip in (library.clip(clip) for clip in clips):
        found = clip.glitches or ()
        if clip.id in there:
            plans.append(Mending(clip, None, (f"mended already: {there[clip.id]}",)))
        elif is_worth(found, kinds):
            plans.append(Mending(clip, mend_recipe(clip_source(clip), kinds)))
        else:
            plans.append(Mending(clip, None, tuple(describe_left(found, clip.fps))))
    return plans
