"""`motionloom transition`: tables of transitions of a given length, and transitions made with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options
from motionloom.core.files import check_place

if TYPE_CHECKING:
    from motionloom.transitions.stock import Stock

app = typer.Typer(help="Go from any frame of a library to any other in a given time.", no_args_is_help=True)
Library_ = Annotated[Path, typer.Argument(help="The library's folder.", metavar="LIBRARY")]
Table = Annotated[Path, typer.Argument(help="The transition table, a small .npz file.")]
Cluster = Annotated[str | None, typer.Option(help="Address of a Dask scheduler to search on, such as tcp://host:8786.")]


@app.command()
def build(
    library: Library_,
    table: Table,
    seconds: Annotated[float, typer.Option(min=0.3, max=5.0, help="How long the transitions last.")] = 1.0,
    representatives: Annotated[int, typer.Option(min=2, max=500, help="How many windows stand for all.")] = 50,
    search: Annotated[str, typer.Option(help="Only clips with these words in name, label, description...")] = "",
    label: options.Labels = None,
    subject: options.Subjects = None,
    one_body: options.OneBody = False,
    mirror: Annotated[bool, typer.Option("--mirror", help="Use every clip in a mirror too.")] = False,
    exhaustive: Annotated[bool, typer.Option("--exhaustive", help="Score every recipe instead of a beam's.")] = False,
    seed: Annotated[int, typer.Option(help="Of the choice of representatives.")] = 0,
    workers: options.Workers = None,
    cluster: Cluster = None,
    as_json: options.AsJson = False,
) -> None:
    """Search the best recipe between every two representatives; stop it at any moment and run it again to go on.

    Example: motionloom transition build my-library walks.npz --subject 16 --mirror
    """
    import time

    from motionloom.compute import open_executor, terminal_progress
    from motionloom.library import Library
    from motionloom.transitions.gathering import choose_clips, fit_stock_masses, gather_stock
    from motionloom.transitions.search import BEAM, EXHAUSTIVE
    from motionloom.transitions.table import build_table

    check_place(table)
    begin = time.perf_counter()
    with Library.open(library) as opened, terminal_progress() as progress, open_executor(workers, cluster) as executor:
        stock = gather_stock(opened, choose_clips(opened, search, label or (), subject or (), one_body), mirror)
        made = build_table(
            stock,
            table.absolute(),
            seconds=seconds,
            representatives=representatives,
            width=EXHAUSTIVE if exhaustive else BEAM,
            seed=seed,
            masses=fit_stock_masses(stock, seed),
            store=opened.jobs,
            executor=executor,
            progress=progress,
        )
    facts = {
        "clips": len(stock.clips),
        "frames": len(stock),
        "blends_scored": made.found.tried,
        "median_score": round(float(sorted(made.scores.ravel())[made.scores.size // 2]), 4),
        "bytes": table.stat().st_size,
        "seconds": round(time.perf_counter() - begin, 1),
    }
    if as_json:
        options.print_json(facts)
    else:
        typer.echo(f"{table}: {facts['clips']} clips, {facts['blends_scored']} blends scored in {facts['seconds']} s,")
        typer.echo(f"  median score {facts['median_score']} m, {facts['bytes'] / 1e6:.2f} MB")


@app.command()
def make(
    library: Library_,
    table: Table,
    source: Annotated[str, typer.Argument(help="The clip to leave, by name or id, and when: 16_15@1.2")],
    target: Annotated[str, typer.Argument(help="The clip to enter and when: 16_35@1.1; or a label or annotation: run")],
    out: Annotated[Path, typer.Argument(help="The file to write (.bvh, .glb, .usd, .npz, .fbx).")],
    lead: Annotated[float, typer.Option(min=0.0, help="Seconds of the source before, and of the target after, to write with it.")] = 0.0,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Make a transition and say how natural it is: the score is in metres, the lower the better.

    Example: motionloom transition make my-library walks.npz 16_15@1.2 run out.bvh --lead 0.5
    """
    from motionloom.library import Library
    from motionloom.transitions.gathering import open_table
    from motionloom.transitions.joining import join
    from motionloom.transitions.synthesis import make_transition

    options.check_target(out, force)
    with Library.open(library) as opened:
        opened_table = open_table(table, opened)
        stock = opened_table.stock
        start = _frame(stock, source)
        end = _frame(stock, target) if "@" in target else target
        made = make_transition(opened_table, start, end)
    join(opened_table, made, lead).save(out)
    facts = {**made.motion.recipe, "score": made.score, "plant": made.plant, "balance": made.balance, "file": str(out)}
    if as_json:
        options.print_json(facts)
        return
    to = facts["to"]
    typer.echo(f"{out}: to {to['name']}{' mirrored' if to['mirrored'] else ''} at {to['second']:.2f} s, score {made.score:.3f} m")
    typer.echo(f"  feet {made.plant:.3f} m, balance {made.balance:.3f} m")


