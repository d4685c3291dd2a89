"""`motionloom import`: files into a library."""

from __future__ import annotations

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
    roles: options.Roles = None,
    drop_bad_frames: options.DropBadFrames = False,
    keep_rest_frame: options.KeepRestFrame = False,
    restore: Annotated[bool, typer.Option("--restore", help="Bring back clips of these files that were deleted.")] = False,
    workers: options.Workers = None,
    as_json: options.AsJson = False,
) -> None:
    """Import motion files into a library: in parallel, skipping what is there; run it again to go on after a stop.

    Example: motionloom import my-library captures/ --labels catalogue.csv
    """
    from motionloom.compute import open_executor, terminal_progress
    from motionloom.library import Library
    from motionloom.library.importing import import_files

    chosen = options.read_options(unit, fps, up, asf, None, roles, drop_bad_frames, keep_rest_frame)
    with Library.open(library, create=True) as opened, terminal_progress() as progress, open_executor(workers) as executor:
        given = None if workers is None else executor
        report = import_files(opened, files, labels, options=chosen, executor=given, progress=progress, restore=restore)
    if as_json:
        options.print_json(report.to_json())
    else:
        typer.echo("\n".join(report.describe()))
        for failure in report.failures:
            typer.echo(failure.line, err=True)
    if report.failures:
        raise typer.Exit(2)
