"""The only way to add a made clip: what is known of its sources goes along, its recipe with it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from motionloom.core.errors import count_of
from motionloom.library import Clip, Library, NewClip, store_clip
from motionloom.library.file_reading import examine
from motionloom.making.licences import strictest
from motionloom.making.makers import MAKERS, Made, finish, make
from motionloom.making.names import free_name
from motionloom.making.recipe import Recipe
from motionloom.making.sources import Sources


@dataclass(frozen=True, eq=False)
class NewMade:
    """A recipe and what it gave, to be kept as a clip: under a name, or under one after its sources."""

    recipe: Recipe
    made: Made
    name: str = ""


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
    sources: Sources | None = None,
) -> str:
    """Make a recipe and keep it as a clip; its id comes out. made: what the recipe gave, where that is at hand.

    The clip has its sources' performer, collection, labels and strictest licence, the annotations and plants of the frames it
    shows, its own height. It belongs to the window's undo stack. sources: where files are open that the recipe starts from.
    """
    opened = sources or Sources(library)
    given = NewMade(recipe, make(opened, recipe) if made is None else made, name)
    return derive_all(library, [given], window=window, title=title, sources=opened)[0]


def derive_all(
    library: Library, given: Iterable[NewMade], *, window: str = "", title: str = "", sources: Sources | None = None
) -> list[str]:
    """Keep what recipes gave as clips, all of them or none, in one undo step; their ids come out in order. See `derive`."""
    clips = [prepare(library, each.recipe, each.name, made=each.made, sources=sources, taken=()) for each in given]
    return add_prepared(library, clips, window=window, title=title)


def add_prepared(
    library: Library, clips: Sequence[NewClip], *, window: str = "", title: str = "", command_id: str | None = None
) -> list[str]:
    """Write the rows of clips that `prepare` gave, under free names and as one undo step; their ids come out in order.

    command_id: the undo step's id, see `Library.find_change`.
    """
    if not clips:
        return []
    taken = {clip.name for clip in library.clips()}
    named: list[NewClip] = []
    for clip in clips:
        named.append(replace(clip, name=free_name(clip.name, taken)))
        taken.add(named[-1].name)
    words = title or (f"Make {named[0].name}" if len(named) == 1 else f"Make {count_of(len(named), 'clip')}")
    return [str(identity) for identity in library.add_stored(named, window=window, title=words, command_id=command_id)]


def prepare(
    library: Library,
    recipe: Recipe,
    name: str = "",
    *,
    made: Made | None = None,
    sources: Sources | None = None,
    taken: Collection[str] | None = None,
) -> NewClip:
    """The clip that a recipe becomes, its frames stored and its rows not yet written; for whoever adds many at once.

    taken: names that it must not have, the library's where not given.
    """
    opened = sources or Sources(library)
    made = make(opened, recipe) if made is None else finish(opened, recipe, made)
    clips = _clips(library, recipe)
    inherited = _inherit(clips)
    known = [clip.name for clip in library.clips()] if taken is None else taken
    return store_clip(
        library.store,
        made.motion,
        free_name(name or _name(recipe, clips, made), known),
        made=bool(recipe.sources),
        recipe=recipe.to_json(),
        outcome=dict(made.outcome),
        subject=inherited.subject,
        source=inherited.source,
        licence=inherited.licence,
        labels=inherited.labels if made.labels is None else made.labels,
        labels_by="file",
        annotations=made.annotations,
        plants=made.plants,
        plants_person=made.plants_person,
        plants_by=made.plants_by,
        plants_source=made.plants_source,
        **examine(made.motion).details(),
    )


def _name(recipe: Recipe, clips: Sequence[Clip], made: Made) -> str:
    """The first source's name and what was done to it: "16_15 feet held"."""
    title = MAKERS.find(recipe.kind).title
    files = [Path(source.file).stem for source in recipe.walk() if source.file]
    first = clips[0].name if clips else files[0] if files else ""
    return f"{first} {title.lower()}" if first else made.motion.name or title


def _clips(library: Library, recipe: Recipe) -> list[Clip]:
    """The clips of a library that a recipe starts from, each once; of a shelf entry those that it rests on and are there."""
    there = {clip.id for clip in library.clips()}
    found = dict[str, None]()
    for source in recipe.walk():
        rests_on = library.document(source.document).clips if source.document else ()
        found |= dict.fromkeys([source.clip] if source.clip else [clip for clip in rests_on if clip in there])
    return [library.clip(identity) for identity in found]


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
