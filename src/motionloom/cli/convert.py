"""`motionloom convert`: from any format to any format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motionloom.cli import options
from motionloom.core.errors import FileError


def convert(
    source: Annotated[Path, typer.Argument(help="The file to read.")],
    target: Annotated[Path, typer.Argument(help="The file to write; its suffix names the format.")],
    unit: options.Unit = None,
    fps: options.Fps = None,
    up: options.Up = None,
    asf: options.Asf = None,
    clip: options.Clip = None,
    roles: options.Roles = None,
    drop_bad_frames: options.DropBadFrames = False,
    keep_rest_frame: options.KeepRestFrame = False,
    resample: Annotated[float | None, typer.Option(help="Write at this many frames a second.")] = None,
    start: Annotated[float, typer.Option(help="Seconds to start at.")] = 0.0,
    end: Annotated[float | None, typer.Option(help="Seconds to end at.")] = None,
    mirror: Annotated[bool, typer.Option("--mirror", help="Exchange left and right.")] = False,
    in_place: Annotated[bool, typer.Option("--in-place", help="Take the path along the ground out.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Read a motion in one format and write it in another, trimmed, resampled or mirrored on the way.

    Example: motionloom convert walk.bvh walk.glb --resample 60
    """
    from motionloom import formats
    from motionloom.core import editing

    if target.exists() and not force:
        raise FileError(f"{target}: there already; --force overwrites it")
    loaded = formats.read(source, options.read_options(unit, fps, up, asf, clip, roles, drop_bad_frames, keep_rest_frame))
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
