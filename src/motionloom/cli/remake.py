"""`motionloom remake`: a made motion once more, from its recipe."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options
from motionloom.cli.made import Into, Name, find_target, keep, say_where
from motionloom.cli.read_options import Reading, reads_files
from motionloom.cli.sources import Named, library_of
from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    from motionloom.core import Motion
    from motionloom.formats import ReadOptions
    from motionloom.library import Library
    from motionloom.making.recipe import Recipe


@dataclass(frozen=True, eq=False)
class _Found:
    """A made motion as it is kept, its recipe, and where that can be made."""

    motion: Motion
    recipe: Recipe
    named: Named


@reads_files
def remake(
    source: Annotated[str, typer.Argument(help="A clip of a library as my-library:clip, or a file that carries its recipe.")],
    reading: Reading,
    out: Annotated[Path | None, typer.Argument(help="The file to write; none with --into or --check.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say whether the recipe gives the same bytes; exit code 1 if not.")] = False,
    library: Annotated[
        Path | None, typer.Option(help="The library whose clips a file's recipe starts from; files are looked for beside it.")
    ] = None,
    into: Into = None,
    name: Name = "",
    force: options.Force = False,
) -> None:
    """Make a motion again from its recipe; the same recipe gives the same bytes.

    Example: motionloom remake "my-library:16_15 mirrored" --check
    """
    from motionloom.compute import terminal_progress
    from motionloom.making.derive import NewMade
    from motionloom.making.makers import make, title_of

    target = None if check else find_target([source, *([] if out is None else [str(out)])], into, name, force)[1]
    with terminal_progress() as progress, _find(source, reading, library or into) as found:
        progress.begin(f"Making: {title_of(found.recipe.kind).lower()}")
        made = make(found.named.sources, found.recipe)
        if target is not None:
            kept = keep(found.named, NewMade(found.recipe, made, found.motion.name), target)
            typer.echo(f"{say_where(kept)}: {len(made.motion)} frames at {made.motion.fps:g} Hz")
            return
        again = made.motion if library_of(source, reading) else _through_file(made.motion, Path(source), reading)
        if not _is_same(found.motion, again):
            typer.echo(f"{source}: its recipe gives another motion here")
            raise typer.Exit(1)
        typer.echo(f"{source}: its recipe gives the same bytes")


@contextmanager
def _find(source: str, reading: ReadOptions, library: Path | None) -> Iterator[_Found]:
    from motionloom import formats
    from motionloom.library import Library
    from motionloom.making.sources import Sources

    folder = library_of(source, reading)
    if folder is not None:
        with Library.open(folder) as opened:
            clip = opened.clip(opened.find(source.rpartition(":")[2]))
            recipe = _read_recipe(source, opened.recipe(clip.id))
            yield _Found(opened.motion(clip.id), recipe, Named(Sources(opened), [], opened))
        return
    motion = formats.read(Path(source), reading).motion
    recipe = _read_recipe(source, dict(motion.recipe))
    with nullcontext(None) if library is None else Library.open(library) as home:
        yield _Found(motion, recipe, _open_beside(Path(source), recipe, reading, home))


def _read_recipe(source: str, data: dict[str, object]) -> Recipe:
    from motionloom.making.recipe import from_json

    if not data:
        raise MotionloomError(f"{source}: it carries no recipe: it was captured, or its format has no place for one")
    return from_json(data)


def _open_beside(source: Path, recipe: Recipe, reading: ReadOptions, library: Library | None) -> Named:
    """The files that a recipe starts from, where they lie beside what was made of them."""
    from motionloom import formats
    from motionloom.making.sources import Sources

    sources = Sources(library)
    for file in dict.fromkeys(each.file for each in recipe.walk() if each.file):
        if (beside := source.parent / file).is_file():
            sources.take_file(file, formats.read(beside, reading).motion)
    return Named(sources, [], library)


def _through_file(motion: Motion, like: Path, reading: ReadOptions) -> Motion:
    """The motion as a file of the same format gives it back."""
    from motionloom import formats

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / like.name
        motion.save(path)
        return formats.read(path, reading).motion


def _is_same(one: Motion, other: Motion) -> bool:
    from motionloom.making.sources import fingerprint_motion

    return fingerprint_motion(one) == fingerprint_motion(other)
