"""Where a motion that a command makes goes: to a file, or into a library as a clip; its recipe goes along either way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.core.errors import LibraryError, MotionloomError

if TYPE_CHECKING:
    from motionloom.cli.sources import Named
    from motionloom.making.derive import NewMade
    from motionloom.making.recipe import Recipe

Into = Annotated[Path | None, typer.Option("--into", help="The library to add it to as a clip, instead of writing a file.")]
Name = Annotated[str, typer.Option("--name", help="Its name in the library; its source's and what was done to it if not given.")]
Several = Annotated[
    list[str],
    typer.Argument(
        metavar="MOTIONS... [OUT]",
        help="A motion file, or a clip of a library as my-library:clip, and the file to write; with --into as many motions as you like.",
    ),
]
WINDOW = "cli"  # whose undo stack these clips are on: `motionloom library undo`


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


def keep(named: Named, given: Sequence[NewMade], target: Target) -> list[dict[str, Any]]:
    """Write what was made to its file, or add it to the library as one undo step; where each went comes out, as plain data."""
    if target.out is not None:
        from motionloom.making.marks import marks_of

        for each in given:
            each.made.motion.save(target.out, marks=marks_of(each.made))
        return [{"file": str(target.out)} for _ in given]
    from motionloom.making.derive import derive_all

    library = named.library
    assert library is not None  # `open_sources` opened what --into names
    titled = [replace(each, name=target.name or each.name) for each in given]
    clips = derive_all(library, titled, window=WINDOW, sources=named.sources)
    return [{"library": str(target.into), "clip": clip, "name": library.clip(clip).name} for clip in clips]


def say_where(kept: dict[str, Any]) -> str:
    """The file, or the clip as a person names it."""
    return str(kept["file"]) if "file" in kept else f"{kept['library']}:{kept['name']}"


def make_each(named: Named, recipes: Iterable[Recipe], target: Target) -> list[NewMade]:
    """What a recipe for each motion that is named gives, one by one; several need a library to go to."""
    from motionloom.compute import Progress, terminal_progress
    from motionloom.making.derive import NewMade
    from motionloom.making.makers import make

    count = len(named.opened)
    if target.out is not None and count != 1:
        raise MotionloomError(f"{target.out} holds one motion, {count} are named; name one, or add them to a library with --into")
    done: list[NewMade] = []
    with terminal_progress() if count > 1 else nullcontext(Progress()) as progress:
        progress.begin("Making clips", count)
        for opened, recipe in zip(named.opened, recipes, strict=True):
            done.append(NewMade(recipe, make(named.sources, recipe)))
            progress.advance(note=opened.motion.name)
    return done
