"""Many recipes made into clips at once: on all cores, and what is finished is kept, so that work that was killed goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from motionloom.compute import Progress, open_executor, run_job, work_key
from motionloom.core.errors import MotionloomError
from motionloom.formats import read
from motionloom.glitches import Glitch
from motionloom.library import Library, NewAnnotation, NewClip
from motionloom.library.file_reading import read_plain_options
from motionloom.making.derive import prepare
from motionloom.making.packed_plants import pack_plants, unpack_plants
from motionloom.making.recipe import Recipe, from_json
from motionloom.making.sources import Sources

KIND = "make clips"
REFUSED = "refused"  # in place of a clip: why it could not be made
MANY = 24  # recipes from which starting processes is worth it
# Of a `NewClip`, what is not plain data, or is the same whatever the recipe.
_APART = ("plants", "plants_person", "annotations", "glitches", "reading")


@dataclass(frozen=True)
class Files:
    """Motion files that recipes start from: absolute paths by what the recipes know of their content, and how they are read."""

    paths: Mapping[str, str] = field(default_factory=dict)
    read_as: Mapping[str, Any] = field(default_factory=dict)  # as `file_reading.plain_options` writes it

    def of(self, recipe: Recipe) -> dict[str, str]:
        """Those that one recipe starts from."""
        return {source.content: self.paths[source.content] for source in recipe.walk() if source.file and source.content in self.paths}


def prepare_many(
    library: Library,
    recipes: Sequence[tuple[Recipe, str]],
    *,
    files: Files = Files(),  # noqa: B008  # frozen
    progress: Progress | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    job: str = "",
    refused: Callable[[str, str], None] | None = None,
) -> tuple[list[NewClip], str]:
    """The clips of recipes and their wanted names, in order: frames stored, rows not written; and the key under which the work is kept.

    What is finished is kept as long as nothing else in the library has changed, for labels and plants go along from the sources; whoever
    has written the rows forgets it (`library.jobs.forget_items(key)`). job: the job that it is part of; else few recipes are not kept.
    refused: told the name of its first clip and the reason where a recipe cannot be made, which then is left out; else that is an error.
    """
    folder, forgiving = str(library.folder), refused is not None
    items = {
        _key(recipe, name): _Item(folder, recipe.to_json(), name, files.of(recipe), files.read_as, forgiving) for recipe, name in recipes
    }
    inputs = {"library": library.id, "seq": library.seq(), "items": sorted(items)}
    many = len(items) >= MANY or workers is not None or cluster is not None
    kept = many or bool(job)
    with open_executor(workers, cluster) if many else nullcontext() as executor:
        store = library.jobs if kept else None
        done = run_job(KIND, inputs, _prepare, items, store=store, executor=executor, progress=progress, job=job)
    for recipe, name in recipes:
        reason = done[_key(recipe, name)].get(REFUSED)
        if reason is not None and refused is not None:
            refused(_first_name(library, recipe), reason)
    results = (done[_key(recipe, name)] for recipe, name in recipes)
    return [from_plain(result) for result in results if REFUSED not in result], work_key(KIND, inputs) if kept else ""


def _first_name(library: Library, recipe: Recipe) -> str:
    """The name of the first clip that a recipe starts from."""
    return next((library.clip(source.clip).name for source in recipe.walk() if source.clip), recipe.kind)


@dataclass(frozen=True)
class _Item:
    """A recipe as it travels to other processes."""

    folder: str
    recipe: Mapping[str, Any]
    name: str
    files: Mapping[str, str]
    read_as: Mapping[str, Any]
    forgiving: bool = False


def _key(recipe: Recipe, name: str) -> str:
    return f"{recipe.digest} {name}"


def _prepare(item: _Item) -> dict[str, Any]:
    library = _open(item.folder)
    sources = Sources(library)
    for file in item.files.values():
        loaded = read(Path(file), read_plain_options(item.read_as))
        sources.take_file(file, loaded.motion, loaded.marks)
    try:
        return to_plain(prepare(library, from_json(item.recipe), item.name, sources=sources, taken=()))
    except MotionloomError as error:
        if not item.forgiving:
            raise
        return {REFUSED: str(error)}


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
