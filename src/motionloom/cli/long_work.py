"""Long work on a library from the command line: the terminal's progress, a row among the library's jobs, and one way to stop it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from motionloom.compute import Progress
    from motionloom.library import Library
    from motionloom.making.work import Work

WINDOW = "cli"  # whose undo stack the command line's edits belong to


def run_long(
    library: Library,
    kind: str,
    arguments: Mapping[str, Any],
    *,
    workers: int | None = None,
    cluster: str | None = None,
    say_problems: bool = True,
    progress: Progress | None = None,
) -> Work:
    """What a job of a registered kind did; shown on the terminal as it goes, and items that failed one line each on stderr.

    Ctrl-C stops it between two items; the same command again goes on from there. progress: where the command shows its own already.
    """
    from motionloom.compute import terminal_progress
    from motionloom.making.work import run_here

    with terminal_progress() if progress is None else nullcontext(progress) as shown:
        work = run_here(library, kind, arguments, progress=shown, window=WINDOW, workers=workers, cluster=cluster)
    if say_problems:
        print_problems(work)
    return work


def print_problems(work: Work) -> None:
    """A line on stderr for each item that failed while the others went on."""
    for name, error in work.problems:
        typer.echo(error if name in error else f"{name}: {error}", err=True)