@app.command()
def check(
    library: Library_,
    table: Table,
    pairs: Annotated[int, typer.Option(min=1, help="How many random pairs of representatives.")] = 200,
    width: Annotated[int | None, typer.Option(min=1, help="Of the beam, where it should not be the table's own.")] = None,
    seed: Annotated[int, typer.Option(help="Of the choice of pairs.")] = 0,
    as_json: options.AsJson = False,
) -> None:
    """Search random pairs by the beam and exhaustively: how often is the beam's winner the best of all?

    Example: motionloom transition check my-library walks.npz
    """
    from dataclasses import asdict

    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.transitions.checking import check_search
    from motionloom.transitions.gathering import open_table

    with Library.open(library) as opened, terminal_progress() as progress:
        found = check_search(open_table(table, opened), pairs, seed, width, progress)
    if as_json:
        options.print_json(asdict(found))
        return
    typer.echo(f"{pairs} pairs: the best of all on {100 * found.same:.1f} %, within 2 % of it on {100 * found.within_2_percent:.1f} %")
    typer.echo(f"  a pair takes {1000 * found.beam_seconds:.0f} ms of one core, {1000 * found.exhaustive_seconds:.0f} ms exhaustively")


@app.command()
def show(
    library: Library_,
    table: Table,
    folder: Annotated[Path, typer.Argument(help="The folder to write a filmstrip (.png) and a film (.mp4) of each demand to.")],
    demand: Annotated[list[str] | None, typer.Option(help="From and to, such as walk:run; again for more. Five usual ones else.")] = None,
    sources: Annotated[int, typer.Option(min=1, help="How many random frames to leave from; the best transition is shown.")] = 20,
    lead: Annotated[float, typer.Option(min=0.0, help="Seconds of captured motion before and after.")] = 0.6,
    as_json: options.AsJson = False,
) -> None:
    """Film the best transition of each demand. Names are labels, annotations, or `stand`, `take-off` and `turn`, found in the motion.

    Example: motionloom transition show my-library walks.npz films --demand walk:run
    """
    import numpy as np

    from motionloom.library import Library
    from motionloom.render import strips, video
    from motionloom.transitions.firmness import measure_join
    from motionloom.transitions.gathering import open_table
    from motionloom.transitions.joining import join
    from motionloom.transitions.showcase import SHOWCASES, make_showcase

    with Library.open(library) as opened:
        ready = open_table(table, opened)
    folder.mkdir(parents=True, exist_ok=True)
    facts = {}
    for name in demand or SHOWCASES:
        typer.echo(f"... {name}", err=True)
        tried = make_showcase(ready, name, sources)
        whole, file = join(ready, tried.best, lead), folder / name.replace(":", "_")
        strips.filmstrip(whole, 12, size=(150, 200), columns=12).save(file.with_suffix(".png"))
        video.save_video(whole, file.with_suffix(".mp4"), size=(480, 270), fps=30)
        best, median, worst = (round(float(score), 3) for score in np.percentile(tried.scores, (0, 50, 100)))
        planted, inside, outside = (round(value, 3) for value in measure_join(ready, tried.best, lead))
        facts[name] = {"best": best, "median": median, "worst": worst, "planted": planted, "acceleration": inside, "captured": outside}
        facts[name] |= tried.best.motion.recipe
        if not as_json:
            typer.echo(f"{name}: best {best} m, median {median}, worst {worst} of {sources}")
            typer.echo(f"  planted feet {planted:.2f} m/s, largest acceleration {inside:.0f} m/s2; captured before and after {outside:.0f}")
    if as_json:
        options.print_json(facts)


