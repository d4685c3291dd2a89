"""`motionloom enrich report`: the paper's experiment on a library, and which classifier of looks-human wins."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips


@chooses_clips
def report(
    library: Annotated[Path, typer.Argument(help="A library's folder.")],
    choice: Chosen,
    what: Annotated[
        Literal["transplants", "classifiers"], typer.Option(help="The table of paper 004 section 3.4, or all classifiers on one set.")
    ] = "transplants",
    motions: Annotated[int, typer.Option(min=2, help="transplants: how many motions, drawn by the seed.")] = 118,
    seconds: Annotated[float, typer.Option(min=0, help="transplants: the longest of them; 0 for whole clips.")] = 3.6,
    applications: Annotated[int, typer.Option(min=1, help="transplants: how many times a rule is applied.")] = 106,
    naturals: Annotated[int, typer.Option(min=4, help="classifiers: stretches of captures of each half.")] = 240,
    damaged: Annotated[int, typer.Option(min=1, help="classifiers: stretches with each kind of damage, of each half.")] = 30,
    seed: Annotated[int, typer.Option(help="The same seed gives the same table.")] = 0,
    plot: Annotated[Path | None, typer.Option(help="classifiers: a picture of the curves.")] = None,
    workers: options.Workers = None,
    cluster: options.Cluster = None,
    as_json: options.AsJson = False,
) -> None:
    """Measure: the paper's experiment on this library, theirs beside ours, or all classifiers of what looks human.

    Example: motionloom enrich report my-library --motions 12 --applications 6
    """
    from motionloom.library import Library

    with Library.open(library) as opened:
        if what == "classifiers":
            _report_classifiers(opened, choice, naturals, damaged, seed, plot, as_json)
            return
        from motionloom.cli.long_work import run_long
        from motionloom.enrich.transplants.counting import Counts, describe_counts
        from motionloom.enrich.transplants.pool import Pieces
        from motionloom.enrich.transplants.search import Search

        search = Search(choice, Pieces(seconds, motions, seed), applications, seed=seed)
        work = run_long(opened, "transplant", search.to_json() | {"propose": False}, workers=workers, cluster=cluster)
        counts: Counts = work.result
    if as_json:
        options.print_json(counts.to_json())
        return
    typer.echo("\n".join(describe_counts(counts)))


def _report_classifiers(library: object, choice: object, naturals: int, damaged: int, seed: int, plot: Path | None, as_json: bool) -> None:
    from dataclasses import replace

    from motionloom.compute import terminal_progress
    from motionloom.enrich.reports.classifiers import compare_classifiers, describe_comparison, plot_comparison
    from motionloom.library import Library
    from motionloom.making.choice import Choice
    from motionloom.making.verdicts import library_captures

    if not isinstance(library, Library) or not isinstance(choice, Choice):
        raise TypeError("a library and a choice are expected")
    with terminal_progress() as progress:
        captures = library_captures(library, replace(choice, body=True), progress)
        found = compare_classifiers(captures, naturals, damaged, seed, progress=progress)
    if plot is not None:
        plot_comparison(found, plot)
    if as_json:
        options.print_json(found.to_json())
        return
    typer.echo("\n".join(describe_comparison(found)))
