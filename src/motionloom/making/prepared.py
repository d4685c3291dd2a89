"""Many recipes made into clips at once: on all cores, and what is finished is kept, so that work that was killed goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from motionloom.compute import Progress, make_key, open_executor, run_job
from motionloom.glitches import Glitch
from motionloom.library import Library, NewAnnotation, NewClip
from motionloom.making.derive import prepare
from motionloom.making.packed_plants import pack_plants, unpack_plants
from motionloom.making.recipe import Recipe, from_json

KIND = "make clips"
MANY = 24  # recipes from which starting processes is worth it
# Of a `NewClip`, what is not plain data, or is the same whatever the recipe.
_APART = ("plants", "plants_person", "annotations", "glitches", "reading")


def prepare_many(
    library: Library,
    recipes: Sequence[tuple[Recipe, str]],
    *,
    progress: Progress | None = None,
    workers: int | None = None,
    cluster: str | None = None,
) -> tuple[list[NewClip], str]:
    """The clips of recipes and their wanted names, in order: frames stored, rows not written; and the key under which the work is kept.

    What is finished is kept as long as nothing else in the library has changed, for labels and plants go along from the sources; whoever
    has written the rows forgets it (`library.jobs.forget_items(key)`).
    """
    items = {f"{recipe.digest} {name}": (str(library.folder), recipe.to_json(), name) for recipe, name in recipes}
    inputs = {"library": library.id, "seq": library.seq(), "items": sorted(items)}
    with ExitStack() as stack:
        many = len(items) >= MANY or cluster is not None
        executor = stack.enter_context(open_executor(workers, cluster)) if many else None
        done = run_job(KIND, inputs, _prepare, items, store=library.jobs if many else None, executor=executor, progress=progress)
    return [from_plain(done[f"{recipe.digest} {name}"]) for recipe, name in recipes], make_key(KIND, 1, inputs) if many else ""


def _prepare(item: tuple[str, dict[str, Any], str]) -> dict[str, Any]:
    folder, recipe, name = item
    return to_plain(prepare(_open(folder), from_json(recipe), name, taken=()))


@lru_cache(maxsize=2)
def _open(folder: str) -> Library:
    """A library of a worker process, opened once for all its recipes."""
    return Library.open(Path(folder))


def to_plain(clip: NewClip) -> dict[str, Any]:
    """A clip that was made of a recipe as plain JSON data."""
    plain = {field.name: getattr(clip, field.name) for field in fields(clip) if field.name not in _APART}
    return {
        **plain,
        "annotations": [asdict(span) for span in clip.annotations],
        "glitches": None if clip.glitches is None else [glitch.to_json() for glitch in clip.glitches],
        "plants": None if clip.plants is None else pack_plants(clip.plants),
        "plants_person": None if clip.plants_person is None else pack_plants(clip.plants_person),
    }


def from_plain(data: Mapping[str, Any]) -> NewClip:
    """The clip that `to_plain` described."""
    plants, person = (None if data[name] is None else unpack_plants(data[name], data["frames"]) for name in ("plants", "plants_person"))
    spans = tuple(NewAnnotation(**span) for span in data["annotations"])
    told = data.get("glitches")
    glitches = None if told is None else tuple(Glitch.from_json(glitch) for glitch in told)
    plain = {name: value for name, value in data.items() if name not in _APART}
    return replace(
        NewClip(**plain), labels=tuple(data["labels"]), annotations=spans, glitches=glitches, plants=plants, plants_person=person
    )
