"""`motionloom transition`: tables of transitions of a given length, and transitions made with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.core.files import check_place

if TYPE_CHECKING:
    from motionloom.library import Document, Library
    from motionloom.making.makers import Made
    from motionloom.making.recipe import Recipe
    from motionloom.transitions.table import TransitionTable

app = typer.Typer(help="Go from any frame of a library to any other in a given time.", no_args_is_help=True)
Library_ = Annotated[Path, typer.Argument(help="The library's folder.", metavar="LIBRARY")]
Table = Annotated[str, typer.Argument(help="The transition table: its name or id on the library's shelf, or a file.")]
Out = Annotated[Path | None, typer.Argument(help="The file to write (.bvh, .glb, .usd, .npz, .fbx).")]
Into = Annotated[Path | None, typer.Option(help="Keep it as a clip of this library, the one that the table is of.")]
Name = Annotated[str, typer.Option(help="The clip's name.")]
Cluster = Annotated[str | None, typer.Option(help="Address of a Dask scheduler to work on, such as tcp://host:8786.")]


@app.command()
@chooses_clips
def build(
    library: Library_,
    choice: Chosen,
    name: Annotated[str, typer.Option(help="The table's name on the shelf; its performers and its length otherwise.")] = "",
    seconds: Annotated[float, typer.Option(min=0.3, max=5.0, help="How long the transitions last.")] = 1.0,
    representatives: Annotated[int, typer.Option(min=2, max=500, help="How many windows stand for all.")] = 50,
    one_body: options.OneBody = False,
    mirror: Annotated[bool, typer.Option("--mirror", help="Use every clip in a mirror too.")] = False,
    seed: Annotated[int, typer.Option(help="Of the choice of representatives.")] = 0,
    output: Annotated[Path | None, typer.Option(help="Write the table to this file too, a small .npz.")] = None,
    workers: options.Workers = None,
    cluster: Cluster = None,
    as_json: options.AsJson = False,
) -> None:
    """Search the best recipe between every two representatives and put the table on the library's shelf.

    Stop it at any moment and run it again to go on.

    Example: motionloom transition build my-library --name walks --subject 16 --mirror
    """
    import time

    from motionloom.cli.long_work import run_long
    from motionloom.library import Library
    from motionloom.making.shelf import export_entry
    from motionloom.transitions.jobs import table_arguments
    from motionloom.transitions.shelf import TABLE

    if output is not None:
        check_place(output)
    begin = time.perf_counter()
    arguments = table_arguments(
        choice, seconds=seconds, representatives=representatives, mirrored=mirror, one_body=one_body, seed=seed, name=name
    )
    with Library.open(library) as opened:
        work = run_long(opened, TABLE, arguments, workers=workers, cluster=cluster)
        document, made = opened.document(work.entries[0]), work.result
        size = len(opened.document_bytes(document.id))
        if output is not None:
            export_entry(opened, document, output)
    facts = {
        "table": document.name,
        "id": document.id,
        "clips": len(document.clips),
        "left_out": [clip for clip, _ in work.problems],
        "frames": len(made.stock),
        "median_score": round(float(sorted(made.scores.ravel())[made.scores.size // 2]), 4),
        "bytes": size,
        "seconds": round(time.perf_counter() - begin, 1),
    }
    if as_json:
        options.print_json(facts)
    else:
        typer.echo(f"{document.name}: on the shelf, {facts['clips']} clips, {facts['seconds']} s,")
        typer.echo(f"  median score {facts['median_score']} m, {size / 1e6:.2f} MB")


@app.command()
def make(
    library: Library_,
    table: Table,
    source: Annotated[str, typer.Argument(help="The clip to leave, by name or id, and when: 16_15@1.2")],
    target: Annotated[str, typer.Argument(help="The clip to enter and when: 16_35@1.1; or a label or annotation: run")],
    out: Out = None,
    into: Into = None,
    name: Name = "",
    lead: Annotated[float, typer.Option(min=0.0, help="Seconds of the source before it, and of the target after it.")] = 0.5,
    after: Annotated[
        float | None, typer.Option(min=0.0, help="Seconds of the target after it; an activity goes on to its end otherwise.")
    ] = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Make a transition and say how natural it is: how rare it is in captures, where 1 is the line.

    Example: motionloom transition make my-library walks 16_15@1.2 run out.bvh
    """
    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.making.makers import make as make_recipe
    from motionloom.making.sources import Sources
    from motionloom.score.rarity import measure_rarity
    from motionloom.transitions.maker import transition_recipe
    from motionloom.transitions.stock import find_moment
    from motionloom.transitions.synthesis import choose_target

    _check_targets(library, out, into, force)
    with Library.open(library) as opened, terminal_progress() as progress:
        progress.begin("Making a transition")
        document, ready = use_table(opened, table)
        start = find_moment(ready.stock, source)
        activity = "" if "@" in target else target
        end = choose_target(ready, start, activity) if activity else find_moment(ready.stock, target)
        recipe = transition_recipe(opened, document, start, end, lead=lead, after=after, activity=activity)
        made = make_recipe(Sources(opened), recipe)
        kept = _write(opened, recipe, made, out, into, name or _name_of(source, target))
    facts = {**made.outcome, **kept}
    if as_json:
        options.print_json(facts)
        return
    to = facts["to"]
    typer.echo(f"{_say_where(kept)}: to {to['name']}{' mirrored' if to['mirrored'] else ''} at {to['second']:.2f} s")
    typer.echo(f"  {measure_rarity(made.about.motion, made.about.plants).describe()}")
    terms = f"feet {facts['plant']:.3f} m, balance {facts['balance']:.3f} m, hurry {facts['momentum']:.3f} m"
    typer.echo(f"  the search's own score {facts['score']:.3f} m: {terms}")


