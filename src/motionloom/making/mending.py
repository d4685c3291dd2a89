"""Clips of a library mended, each as a new clip that stands in for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motionloom.core.errors import count_of
from motionloom.glitches.mending import DEFAULT
from motionloom.library import Clip, Library
from motionloom.making.derive import NewMade, derive_all
from motionloom.making.makers import make
from motionloom.making.makers.mend import mend_recipe
from motionloom.making.sources import Sources, clip_source


@dataclass(frozen=True)
class MendedClip:
    """What came of a clip: the id and name of the mended one, "" where there was nothing to mend; what was done or left, in words."""

    source: Clip
    clip: str
    name: str
    lines: tuple[str, ...]


def mend_clips(library: Library, clips: Sequence[Clip], kinds: Sequence[str] = DEFAULT, *, window: str = "") -> list[MendedClip]:
    """Mend clips; the new ones are one step of undo. A clip without anything to mend is left as it is, and so is one that is mended."""
    there = {clip.mends: clip for clip in library.clips() if clip.mends}
    sources, worth, lines = Sources(library), dict[str, NewMade](), dict[str, tuple[str, ...]]()
    for clip in clips:
        if clip.id in there:
            lines[clip.id] = (f"mended already: {there[clip.id].name}",)
            continue
        recipe = mend_recipe(clip_source(clip), kinds)
        made = make(sources, recipe)
        lines[clip.id] = tuple(made.outcome["notes"])
        if made.about.done:
            worth[clip.id] = NewMade(recipe, made)
    title = f"Mend {count_of(len(worth), 'clip')}" if len(worth) != 1 else f"Mend {library.clip(next(iter(worth))).name}"
    ids = dict(zip(worth, derive_all(library, worth.values(), window=window, title=title, sources=sources), strict=True))
    return [
        MendedClip(clip, ids.get(clip.id, ""), library.clip(ids[clip.id]).name if clip.id in ids else clip.name, lines[clip.id])
        for clip in clips
    ]
