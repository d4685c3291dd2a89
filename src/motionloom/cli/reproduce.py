"""`motionloom reproduce`: figures and tables of the papers, made again, their numbers beside ours."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    from motionloom.compute import Progress
    from motionloom.reproduce.result import Outcome, Result


def reproduce(
    paper: Annotated[str, typer.Argument(help="Which paper, 001 say; all of them if none is named.")] = "",
    figure: Annotated[str, typer.Argument(help="Which of its results, 7.6 say; all of them if none is named.")] = "",
    data: Annotated[Path | None, typer.Option(help="The folder of captures; where there is none, the sample serves.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="The short forms, on the sample.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Run the short forms and fail where the page is no longer true.")] = False,
    out: Annotated[Path, typer.Option(help="The folder of the page, papers.md, with its pictures and records.")] = Path("docs"),
    list_all: Annotated[bool, typer.Option("--list", help="Say which results there are.")] = False,
) -> None:
    """Make the papers' results again: run each experiment, draw it, set the paper's numbers beside ours, and write the page.

    Example: motionloom reproduce 001 6.3 --quick --out reproduced
    """
    from motionloom.compute import terminal_progress
    from motionloom.reproduce.page import FILE
    from motionloom.reproduce.running import check_page, choose, have_quick_forms

    if data is not None and not data.is_dir():
        raise MotionloomError(f"{data}: is no folder; name the one of the captures")
    chosen = choose(paper, figure)
    if list_all:
        for result in chosen:
            also = f" (also {', '.join(name.replace('-', ' ', 1) for name in result.also)})" if result.also else ""
            typer.echo(f"{result.paper} {result.figure}: {result.title}{also}")
        return
    without = [result.name for result in chosen if not result.sample]
    if quick or check or data is None:
        chosen = have_quick_forms(chosen)
        if without:
            typer.echo(f"left out, for the sample cannot serve: {', '.join(without)}", err=True)
    with terminal_progress() as progress:
        wrong = check_page(out) if check else []
        wrong += _run(chosen, data, quick, check, out, progress)
    for line in wrong:
        typer.echo(line, err=True)
    if wrong:
        raise typer.Exit(1)
    typer.echo(f"{len(chosen)} results agree with {out / FILE}" if check else f"{out / FILE}: {len(chosen)} results")


def _run(chosen: list[Result], data: Path | None, quick: bool, check: bool, out: Path, progress: Progress) -> list[str]:
    """Run results one after the other and keep them; with `check` nothing is kept, and what is no longer true comes out."""
    from motionloom.reproduce.result import Given
    from motionloom.reproduce.running import check_result, keep, run_result

    wrong, short = list[str](), quick or check
    with tempfile.TemporaryDirectory() as elsewhere:
        given = Given(Path(elsewhere) if check else out, None if short else data, short)
        for result in progress.each("Reproducing", chosen, lambda each: f"{each.paper} {each.figure}"):
            outcome = run_result(result, given)
            if check:
                wrong += check_result(out, result, outcome)
            else:
                keep(out, result, outcome, quick)
                _say(result, outcome)
    return wrong


def _say(result: Result, outcome: Outcome) -> None:
    typer.echo(f"{result.paper} {result.figure} {result.title} ({outcome.on}; {outcome.seconds:.1f} s)")
    for number in outcome.numbers:
        typer.echo(f"  {number.what}: {number.show()}" + (f" (paper: {number.paper})" if number.paper else ""))
