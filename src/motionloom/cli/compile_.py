"""`motionloom compile`: loops compiled ahead."""

from __future__ import annotations

import os
from typing import Annotated

import typer


def compile_(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[WORK...]", help="draw, feet, blend, pose, transitions, machines, ways; all if none.")
    ] = None,
    background: Annotated[bool, typer.Option("--background", help="Give way to all other programs.")] = False,
) -> None:
    """Compile loops ahead, once after an installation: else the first render, clean-up or machine waits for it.

    Example: motionloom compile draw
    """
    from motionloom.bench.compiling import TASKS, compile_ahead
    from motionloom.compute import terminal_progress

    if background and hasattr(os, "nice"):
        os.nice(19)
    with terminal_progress() as progress:
        compile_ahead(names or TASKS, progress)
