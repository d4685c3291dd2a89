"""What is known of a made motion's frames, as it travels with its file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motionloom.formats.marks import Marks
from motionloom.library import Library
from motionloom.making.makers import MAKERS, Made
from motionloom.making.sources import OpenSource


def marks_of(motion: Made | OpenSource) -> Marks:
    """The plants and spans of what was made, or of an open source, and whether it loops."""
    spans = tuple((span.name, span.start, span.stop) for span in motion.annotations)
    return Marks(motion.plants, motion.plants_source if motion.plants is not None else "", spans, motion.loop)


def is_loop(recipe: Mapping[str, Any], library: Library) -> bool:
    """Whether what a recipe (plain data) of a library's clip gives loops: it was made to, and nothing after that cut it.

    Recipes of kinds that are not known here, and of clips that are gone, say nothing.
    """
    maker, sources = MAKERS.all().get(str(recipe.get("kind", ""))), recipe.get("sources")
    if maker is None or not maker.loop or not isinstance(sources, list) or not sources or not isinstance(sources[0], Mapping):
        return False
    return maker.loop == "makes" or _source_loops(sources[0], library)


def _source_loops(source: Mapping[str, Any], library: Library) -> bool:
    nested, clip = source.get("recipe"), source.get("clip")
    if isinstance(nested, Mapping):
        return not source.get("stop") and is_loop(nested, library)
    if not isinstance(clip, str) or not clip or source.get("start"):
        return False
    found = library.clip(clip)
    return source.get("stop") == found.frames and is_loop(library.recipe(found.id), library)
