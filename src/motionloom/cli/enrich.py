"""`motionloom enrich`: more motion out of a library's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.cli.enrich_graft import graft
from motionloom.cli.enrich_reports import report

app = typer.Typer(help="Make more motion out of a library's own, and say whether it looks human.", no_args_is_help=True)
app.command()(report)
app.command()(graft)
LibraryFolder = Annotated[Path, typer.Argument(help="A library's folder.")]


@app.command()
@chooses_clips
def transplant(
    library: LibraryFolder,
    choice: Chosen,
    applications: Annotated[int, typer.Option(min=1, help="How many times a rule is applied.")] = 106,
    frames: Annotated[int, typer.Option(min=0, help="Stop once so many frames, at 60 Hz, look human; 0 for all applications.")] = 0,
    rule: Annotated[list[str] | None, typer.Option(help="Only this rule: any_pair, similar_plants, similar_motion, turned_arms.")] = None,
    adaptive: Annotated[bool, typer.Option("--adaptive", help="Rules whose results are accepted more often get a larger share.")] = False,
    depth: Annotated[int, typer.Option(min=1, max=8, help="Transplants of transplants: how many within each other.")] = 1,
    start: Annotated[
        Literal["random", "alike"], typer.Option(help="Where pairs begin: as in the paper, or where the two are most alike.")
    ] = "random",
    chest: Annotated[
        Literal["local", "upright"], typer.Option(help="A cut torso keeps the donor's angles, or stands in the world as the donor's did.")
    ] = "local",
    seconds: Annotated[float, typer.Option(min=0, help="Cut clips into pieces of at most so many seconds; 0 for whole clips.")] = 0.0,
    count: Annotated[int, typer.Option(min=0, help="Take only so many pieces, drawn by the seed; 0 for all.")] = 0,
    least: Annotated[float, typer.Option(min=0, max=1, help="Propose only where this share of the judged frames looks human.")] = 0.0,
    seed: Annotated[int, typer.Option(help="The same seed gives the same transplants.")] = 0,
    workers: options.Workers = None,
    cluster: options.Cluster = None,
    as_json: options.AsJson = False,
) -> None:
    """Propose transplants of limbs between clips, as recipes, for review; stop and run again to go on.

    Example: motionloom enrich transplant my-library --applications 8 --adaptive
    """
    from motionloom.cli.long_work import run_long
    from motionloom.enrich.transplants.counting import Counts, describe_counts
    from motionloom.enrich.transplants.pool import Pieces
    from motionloom.enrich.transplants.rule import Settings
    from motionloom.enrich.transplants.search import Search
    from motionloom.library import Library

    pieces, settings = Pieces(seconds, count, seed), Settings(start, chest)
    sharing: Literal["uniform", "adaptive"] = "adaptive" if adaptive else "uniform"
    search = Search(choice, pieces, applications, frames, sharing, depth, seed, settings, tuple(rule or ()))
    with Library.open(library) as opened:
        work = run_long(opened, "transplant", search.to_json() | {"least": least}, workers=workers, cluster=cluster)
    counts: Counts = work.result
    if as_json:
        options.print_json(counts.to_json() | {"message": work.message})
        return
    typer.echo("\n".join(describe_counts(counts)))
    typer.echo(f"{work.message}; `motionloom review list {library} --question looks_human` shows them")


@app.command()
@chooses_clips
def judge(
    library: LibraryFolder,
    choice: Chosen,
    fit: Annotated[bool, typer.Option("--fit", help="Fit the judge first, on this library's captures and what people answered.")] = False,
    classifier: Annotated[
        str, typer.Option(help="boosted, svm (the paper's), physics or hmm; others than boosted need --fit.")
    ] = "boosted",
    seed: Annotated[int, typer.Option(help="Of the stretches that it is fitted on.")] = 0,
    write: Annotated[bool, typer.Option("--write", help="Write it as annotations `looks_human` too, for orders of motion; undo.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Say which clips look human, frame by frame, and whose labels that rests on.

    Example: motionloom enrich judge my-library --clip 16_15
    """
    from motionloom.cli.long_work import run_long
    from motionloom.compute import terminal_progress
    from motionloom.enrich.looks_human.judging import judge_clips
    from motionloom.library import Library

    with Library.open(library) as opened:
        if fit:
            typer.echo(run_long(opened, "fit_looks_human", {"classifier": classifier, "seed": seed}).message, err=True)
        if write:
            arguments = {"choice": choice.to_json(), "classifier": classifier}
            typer.echo(run_long(opened, "write_looks_human", arguments).message, err=True)
            return
        with terminal_progress() as progress:
            found, labels = judge_clips(opened, choice, classifier, progress)
    if as_json:
        options.print_json({"labels": labels, "clips": [each.to_json() for each in found]})
        return
    for each in found:
        typer.echo(f"{each.name}: {each.describe()}")
    typer.echo(f"labels: {labels}")
