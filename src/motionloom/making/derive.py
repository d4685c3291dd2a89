"""The only way to add a made clip: what is known of its sources goes along, its recipe with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from motionloom.core import Motion
from motionloom.core.masks import find_runs
from motionloom.library import Annotation, Clip, Library, NewAnnotation, NewClip, store_clip
from motionloom.library.file_reading import examine
from motionloom.making.licences import strictest
from motionloom.making.makers import MAKERS, FrameMap, Made, make
from motionloom.making.names import free_name
from motionloom.making.recipe import Recipe
from motionloom.making.sources import Sources


@dataclass(frozen=True)
class _Inherited:
    """What a made clip has from its sources."""

    subject: str
    source: str
    licence: str
    labels: tuple[str, ...]


def derive(
    library: Library,
    recipe: Recipe,
    name: str = "",
    *,
    made: Made | None = None,
    window: str = "",
    title: str = "",
) -> str:
    """Make a recipe and keep it as a clip; its id comes out. made: what the recipe gave, where that is at hand.

    The clip has its sources' performer, collection, labels and strictest licence, the annotations and plants of the frames it
    shows, its own height. It belongs to the window's undo stack.
    """
    clip = prepare(library, recipe, name, made=made)
    return str(library.add_stored([clip], window=window, title=title or f"Make {clip.name}")[0])


def prepare(library: Library, recipe: Recipe, name: str = "", *, made: Made | None = None) -> NewClip:
    """The clip that a recipe becomes, its frames stored and its rows not yet written; for whoever adds many at once."""
    maker = MAKERS.find(recipe.kind)
    made = make(Sources(library), recipe) if made is None else made
    clips = _clips(library, recipe)
    inherited = _inherit(clips)
    height, gravity, _ = examine(made.motion)
    named = name or (f"{clips[0].name} {maker.title.lower()}" if clips else made.motion.name or maker.title)
    plants, plants_source = (made.plants, made.plants_source) if made.plants is not None else _carry_plants(library, recipe, made.frames)
    return store_clip(
        library.store,
        made.motion,
        free_name(named, (clip.name for clip in library.clips())),
        made=bool(recipe.sources),
        recipe=recipe.to_json(),
        outcome=dict(made.outcome),
        subject=inherited.subject,
        source=inherited.source,
        licence=inherited.licence,
        labels=inherited.labels if made.labels is None else made.labels,
        labels_by="file",
        annotations=(*carry_annotations(library, recipe, made.frames), *made.annotations),
        plants=plants,
        plants_by="machine",
        plants_source=plants_source,
        height=height,
        gravity=gravity,
    )


def _clips(library: Library, recipe: Recipe) -> list[Clip]:
    """The clips of a library that a recipe starts from, each once."""
    return [library.clip(identity) for identity in dict.fromkeys(source.clip for source in recipe.walk() if source.clip)]


def _inherit(clips: Sequence[Clip]) -> _Inherited:
    """Performer and collection where all sources have one, the labels that all share, the strictest licence."""
    subjects, sources = {clip.subject for clip in clips}, {clip.source for clip in clips}
    shared = set.intersection(*(set(clip.labels) for clip in clips)) if clips else set()
    return _Inherited(
        " + ".join(sorted(filter(None, subjects))),
        " + ".join(sorted(filter(None, sources))),
        strictest(clip.licence for clip in clips),
        tuple(sorted(shared)),
    )


def carry_annotations(library: Library, recipe: Recipe, frames: FrameMap) -> Iterator[NewAnnotation]:
    """The spans of the sources, where the made frames show them."""
    for number, source in enumerate(recipe.sources):
        if source.clip:
            shown = np.where(frames.source == number, np.rint(frames.frame) + source.start, -1)
            for span in library.annotations(source.clip):
                yield from _carry_span(span, shown)


def _carry_span(span: Annotation, shown: np.ndarray) -> Iterator[NewAnnotation]:
    for start, stop in find_runs((shown >= span.start) & (shown < span.stop)):
        yield NewAnnotation(span.name, start, stop, span.track, span.by, span.confidence)


def _carry_plants(library: Library, recipe: Recipe, frames: FrameMap) -> tuple[np.ndarray | None, str]:
    """The plants of the frames that are shown, where every source that is shown has some."""
    opened = Sources(library)
    bits = np.zeros((len(frames.source), 4), bool)
    said: list[str] = []
    for number in np.unique(frames.source):
        source = opened.open(recipe.sources[number]) if number >= 0 and not recipe.sources[number].document else None
        if source is None or source.plants is None:
            return None, ""
        rows = frames.source == number
        bits[rows] = source.plants[np.clip(np.rint(frames.frame[rows]).astype(np.intp), 0, len(source.plants) - 1)]
        said.append(source.plants_source)
    return bits, " + ".join(dict.fromkeys(filter(None, said)))


def save_motion(made: Made, name: str = "") -> Motion:
    """The motion as it goes to a file: named, with its recipe."""
    from dataclasses import replace

    return replace(made.motion, name=name or made.motion.name)
