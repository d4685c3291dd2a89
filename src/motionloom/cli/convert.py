"""`motionloom convert`: from any format to any format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options
from motionloom.cli.read_options import Reading, reads_files
from motionloom.cli.sources import open_sources

if TYPE_CHECKING:
    from motionloom.cli.sources import Named
    from motionloom.making.recipe import Recipe
    from motionloom.making.sources import OpenSource


@reads_files
def convert(
    source: Annotated[str, typer.Argument(help="The file to read, or a clip of a library as my-library:clip.")],
    target: Annotated[Path, typer.Argument(help="The file to write; its suffix names the format.")],
    reading: Reading,
    resample: Annotated[float | None, typer.Option(help="Write at this many frames a second.")] = None,
    start: Annotated[float, typer.Option(help="Seconds to start at.")] = 0.0,
    end: Annotated[float | None, typer.Option(help="Seconds to end at.")] = None,
    mirror: Annotated[bool, typer.Option("--mirror", help="Exchange left and right.")] = False,
    in_place: Annotated[bool, typer.Option("--in-place", help="Take the path along the ground out.")] = False,
    preset: options.Preset = "",
    force: options.Force = False,
) -> None:
    """Read a motion in one format and write it in another, trimmed, resampled, mirrored, or as an engine wants it.

    Example: motionloom convert walk.bvh walk.glb --resample 60
    """
    from motionloom.compute import terminal_progress
    from motionloom.formats.presets import PRESETS, write_options
    from motionloom.making.marks import marks_of
    from motionloom.making.presets import apply_preset

    options.check_target(target, force)
    asked = _Edits(start, end, resample, mirror, in_place)
    with terminal_progress() as progress, open_sources([source], reading, progress=progress) as named:
        progress.begin("Converting")
        edited, told = _edit(named, asked), {}
        if preset:
            chosen = PRESETS.find(preset)
            edited, told = apply_preset(named.sources, edited, chosen), write_options(chosen, target.suffix)
        motion = edited.motion
        motion.save(target, marks=marks_of(edited), **told)
    for note in named.notes:
        typer.echo(note, err=True)
    typer.echo(f"{target}: {len(motion)} frames at {motion.fps:g} Hz")


@dataclass(frozen=True)
class _Edits:
    """What is to be done on the way."""

    start: float
    end: float | None
    resample: float | None
    mirror: bool
    in_place: bool


def _edit(named: Named, asked: _Edits) -> OpenSource:
    """The motion as it is, or what the recipe for all that is asked gives: each edit starts from the one before."""
    from motionloom.making.makers import edit
    from motionloom.making.sources import recipe_source

    opened = named.opened[0]
    steps: list[Callable[[OpenSource], Recipe]] = []
    if asked.start or asked.end is not None:
        steps.append(lambda opened: edit.trim_recipe(opened, asked.start, asked.end))
    if asked.resample is not None:
        rate = asked.resample
        steps.append(lambda opened: edit.resample_recipe(opened.source, rate))
    if asked.mirror:
        steps.append(lambda opened: edit.mirror_recipe(opened.source))
    if asked.in_place:
        steps.append(lambda opened: edit.in_place_recipe(opened.source))
    for step in steps:
        recipe = step(opened)
        opened = named.sources.open(recipe_source(recipe))
    return opened
