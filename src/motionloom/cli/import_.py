"""`motionloom import`: files into a library."""

from __future__ import annotations

from os.path import abspath
from pathlib import Path
from typing import Annotated

import typer

from motionloom.cli import options


def import_(
    library: Annotated[Path, typer.Argument(help="The library's folder; made where there is none.")],
    files: Annotated[list[Path], typer.Argument(help="Motion files, or folders to search for them.")],
    labels: Annotated[
        Path | None, typer.Option(help="CSV with a path and a label a row (and source, subject, description, licence).")
    ] = None,
    unit: options.Unit = None,
    fps: options.Fps = None,
    up: options.Up = None,
    asf: options.Asf = None,
    clip: Annotated[str | None, typer.Option(help="Only this animation of files that hold several; else each becomes a clip.")] = None,
    roles: options.Roles = None,
    drop_bad_frames: options.DropBadFrames = False,
    keep_rest_frame: options.KeepRestFrame = False,
    restore: Annotated[bool, typer.Option("--restore", help="Bring back clips of these files that were deleted.")] = False,
    workers: options.Workers = None,
    cluster: options.Cluster = None,
    as_json: options.AsJson = False,
) -> None:
    """Import motion files into a library: in parallel, skipping what is there; run it again to go on after a stop.

    Example: motionloom import my-library captures/ --labels catalogue.csv
    """
    from motionloom.cli.long_work import run_long
    from motionloom.library import Library
    from motionloom.library.file_reading import plain_options

    told = plain_options(options.read_options(unit, fps, up, asf and asf.absolute(), clip, roles, drop_bad_frames, keep_rest_frame))
    arguments = {"files": [abspath(file) for file in files], "read_as": told, "restore": restore}
    if labels is not None:
        arguments["labels"] = abspath(labels)
    with Library.open(library, create=True) as opened:
        report = run_long(opened, "import", arguments, workers=workers, cluster=cluster, say_problems=not as_json).result
    if as_json:
        options.print_json(report.to_json())
    else:
        typer.echo("\n".join(report.describe()))
    if report.failures:
        raise typer.Exit(2)
