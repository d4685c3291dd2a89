"""`motionloom export`: clips of a library as files for other programs."""

from __future__ import annotations

from os.path import abspath
from pathlib import Path
from typing import Annotated

import typer

from motionloom.cli import options
from motionloom.core.errors import LibraryError, count_of


def export(
    library: Annotated[Path, typer.Argument(help="The library's folder.")],
    folder: Annotated[Path, typer.Argument(help="The folder to write into; or one .glb, .gltf or .usd file, an animation a clip.")],
    clips: Annotated[list[str] | None, typer.Argument(help="Clips, by name or id; all of them if none is named.")] = None,
    to: Annotated[str, typer.Option("--to", help="The format, by suffix: glb, usdc, bvh, npz, fbx; the preset's, or glb.")] = "",
    preset: options.Preset = "",
    root_bone: options.RootBone = None,
    bones: options.Bones = None,
    events: options.Events = None,
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
    Into one file, an animation a clip: motionloom export my-library moves.glb walk run --bones godot --root-bone Root
    """
    from motionloom.cli.long_work import run_long
    from motionloom.formats.presets import find_suffix
    from motionloom.formats.registry import FORMATS
    from motionloom.library import Library

    wanted = options.choose_preset(preset, root_bone, bones, events)
    one_file = folder.suffix.lower() in FORMATS.all() and not folder.is_dir()
    if one_file and to:
        raise LibraryError(f"{folder} names one file and its format; leave --to out, or name a folder")
    suffix = folder.suffix.lower() if one_file else f".{to.lstrip('.')}" if to else ".glb" if wanted is None else find_suffix(wanted)
    with Library.open(library) as opened:
        ids = [opened.find(clip) for clip in clips] if clips else [clip.id for clip in opened.clips(search, labels=label or ())]
        left_out = {opened.find(clip) for clip in without or ()}
        ids = [clip for clip in ids if clip not in left_out]
        if not ids:
            raise LibraryError(f"{library}: no clip passes, so there is nothing to export; `motionloom library list` shows what there is")
        arguments = {"clips": ids, "suffix": suffix, "folder": abspath(folder), "overwrite": force}
        arguments |= {} if wanted is None else {"preset": wanted.to_json()}
        arguments |= {"folder": abspath(folder.parent), "one_file": folder.name} if one_file else {}
        work = run_long(opened, "export", arguments, workers=workers, cluster=cluster)
    if as_json:
        options.print_json([{"clip": one.clip, "file": str(one.file)} for one in work.result])
    else:
        typer.echo(f"{folder}: {count_of(len(work.result), 'animation' if one_file else 'file')}")
    if work.problems:
        raise typer.Exit(2)
