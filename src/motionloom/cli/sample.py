"""`motionloom sample`: the embedded library of procedural performers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def sample(
    library: Annotated[Path, typer.Argument(help="The folder to make the sample library in.")],
) -> None:
    """Make the sample library: procedural performers with labels, annotations and exact foot plants.

    Example: motionloom sample my-sample
    """
    from motionloom.compute import terminal_progress
    from motionloom.making.sample_library import create_sample_library

    with terminal_progress() as progress, create_sample_library(library, progress=progress) as made:
        summary = made.summary()
    typer.echo(f"{library}: {summary.clips} clips, {summary.seconds / 60:.1f} minutes, {len(summary.labels)} labels")
