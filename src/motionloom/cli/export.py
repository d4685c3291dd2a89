"""`motionloom export`: clips of a library as files for other programs."""

from __future__ import annotations

from os.path import abspath
from pathlib import Path
from typing import Annotated

import typer

from motionloom.cli import options
from motionloom.core.errors import LibraryError


def export(
    library: Annotated[Path, typer.Argument(help="The library's folder.")],
    folder: Annotated[Path, typer.Argument(help="The folder to write into.")],
    clips: Annotated[list[str] | None, typer.Argument(help="Clips, by name or id; all of them if none is named.")] = None,
    to: Annotated[str, typer.Option("--to", help="The format, by suffix: glb, usdc, bvh, npz, fbx; the preset's, or glb.")] = "",
    preset: options.Preset = "",
    search: Annotated[str, typer.Option(help="Only clips in which these words occur.")] = "",
    label: options.Labels = None,
    without: Annotated[list[str] | None, typer.Option(help="Not this clip, by name or id (several: none of them).")] = None,
    force: options.Force = False,
    workers: options.Workers = None,
    cluster: options.Cluster = None,
    as_json: options.AsJson = False,
) -> None:
    """Write clips of a library to files that engines and other programs open.

    Example: motionloom export my-library out --preset unreal --label walk
    """
    from motionloom.cli.long_work import run_long
    from motionloom.formats.presets import PRESETS, find_suffix
    from motionloom.library import Library

    wanted = PRESETS.find(preset) if preset else None
    suffix = f".{to.lstrip('.')}" if to else ".glb" if wanted is None else find_suffix(wanted)
    with Library.open(library) as opened:
        ids = [opened.find(clip) for clip in clips] if clips else [clip.id for clip in opened.clips(search, labels=label or ())]
        left_out = {opened.find(clip) for clip in without or ()}
        ids = [clip for clip in ids if clip not in left_out]
        if not ids:
            raise LibraryError(f"{library}: no clip passes, so there is nothing to export; `motionloom library list` shows what there is")
        arguments = {"clips": ids, "suffix": suffix, "folder": abspath(folder), "overwrite": force}
        arguments |= {} if wanted is None else {"preset": wanted.to_json()}
        work = run_long(opened, "export", arguments, workers=workers, cluster=cluster)
    if as_json:
        options.print_json([{"clip": one.clip, "file": str(one.file)} for one in work.result])
    else:
        typer.echo(f"{folder}: {len(work.result)} files")
    if work.problems:
        raise typer.Exit(2)
