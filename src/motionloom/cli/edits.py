"""`motionloom trim`, `mirror`, `resample` and `join`: what an editor does to whole motions, of files or of a library's clips."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.cli.made import Into, Kept, Name, Several, find_target, make_each, make_one, say_where
from motionloom.cli.read_options import Reading, reads_files
from motionloom.cli.sources import choose_names, open_sources
from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    from motionloom.formats import ReadOptions
    from motionloom.making.choice import Choice
    from motionloom.making.recipe import Recipe
    from motionloom.making.sources import OpenSource

Start = Annotated[float, typer.Option(min=0.0, help="Seconds to start at.")]
End = Annotated[float | None, typer.Option(help="Seconds to end at; the motion's end if not given.")]


@chooses_clips
@reads_files
def trim(
    words: Several,
    reading: Reading,
    choice: Chosen,
    start: Start = 0.0,
    end: End = None,
    into: Into = None,
    name: Name = "",
    workers: options.Workers = None,
    cluster: options.Cluster = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Make a motion of a part of another.

    Example: motionloom trim walk.bvh part.bvh --start 0.5 --end 1.5
    """
    from motionloom.making.makers.edit import trim_recipe

    _edit(_Asked(words, reading, choice, into, name, workers, cluster, force, as_json), lambda opened: trim_recipe(opened, start, end))


@chooses_clips
@reads_files
def mirror(
    words: Several,
    reading: Reading,
    choice: Chosen,
    into: Into = None,
    name: Name = "",
    workers: options.Workers = None,
    cluster: options.Cluster = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Exchange left and right.

    Example: motionloom mirror my-library --label walk --into my-library
    """
    from motionloom.making.makers.edit import mirror_recipe

    _edit(_Asked(words, reading, choice, into, name, workers, cluster, force, as_json), lambda opened: mirror_recipe(opened.source))


@chooses_clips
@reads_files
def resample(
    words: Several,
    reading: Reading,
    choice: Chosen,
    rate: Annotated[float, typer.Option(min=1.0, max=1000.0, help="Frames a second of the new motion.")] = 60.0,
    into: Into = None,
    name: Name = "",
    workers: options.Workers = None,
    cluster: options.Cluster = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Make the same performance at another rate.

    Example: motionloom resample walk.bvh walk-30.bvh --rate 30
    """
    from motionloom.making.makers.edit import resample_recipe

    _edit(_Asked(words, reading, choice, into, name, workers, cluster, force, as_json), lambda opened: resample_recipe(opened.source, rate))


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
    from motionloom.compute import terminal_progress
    from motionloom.making.makers.edit import join_recipe

    names, target = find_target(words, into, name, force)
    if len(names) < 2:
        raise MotionloomError("two motions or more are joined, one is named; name the others")
    with terminal_progress() as progress, open_sources(names, reading, into, progress) as named:
        kept, _ = make_one(named, join_recipe([opened.source for opened in named.opened]), target, progress)
    _say([kept], as_json)


@dataclass(frozen=True)
class _Asked:
    """What a command of one motion after the other was told."""

    words: list[str]
    reading: ReadOptions
    choice: Choice
    into: Path | None
    name: str
    workers: int | None
    cluster: str | None
    force: bool
    as_json: bool


def _edit(asked: _Asked, recipe_of: Callable[[OpenSource], Recipe]) -> None:
    """Make each motion by its recipe, and say where it went."""
    from motionloom.compute import terminal_progress

    words, target = find_target(asked.words, asked.into, asked.name, asked.force)
    names = choose_names(words, asked.choice)
    with terminal_progress() as progress, open_sources(names, asked.reading, asked.into, progress) as named:
        recipes = map(recipe_of, named.opened)
        kept = make_each(named, recipes, target, progress, workers=asked.workers, cluster=asked.cluster)
    _say(kept, asked.as_json)


def _say(kept: list[Kept], as_json: bool) -> None:
    if as_json:
        options.print_json([{**each.where, "frames": len(each.motion), "fps": each.motion.fps} for each in kept])
        return
    for each in kept:
        typer.echo(f"{say_where(each.where)}: {len(each.motion)} frames at {each.motion.fps:g} Hz")
