"""`motionloom convert`: from any format to any format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.pipes import PIPE, open_pipes
from motionloom.cli.read_options import Reading, reads_files
from motionloom.cli.sources import open_sources
from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    from motionloom.cli.sources import Named
    from motionloom.core import Motion
    from motionloom.formats.presets import Preset
    from motionloom.making.recipe import Recipe
    from motionloom.making.sources import OpenSource


@reads_files
def convert(
    motions: Annotated[
        list[str],
        typer.Argument(
            metavar="MOTIONS... OUT",
            help="The file to read, or a clip of a library as my-library:clip, and the file to write, whose suffix names the format; "
            "- for a pipe. Several motions of one body go into one .glb, .gltf or .usd file, an animation each.",
        ),
    ],
    reading: Reading,
    resample: Annotated[float | None, typer.Option(help="Write at this many frames a second.")] = None,
    start: Annotated[float, typer.Option(help="Seconds to start at.")] = 0.0,
    end: Annotated[float | None, typer.Option(help="Seconds to end at.")] = None,
    mirror: Annotated[bool, typer.Option("--mirror", help="Exchange left and right.")] = False,
    in_place: Annotated[bool, typer.Option("--in-place", help="Take the path along the ground out.")] = False,
    preset: options.Preset = "",
    root_bone: options.RootBone = None,
    bones: options.Bones = None,
    events: options.Events = None,
    reads: Annotated[str, typer.Option("--from", help="The format, by suffix, of what comes by standard input (-).")] = "",
    writes: Annotated[str, typer.Option("--to", help="The format, by suffix, of what goes to standard output (-).")] = "",
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Read a motion in one format and write it in another, trimmed, resampled, mirrored, or as an engine wants it.

    Example: motionloom convert walk.bvh walk.glb --resample 60
    """
    if len(motions) < 2:
        raise MotionloomError("convert needs a motion and a file to write, such as: motionloom convert walk.bvh walk.glb")
    *names, last = motions
    chosen = options.choose_preset(preset, root_bone, bones, events)
    asked = _Edits(start, end, resample, mirror, in_place)
    with open_pipes(names, last, reads, writes) as pipes:
        options.check_target(pipes.target, force)
        made, notes = _convert(pipes.files, pipes.target, reading, asked, chosen)
        _say(last, made, [pipes.told(note) for note in notes], as_json)


def _convert(names: Sequence[str], target: Path, reading: Reading, asked: _Edits, chosen: Preset | None) -> tuple[list[Motion], list[str]]:
    """Read, edit and write; what was written, and what is to be said."""
    from motionloom.compute import terminal_progress
    from motionloom.formats.presets import write_options
    from motionloom.making.presets import apply_preset

    with terminal_progress() as progress, open_sources(names, reading, progress=progress) as named:
        edited: list[OpenSource] = []
        for opened in progress.each("Converting", named.opened, lambda opened: opened.motion.name):
            done = _edit(named, opened, asked)
            done = done if chosen is None else apply_preset(named.sources, done, chosen)
            edited.append(replace(done, motion=replace(done.motion, name=opened.motion.name)) if len(names) > 1 else done)
        told = {} if chosen is None else write_options(chosen, target.suffix)
        said = _write(names, reading, target, edited, told)
    return [each.motion for each in edited], [*named.notes, *said]


def _say(target: str, motions: Sequence[Motion], notes: Sequence[str], as_json: bool) -> None:
    piped = target == PIPE  # then standard output is the motion's
    if as_json and not piped:
        clips = [{"name": motion.name, "frames": len(motion), "fps": motion.fps} for motion in motions]
        options.print_json({"file": target, "clips": clips, "notes": list(notes)})
        return
    for note in notes:
        typer.echo(note, err=True)
    for motion in motions:
        which = f" {motion.name}," if len(motions) > 1 else ""
        typer.echo(f"{target}:{which} {len(motion)} frames at {motion.fps:g} Hz", err=piped)


def _write(names: Sequence[str], reading: Reading, target: Path, edited: Sequence[OpenSource], told: dict[str, Any]) -> list[str]:
    """Write the file, with the meshes of the source's own where both are glTF and no preset is asked for; a line where they are lost."""
    from motionloom.core.files import write_file
    from motionloom.formats import own_mesh, save_clips
    from motionloom.making.marks import marks_of

    source, marks, lost = names[0], [marks_of(each) for each in edited], ""
    if any(own_mesh.has_own_mesh(Path(name)) for name in names):
        other = target.suffix.lower() not in own_mesh.WRITTEN
        lost = f"{target.suffix} files are written" if other else "this preset is written" if told else ""
        lost = lost or ("several motions are written" if len(names) > 1 else "")
        if not lost:
            try:
                write_file(target, own_mesh.with_own_mesh(Path(source), edited[0].motion, reading, marks[0]))
                return []
            except MotionloomError as error:
                lost = f"({error}) it is written"
    save_clips([each.motion for each in edited], target, marks, **told)
    return [f"{source}: {lost} with Motionloom's mannequin in place of the file's own mesh"] if lost and told.get("mesh", True) else []


@dataclass(frozen=True)
class _Edits:
    """What is to be done on the way."""

    start: float
    end: float | None
    resample: float | None
    mirror: bool
    in_place: bool


def _edit(named: Named, opened: OpenSource, asked: _Edits) -> OpenSource:
    """The motion as it is, or what the recipe for all that is asked gives: each edit starts from the one before."""
    from motionloom.making.makers import edit
    from motionloom.making.sources import recipe_source

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
