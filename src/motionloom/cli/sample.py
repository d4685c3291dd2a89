"""`motionloom sample`: the embedded library of procedural performers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motionloom.cli import options


def sample(
    library: Annotated[Path, typer.Argument(help="The folder to make the sample library in.")],
    steps: Annotated[bool, typer.Option("--steps", help="Add what crowds walk with: ada's short starts and stops, single steps.")] = False,
    workers: options.Workers = None,
    cluster: options.Cluster = None,
    as_json: options.AsJson = False,
) -> None:
    """Make the sample library: procedural performers with labels, annotations and exact foot plants.

    Example: motionloom sample my-sample
    """
    from motionloom.cli.long_work import run_long
    from motionloom.library import Library

    with Library.open(library, create=True) as made:
        run_long(made, "sample", {"steps": True} if steps else {}, workers=workers, cluster=cluster)
        summary = made.summary()
    if as_json:
        told = {
            "clips": summary.clips,
            "frames": summary.frames,
            "seconds": summary.seconds,
            "labels": list(summary.labels),
        }
        options.print_json({"library": str(library), **told})
        return
    typer.echo(f"{library}: {summary.clips} clips, {summary.seconds / 60:.1f} minutes, {len(summary.labels)} labels")