@app.command()
def perform(
    library: Library_,
    table: Table,
    activity: Annotated[list[str], typer.Argument(help="What to do, in order: labels or annotations, such as walk run jump.")],
    out: Annotated[Path | None, typer.Option("--output", help="The file to write (.bvh, .glb, .usd, .npz, .fbx).")] = None,
    into: Into = None,
    name: Name = "",
    each: Annotated[float, typer.Option(min=0.1, max=60.0, help="Seconds that an activity goes on at most.")] = 4.0,
    seed: Annotated[int, typer.Option(help="Of the frame at which the first activity begins.")] = 0,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Do one activity after the other, each to its end, with a transition from one to the next, as one motion.

    Example: motionloom transition perform my-library walks walk run stand --output all.bvh
    """
    import numpy as np

    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.making.makers import make as make_recipe
    from motionloom.making.sources import Sources
    from motionloom.transitions.maker import performance_recipe
    from motionloom.transitions.performance import plan

    _check_targets(library, out, into, force)
    with Library.open(library) as opened, terminal_progress() as progress:
        progress.begin("Making transitions")
        document, ready = use_table(opened, table)
        parts = plan(ready, activity, np.random.default_rng(seed), each)
        recipe = performance_recipe(opened, document, parts, activity)
        made = make_recipe(Sources(opened), recipe)
        kept = _write(opened, recipe, made, out, into, name or ", ".join(activity))
    facts = {**made.outcome, "duration": round(made.motion.duration, 2), **kept}
    if as_json:
        options.print_json(facts)
        return
    rarities = ", ".join(f"{rarity:.2f}" for rarity in facts["rarities"]) or "none"
    typer.echo(f"{_say_where(kept)}: {facts['duration']:.2f} s; its transitions, up to the line of 1 natural: {rarities}")


@app.command()
def compare(
    library: Library_,
    table: Table,
    picture: Annotated[Path | None, typer.Argument(help="The scatter plot to write (.png or .svg).")] = None,
    pairs: Annotated[int, typer.Option(min=10, help="How many random pairs of frames.")] = 1000,
    natural: Annotated[float | None, typer.Option(help="Score in metres up to which a transition counts as natural.")] = None,
    workers: options.Workers = None,
    cluster: Cluster = None,
    as_json: options.AsJson = False,
) -> None:
    """Random pairs of frames: our transition's score against the shortest way through a motion graph of the same clips.

    The pairs are put on the library's shelf, for the studio to show both motions of any.

    Example: motionloom transition compare my-library walks scatter.png
    """
    from dataclasses import asdict

    from motionloom.cli.long_work import run_long
    from motionloom.library import Library
    from motionloom.transitions.comparison import draw_scatter
    from motionloom.transitions.jobs import comparison_arguments
    from motionloom.transitions.shelf import COMPARISON

    if picture is not None:
        check_place(picture)
    with Library.open(library) as opened:
        document, _ = use_table(opened, table)
        work = run_long(opened, COMPARISON, comparison_arguments(document.id, pairs, natural), workers=workers, cluster=cluster)
        name = opened.document(work.entries[0]).name
    found = work.result
    if picture is not None:
        draw_scatter(found, picture)
    if as_json:
        said = {"natural": found.natural, "seconds": found.seconds, "pairs": pairs, "comparison": name, "id": work.entries[0]}
        options.print_json({**asdict(found.counts()), **said})
    else:
        typer.echo(f"{picture or name}: {work.message}")


def use_table(library: Library, word: str) -> tuple[Document, TransitionTable]:
    """The table that a person means; what is to be said of it goes to stderr."""
    from motionloom.cli.long_work import WINDOW
    from motionloom.transitions.shelf import describe_changes, find_table, use_table as open_table

    document = find_table(library, word, window=WINDOW)
    changes = describe_changes(library, document)
    if changes:
        typer.echo(f"{document.name}: {changes}", err=True)
    return document, open_table(library, document)[0]


def _check_targets(library: Path, out: Path | None, into: Path | None, force: bool) -> None:
    from motionloom.core.errors import FileError

    if out is None and into is None:
        raise FileError("say where it should go: a file, or --into the library")
    if out is not None:
        options.check_target(out, force)
    if into is not None and into.resolve() != library.resolve():
        raise FileError(f"{into}: what is made with a table stays in the library of its clips, {library}; export it from there")


def _write(library: Library, recipe: Recipe, made: Made, out: Path | None, into: Path | None, name: str) -> dict[str, str]:
    """Where it went: the file, the clip."""
    from motionloom.cli.long_work import WINDOW
    from motionloom.making.derive import derive

    kept: dict[str, str] = {}
    if into is not None:
        clip = derive(library, recipe, name, made=made, window=WINDOW)
        kept = {"clip": clip, "clip_name": library.clip(clip).name}
    if out is not None:
        made.motion.save(out)
        kept["file"] = str(out)
    return kept


def _say_where(kept: dict[str, str]) -> str:
    return " and ".join(kept[word] for word in ("clip_name", "file") if word in kept)


def _name_of(source: str, target: str) -> str:
    return " to ".join(word.partition("@")[0] for word in (source, target))
