"""`motionloom convert`: from any format to any format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
        said = _write(source, reading, target, edited, told)
    for note in (*named.notes, *said):
        typer.echo(note, err=True)
    typer.echo(f"{target}: {len(motion)} frames at {motion.fps:g} Hz")


def _write(source: str, reading: Reading, target: Path, edited: OpenSource, told: dict[str, Any]) -> list[str]:
    """Write the file, with the meshes of the source's own where both are glTF and no preset is asked for; a line where they are lost."""
    from motionloom.core.errors import MotionloomError
    from motionloom.core.files import write_file
    from motionloom.formats import own_mesh
    from motionloom.making.marks import marks_of

    motion, marks, lost = edited.motion, marks_of(edited), ""
    if own_mesh.has_own_mesh(Path(source)):
        other = target.suffix.lower() not in own_mesh.WRITTEN
        lost = f"{target.suffix} files are written" if other else "this preset is written" if told else ""
        if not lost:
            try:
                write_file(target, own_mesh.with_own_mesh(Path(source), motion, reading, marks))
                return []
            except MotionloomError as error:
                lost = f"({error}) it is written"
    motion.save(target, marks=marks, **told)
    return [f"{source}: {lost} with Motionloom's mannequin in place of the file's own mesh"] if lost and told.get("mesh", True) else []


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
