"""`motionloom convert`: from any format to any format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motionloom.cli import options
from motionloom.cli.read_options import Reading, reads_files


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
    force: options.Force = False,
) -> None:
    """Read a motion in one format and write it in another, trimmed, resampled or mirrored on the way.

    Example: motionloom convert walk.bvh walk.glb --resample 60
    """
    from motionloom.cli.sources import read_source
    from motionloom.core import editing

    options.check_target(target, force)
    loaded = read_source(source, reading)
    motion = loaded.motion
    if start or end is not None:
        motion = editing.trim(motion, start, end)
    if resample is not None:
        motion = editing.resample(motion, resample)
    if mirror:
        motion = editing.mirror(motion)
    if in_place:
        motion, _ = editing.split_root(motion)
    motion.save(target)
    for note in loaded.notes:
        typer.echo(f"{source}: {note}", err=True)
    typer.echo(f"{target}: {len(motion)} frames at {motion.fps:g} Hz")