@app.command()
def measure(
    library: Library_,
    table: Table,
    pairs: Annotated[int, typer.Option(min=1, help="How many random pairs of frames.")] = 300,
    as_json: options.AsJson = False,
) -> None:
    """Make transitions between random frames: how firm are their feet, how hard do joints jerk, and how is that in captures?

    Example: motionloom transition measure my-library walks.npz
    """
    from dataclasses import asdict

    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.transitions.firmness import measure_pairs
    from motionloom.transitions.gathering import open_table

    with Library.open(library) as opened, terminal_progress() as progress:
        found = measure_pairs(open_table(table, opened), pairs, progress=progress)
    if as_json:
        options.print_json(asdict(found))
        return
    typer.echo(f"{pairs} pairs, {found.natural} of them within {found.limit:.3f} m; median, 75th and 90th percentile, captures behind:")
    rows = (
        ("planted feet, m/s", found.planted),
        ("feet near the floor, m/s", found.low),
        ("largest acceleration, m/s2", found.acceleration),
    )
    for name, row in rows:
        made, captured = (" ".join(f"{value:8.2f}" for value in side) for side in (row.made, row.captured))
        typer.echo(f"  {name:<27}{made}   {captured}")


@app.command()
def compare(
    library: Library_,
    table: Table,
    picture: Annotated[Path, typer.Argument(help="The scatter plot to write (.png or .svg).")],
    pairs: Annotated[int, typer.Option(min=10, help="How many random pairs of frames.")] = 1000,
    natural: Annotated[float | None, typer.Option(help="Score in metres up to which a transition counts as natural.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Random pairs of frames: our transition's score against the shortest way through a motion graph of the same clips.

    The pairs are written beside the picture (scatter.pairs.npz), for the studio to show both motions of any.

    Example: motionloom transition compare my-library walks.npz scatter.png
    """
    from dataclasses import asdict

    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.transitions.comparison import compare_with_graph, draw_scatter
    from motionloom.transitions.gathering import open_table

    data = picture.with_suffix(".pairs.npz")
    for file in (picture, data):
        check_place(file)
    with Library.open(library) as opened, terminal_progress() as progress:
        found = compare_with_graph(open_table(table, opened), pairs, natural=natural, progress=progress)
    draw_scatter(found, picture)
    found.save(data)
    counts = asdict(found.counts())
    if as_json:
        options.print_json({**counts, "natural": found.natural, "seconds": found.seconds, "pairs": pairs, "data": str(data)})
    else:
        typer.echo(f"{picture}: " + ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in counts.items()))


def _frame(stock: Stock, named: str) -> int:
    """The frame that `clip@second` means."""
    from math import isfinite

    from motionloom.core.errors import MotionError
    from motionloom.transitions.stock import RATE

    name, at, said = named.partition("@")
    try:
        second = float(said) if at else 0.0
    except ValueError:
        second = float("nan")
    if not isfinite(second):
        raise MotionError(f"expected a clip and a second, such as 16_15@1.2, found {named!r}")
    clip = stock.find(name)
    last = (int(stock.starts[clip + 1] - stock.starts[clip]) - 1) / RATE
    if not -0.5 / RATE <= second <= last + 0.5 / RATE:
        raise MotionError(f"{named}: expected a second from 0 to {last:.2f}, {name}'s last frame, found {second:g}")
    return stock.frame(clip, second)
