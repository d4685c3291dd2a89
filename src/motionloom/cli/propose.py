"""`motionloom propose`: let the machine look for what is worth making; a person says yes or no in review."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.cli.long_work import run_long

app = typer.Typer(help="Look for what is worth making, for a person to review.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """A group also while it has one command."""


@app.command()
@chooses_clips
def loops(
    library: Annotated[Path, typer.Argument(help="A library.")],
    choice: Chosen,
    question: Annotated[str, typer.Option(help="What a person is asked about them: keep, natural.")] = "keep",
    workers: options.Workers = None,
) -> None:
    """Propose a loop of every clip that returns to its own beginning.

    Example: motionloom propose loops my-library --label walk
    """
    from motionloom.library import Library

    with Library.open(library) as opened:
        work = run_long(opened, "propose_loops", {"choice": replace(choice, body=True).to_json(), "question": question}, workers=workers)
    typer.echo(f"{work.message}; `motionloom review list {library}` shows them")
