"""Where a motion that a command makes goes: to a file, or into a library as a clip; its recipe goes along either way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.long_work import WINDOW, run_long
from motionloom.core.errors import LibraryError, MotionloomError

if TYPE_CHECKING:
    from motionloom.cli.sources import Named
    from motionloom.compute import Progress
    from motionloom.core import Motion
    from motionloom.library import Library
    from motionloom.making.derive import NewMade
    from motionloom.making.makers import Made
    from motionloom.making.prepared import Files
    from motionloom.making.recipe import Recipe

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
    """A motion that was made, where it went (a file, or a clip of a library; plain data), and what its recipe says came out."""

    where: dict[str, Any]
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


def make_each(
    named: Named,
    recipes: Iterable[Recipe],
    target: Target,
    progress: Progress,
    *,
    workers: int | None = None,
    cluster: str | None = None,
) -> list[Kept]:
    """Make a recipe for each motion that is named, and keep what it gives. Several go into a library, as one job and one undo step."""
    from motionloom.making.derive import NewMade, derive_all
    from motionloom.making.makers import make

    count = len(named.opened)
    if target.out is not None and count != 1:
        raise MotionloomError(f"{target.out} holds one motion, {count} are named; name one, or add them to a library with --into")
    asked = list(progress.each("Reading motions", recipes))
    if count == 1:
        return [make_one(named, asked[0], target, progress)[0]]
    library, files = named.library, named.files
    assert library is not None  # `open_sources` opened what --into names
    assert files is not None
    if all(source.content in files.paths for recipe in asked for source in recipe.walk() if source.file):
        clips = _run_job(library, files, asked, target, progress, workers, cluster)
    else:  # clips of other libraries, which this process has open
        made = [NewMade(recipe, make(named.sources, recipe), target.name) for recipe in progress.each("Making clips", asked)]
        clips = derive_all(library, made, window=WINDOW, sources=named.sources)
    return [Kept(_place(library, clip, target), library.motion(clip), library.outcome(clip)) for clip in clips]


def make_one(named: Named, recipe: Recipe, target: Target, progress: Progress) -> tuple[Kept, Made]:
    """Make a recipe and keep what it gives; the motion as it was made comes out too."""
    from motionloom.making.derive import NewMade
    from motionloom.making.makers import make, title_of

    progress.begin(f"Making: {title_of(recipe.kind).lower()}")
    made = make(named.sources, recipe)
    where = keep(named, NewMade(recipe, made), target)
    progress.advance()
    return Kept(where, made.motion, made.outcome), made


def _run_job(
    library: Library,
    files: Files,
    recipes: Sequence[Recipe],
    target: Target,
    progress: Progress,
    workers: int | None,
    cluster: str | None,
) -> list[str]:
    """The clips that a job of the library made, which its studio shows, and which goes on after a stop."""
    from motionloom.making.jobs.make_clips import JOB

    told = {"recipes": [recipe.to_json() for recipe in recipes], "names": [target.name] * len(recipes)}
    read = {} if not files.paths else {"files": dict(files.paths), "read_as": dict(files.read_as)}
    return run_long(library, JOB, {**told, **read}, workers=workers, cluster=cluster, progress=progress).clips


def _place(library: Library, clip: str, target: Target) -> dict[str, Any]:
    return {"library": str(target.into), "clip": clip, "name": library.clip(clip).name}


def say_where(kept: dict[str, Any]) -> str:
    """The file, or the clip as a person names it."""
    return str(kept["file"]) if "file" in kept else f"{kept['library']}:{kept['name']}"
