"""`motionloom export`: clips of a library as files for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motionloom.cli import options
from motionloom.core.errors import LibraryError


def export(
    library: Annotated[Path, typer.Argument(help="The library's folder.")],
    folder: Annotated[Path, typer.Argument(help="The folder to write into.")],
    clips: Annotated[list[str] | None, typer.Argument(help="Clips, by name or id; all of them if none is named.")] = None,
    to: Annotated[str, typer.Option("--to", help="The format, by suffix: glb, usdc, bvh, npz, fbx.")] = "glb",
    search: Annotated[str, typer.Option(help="Only clips in which these words occur.")] = "",
    label: options.Labels = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Write clips of a library to files that engines and other programs open.

    Example: motionloom export my-library out --to glb --label walk
    """
    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.library.exporting import export_clips

    with Library.open(library) as opened, terminal_progress() as progress:
        ids = [opened.find(clip) for clip in clips] if clips else [clip.id for clip in opened.clips(search, labels=label or ())]
        if not ids:
            raise LibraryError(f"{library}: no clip passes, so there is nothing to export; `motionloom library list` shows what there is")
        written = export_clips(opened, ids, folder, f".{to.lstrip('.')}", overwrite=force, progress=progress)
    if as_json:
        options.print_json([{"clip": one.clip, "file": str(one.file)} for one in written])
    else:
        typer.echo(f"{folder}: {len(written)} files")
