"""`motionloom trim`, `mirror`, `resample` and `join`: what an editor does to whole motions, of files or of a library's clips."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options
from motionloom.cli.made import Into, Name, Several, find_target, keep, make_each, say_where
from motionloom.cli.read_options import Reading, reads_files
from motionloom.cli.sources import open_sources
from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    from motionloom.formats import ReadOptions
    from motionloom.making.recipe import Recipe
    from motionloom.making.sources import OpenSource

Start = Annotated[float, typer.Option(min=0.0, help="Seconds to start at.")]
End = Annotated[float | None, typer.Option(help="Seconds to end at; the motion's end if not given.")]


@reads_files
def trim(
    words: Several,
    reading: Reading,
    start: Start = 0.0,
    end: End = None,
    into: Into = None,
    name: Name = "",
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Make a motion of a part of another.

    Example: motionloom trim walk.bvh part.bvh --start 0.5 --end 1.5
    """
    from motionloom.making.makers.edit import trim_recipe

    _edit(words, reading, into, name, force, as_json, lambda opened: trim_recipe(opened, start, end))


@reads_files
def mirror(
    words: Several,
    reading: Reading,
    into: Into = None,
    name: Name = "",
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Exchange left and right.

    Example: motionloom mirror my-library:16_15 --into my-library
    """
    from motionloom.making.makers.edit import mirror_recipe

    _edit(words, reading, into, name, force, as_json, lambda opened: mirror_recipe(opened.source))


@reads_files
def resample(
    words: Several,
    reading: Reading,
    rate: Annotated[float, typer.Option(min=1.0, max=1000.0, help="Frames a second of the new motion.")] = 60.0,
    into: Into = None,
    name: Name = "",
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Make the same performance at another rate.

    Example: motionloom resample walk.bvh walk-30.bvh --rate 30
    """
    from motionloom.making.makers.edit import resample_recipe

    _edit(words, reading, into, name, force, as_json, lambda opened: resample_recipe(opened.source, rate))


@reads_files
def join(
    words: Several,
    reading: Reading,
    into: Into = None,
    name: Name = "",
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Play motions of one body one after the other, each where the last one ended and facing as it did.

    Example: motionloom join walk.bvh run.bvh walk-and-run.bvh
    """
    from motionloom.making.derive import NewMade
    from motionloom.making.makers import make
    from motionloom.making.makers.edit import join_recipe

    names, target = find_target(words, into, name, force)
    if len(names) < 2:
        raise MotionloomError("two motions or more are joined, one is named; name the others")
    with open_sources(names, reading, into) as named:
        recipe = join_recipe([opened.source for opened in named.opened])
        made = make(named.sources, recipe)
        (kept,) = keep(named, [NewMade(recipe, made)], target)
    _say([kept], [len(made.motion)], [made.motion.fps], as_json)


def _edit(
    words: list[str],
    reading: ReadOptions,
    into: Path | None,
    name: str,
    force: bool,
    as_json: bool,
    recipe_of: Callable[[OpenSource], Recipe],
) -> None:
    """Make each motion by its recipe, and say where it went."""
    names, target = find_target(words, into, name, force)
    with open_sources(names, reading, into) as named:
        done = make_each(named, map(recipe_of, named.opened), target)
        kept = keep(named, done, target)
    _say(kept, [len(each.made.motion) for each in done], [each.made.motion.fps for each in done], as_json)


def _say(kept: list[dict[str, str]], frames: list[int], rates: list[float], as_json: bool) -> None:
    rows = list(zip(kept, frames, rates, strict=True))
    if as_json:
        options.print_json([{**where, "frames": count, "fps": fps} for where, count, fps in rows])
        return
    for where, count, fps in rows:
        typer.echo(f"{say_where(where)}: {count} frames at {fps:g} Hz")
