"""Where a motion that a command makes goes: to a file, or into a library as a clip; its recipe goes along either way."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from inspect import Parameter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import chooses_clips
from motionloom.cli.gathered_options import gathers
from motionloom.cli.long_work import WINDOW, run_long
from motionloom.cli.read_options import reads_files
from motionloom.cli.sources import choose_names, open_sources
from motionloom.core.errors import LibraryError, MotionloomError

if TYPE_CHECKING:
    from motionloom.cli.sources import Named
    from motionloom.compute import Progress
    from motionloom.core import Motion
    from motionloom.formats import ReadOptions
    from motionloom.library import Library
    from motionloom.making.choice import Choice
    from motionloom.making.derive import NewMade
    from motionloom.making.makers import Made
    from motionloom.making.recipe import Recipe
    from motionloom.making.sources import OpenSource

Into = Annotated[Path | None, typer.Option("--into", help="The library to add it to as a clip, instead of writing a file.")]
Name = Annotated[str, typer.Option("--name", help="Its name in the library; its source's and what was done to it if not given.")]
Several = Annotated[
    list[str],
    typer.Argument(
        metavar="MOTIONS... [OUT]",
        help="A motion file, or a clip of a library as my-library:clip, and the file to write; with --into as many as you like, "
        "a whole library among them.",
    ),
]


@dataclass(frozen=True)
class Target:
    """A file (out), or a library and the name of a new clip there."""

    out: Path | None
    into: Path | None = None
    name: str = ""


def find_target(words: Sequence[str], into: Path | None, name: str, force: bool, *, first: bool = False) -> tuple[list[str], Target]:
    """The motions among the words of a command, and where what is made of them goes: with --into there, else to the last word (or first).

    Refused before any work is done where that cannot be written.
    """
    from motionloom.library import is_library

    if into is not None:
        if not is_library(into):
            raise LibraryError(f"{into} is not a library; make one with `motionloom library create {into}`")
        return list(words), Target(None, into, name)
    if name:
        raise MotionloomError("--name names a clip of a library; say which library with --into")
    if len(words) < 2:
        raise MotionloomError("name the file to write after what to read, or a library with --into")
    out = Path(words[0] if first else words[-1])
    options.check_target(out, force)
    return list(words[1:] if first else words[:-1]), Target(out)


@dataclass(frozen=True, eq=False)
class Kept:
    """A motion that was made: where it went (a file, or a clip of a library; plain data), what of first, what its recipe says came out."""

    where: dict[str, Any]
    source: OpenSource
    motion: Motion
    outcome: Mapping[str, Any]


def keep(named: Named, given: NewMade, target: Target) -> dict[str, Any]:
    """Write what was made to its file, or add it to the library; where it went comes out, as plain data."""
    if target.out is not None:
        from motionloom.making.marks import marks_of

        given.made.motion.save(target.out, marks=marks_of(given.made))
        return {"file": str(target.out)}
    from motionloom.making.derive import derive_all

    library = named.library
    assert library is not None  # `open_sources` opened what --into names
    (clip,) = derive_all(library, [replace(given, name=target.name or given.name)], window=WINDOW, sources=named.sources)
    return _place(library, clip, target)


@dataclass(frozen=True, eq=False)
class Given:
    """What a command that makes one motion of each that is named was told: see `makes_each`."""

    words: list[str]
    reading: ReadOptions
    choice: Choice
    into: Path | None
    name: str
    workers: int | None
    cluster: str | None
    force: bool
    as_json: bool


_SHARED: dict[str, tuple[Any, Any]] = {
    "words": (Several, Parameter.empty),
    "into": (Into, None),
    "name": (Name, ""),
    "workers": (options.Workers, None),
    "cluster": (options.Cluster, None),
    "force": (options.Force, False),
    "as_json": (options.AsJson, False),
}


def makes_each(command: Callable[..., None]) -> Callable[..., None]:
    """The command with all that making one motion of each that is named takes; it is given that as its argument `given`."""
    signature = inspect.signature(command, eval_str=True)
    own = [parameter for name, parameter in signature.parameters.items() if name != "given"]
    gathered = [Parameter(name, Parameter.KEYWORD_ONLY) for name in ("shared", "reading", "choice")]

    @wraps(command)
    def run(shared: dict[str, Any], reading: ReadOptions, choice: Choice, **said: Any) -> None:
        command(given=Given(reading=reading, choice=choice, **shared), **said)

    run.__signature__ = signature.replace(parameters=[*own, *gathered])  # type: ignore[attr-defined]
    return chooses_clips(reads_files(gathers("shared", _SHARED, dict)(run)))


def make_each(
    given: Given,
    recipe_of: Callable[[OpenSource, Library | None], Recipe],
    worth: Callable[[OpenSource], bool] = lambda opened: True,
) -> list[Kept]:
    """Make a recipe of each motion that is named, and keep what it gives. Several go into a library, as one job and one undo step.

    worth: says of a motion whether to make anything of it; a file that is to be written is always.
    """
    from motionloom.compute import terminal_progress

    words, target = find_target(given.words, given.into, given.name, given.force)
    names = choose_names(words, given.choice)
    if target.out is not None and len(names) != 1:
        raise MotionloomError(f"{target.out} holds one motion, {len(names)} are named; name one, or add them to a library with --into")
    with terminal_progress() as progress, open_sources(names, given.reading, given.into, progress) as named:
        stage = progress.each("Reading motions", named.opened, lambda opened: opened.motion.name)
        chosen = [(opened, recipe_of(opened, named.library)) for opened in stage if worth(opened) or target.out is not None]
        named, recipes = replace(named, opened=[opened for opened, _ in chosen]), [recipe for _, recipe in chosen]
        if not recipes:
            return []
        if len(recipes) == 1:
            return [make_one(named, recipes[0], target, progress)[0]]
        return _make_many(named, recipes, target, given, progress)


def _make_many(named: Named, recipes: Sequence[Recipe], target: Target, given: Given, progress: Progress) -> list[Kept]:
    """Clips of the library, made by a job, which its studio shows and which goes on after a stop."""
    from motionloom.making.derive import NewMade, derive_all
    from motionloom.making.jobs.make_clips import JOB
    from motionloom.making.makers import make

    library, files = named.library, named.files
    assert library is not None  # `open_sources` opened what --into names
    assert files is not None
    if all(source.content in files.paths for recipe in recipes for source in recipe.walk() if source.file):
        told = {"recipes": [recipe.to_json() for recipe in recipes], "names": [target.name] * len(recipes)}
        read = {} if not files.paths else {"files": dict(files.paths), "read_as": dict(files.read_as)}
        clips = run_long(library, JOB, {**told, **read}, workers=given.workers, cluster=given.cluster, progress=progress).clips
    else:  # clips of other libraries, which this process has open
        made = [NewMade(recipe, make(named.sources, recipe), target.name) for recipe in progress.each("Making clips", recipes)]
        clips = derive_all(library, made, window=WINDOW, sources=named.sources)
    return [
        Kept(_place(library, clip, target), opened, library.motion(clip), library.outcome(clip))
        for clip, opened in zip(clips, named.opened, strict=True)
    ]


def make_one(named: Named, recipe: Recipe, target: Target, progress: Progress) -> tuple[Kept, Made]:
    """Make a recipe and keep what it gives; the motion as it was made comes out too."""
    from motionloom.making.derive import NewMade
    from motionloom.making.makers import make, title_of

    progress.begin(f"Making: {title_of(recipe.kind).lower()}")
    made = make(named.sources, recipe)
    where = keep(named, NewMade(recipe, made), target)
    progress.advance()
    return Kept(where, named.opened[0], made.motion, made.outcome), made


def _place(library: Library, clip: str, target: Target) -> dict[str, Any]:
    return {"library": str(target.into), "clip": clip, "name": library.clip(clip).name}


def say_where(kept: dict[str, Any]) -> str:
    """The file, or the clip as a person names it."""
    return str(kept["file"]) if "file" in kept else f"{kept['library']}:{kept['name']}"
