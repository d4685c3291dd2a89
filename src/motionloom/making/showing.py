"""A motion of a library or a file as the player of pages shows it: with whose plants count, its annotations, and how it was made."""

from __future__ import annotations

from motionloom.core.body import is_body
from motionloom.library import Library
from motionloom.making.lineage import describe_data
from motionloom.making.plants import plants_of_source
from motionloom.making.sources import OpenSource
from motionloom.render.shown import Shown


def show_source(opened: OpenSource, library: Library | None, plants: bool = True) -> Shown:
    """An open source for `render.sharing`. plants: as the library or the file has them, else detected; False for none."""
    motion = opened.motion
    bits = plants_of_source(library, opened).bits if plants and is_body(motion.skeleton) else None
    spans = tuple((span.name, span.start, span.stop) for span in opened.annotations)
    made = describe_data(motion.recipe, library)
    return Shown(motion, bits, spans, () if made is None else tuple(str(line) for line in made.lines()))
