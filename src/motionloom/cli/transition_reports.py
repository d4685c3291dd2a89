"""`motionloom transition show`, `sheets`, `sample`, `measure` and `ask`: what transitions look like, and how they compare with captures."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.transitions import Library_, Table, app, use_table


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

    Example: motionloom transition show my-library walks films --demand walk:run
    """
    import numpy as np

    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.render import strips, video
    from motionloom.transitions.firmness import measure_join
    from motionloom.transitions.joining import join
    from motionloom.transitions.maker import describe_frame
    from motionloom.transitions.showcase import SHOWCASES, make_showcase

    with Library.open(library) as opened, terminal_progress() as progress:
        _, ready = use_table(opened, table)
        folder.mkdir(parents=True, exist_ok=True)
        facts: dict[str, dict[str, Any]] = {}
        for name in progress.each("Filming transitions", demand or SHOWCASES, str):
            tried = make_showcase(ready, name, sources)
            whole, file = join(ready, tried.best, round(60 * lead), round(60 * lead)), folder / name.replace(":", "_")
            strips.filmstrip(whole, 12, size=(150, 200), columns=12).save(file.with_suffix(".png"))
            video.save_video(whole, file.with_suffix(".mp4"), size=(480, 270), fps=30)
            best, median, worst = (round(float(score), 3) for score in np.percentile(tried.scores, (0, 50, 100)))
            planted, inside, outside = (round(value, 3) for value in measure_join(ready, tried.best, lead))
            facts[name] = {"best": best, "median": median, "worst": worst, "planted": planted, "acceleration": inside, "captured": outside}
            ends = {word: describe_frame(ready.stock, frame) for word, frame in (("from", tried.best.source), ("to", tried.best.target))}
            facts[name] |= ends
    if as_json:
        options.print_json(facts)
        return
    for name, fact in facts.items():
        typer.echo(f"{name}: best {fact['best']} m, median {fact['median']}, worst {fact['worst']} of {sources}")
        jerk = f"largest acceleration {fact['acceleration']:.0f} m/s2; captured before and after {fact['captured']:.0f}"
        typer.echo(f"  planted feet {fact['planted']:.2f} m/s, {jerk}")


@app.command()
def sheets(
    library: Library_,
    table: Table,
    folder: Annotated[Path, typer.Argument(help="The folder to write a contact sheet (.png) of each kind of demand to.")],
    demand: Annotated[list[str] | None, typer.Option(help="From and to, such as walk:run; again for more. Twelve kinds else.")] = None,
    each: Annotated[int, typer.Option(min=1, max=20, help="How many transitions of each kind.")] = 5,
    lead: Annotated[float, typer.Option(min=0.0, help="Seconds of captured motion before and after.")] = 0.33,
    seed: Annotated[int, typer.Option(help="Of the frames that are left.")] = 0,
    as_json: options.AsJson = False,
) -> None:
    """Draw transitions of many kinds as contact sheets, to be looked at: what was asked for from random frames, none picked out.

    A strip says which frames it joins and which of the judge's measures are highest, in times of the captures' 99.9th percentile.

    Example: motionloom transition sheets my-library walks sheets --demand walk:run --each 2
    """
    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.render.files import save_image
    from motionloom.transitions.demands import known_kinds, make_demands
    from motionloom.transitions.maker import describe_frame
    from motionloom.transitions.sheets import draw_sheet

    facts: dict[str, list[dict[str, Any]]] = {}
    with Library.open(library) as opened, terminal_progress() as progress:
        _, ready = use_table(opened, table)
        folder.mkdir(parents=True, exist_ok=True)
        kinds, missing = (demand, []) if demand else known_kinds(ready)
        for kind in progress.each("Drawing sheets", kinds, str):
            made = make_demands(ready, kind, each, seed)
            save_image(partial(draw_sheet, ready, made, lead), folder / f"{kind.replace(':', '_')}.png")
            facts[kind] = [
                {
                    "from": describe_frame(ready.stock, one.made.source),
                    "to": describe_frame(ready.stock, one.made.target),
                    "score": round(one.made.score, 3),
                    "rarity": round(one.made.rarity, 3),
                    "worst": {name: round(times, 2) for name, times in one.worst},
                }
                for one in made
            ]
    if as_json:
        options.print_json(facts)
        return
    for kind, rows in facts.items():
        typer.echo(f"{kind}: {len(rows)} transitions, rarities {', '.join(str(row['rarity']) for row in rows)}")
    if missing:
        typer.echo(f"not there: {', '.join(missing)}")


@app.command()
def sample(
    library: Library_,
    table: Table,
    count: Annotated[int, typer.Option(min=1, max=10_000, help="How many random pairs of frames.")] = 600,
    seed: Annotated[int, typer.Option(help="Of the pairs.")] = 0,
    as_json: options.AsJson = False,
) -> None:
    """Put random transitions before people: each a proposal that waits for a yes or no. `score judged` then says which score agrees.

    Example: motionloom transition sample my-library walks --count 40
    """
    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.transitions.sampling import QUESTION, propose_transitions

    with Library.open(library) as opened, terminal_progress() as progress:
        document, ready = use_table(opened, table)
        batch = propose_transitions(opened, document, ready, count, seed, progress)
    if as_json:
        options.print_json({"batch": batch, "proposals": count, "question": QUESTION, "judged": 0})
        return
    typer.echo(f"{count} transitions wait for a person; nobody has judged them yet")
    typer.echo(f"  judge them: motionloom review list {library} --question {QUESTION}, or panel Review of the studio")
    typer.echo(f"  then: motionloom score judged {library}")


@app.command()
def measure(
    library: Library_,
    table: Table,
    pairs: Annotated[int, typer.Option(min=1, help="How many random pairs of frames.")] = 300,
    seed: Annotated[int, typer.Option(help="Of the choice of pairs.")] = 0,
    as_json: options.AsJson = False,
) -> None:
    """Make transitions between random frames and judge them beside captured windows and a plain cross-fade of the same pairs.

    The measures are those of `motionloom judge`; the higher, the worse. The last column is ours over captured.

    Example: motionloom transition measure my-library walks
    """
    from dataclasses import asdict

    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.transitions.yardstick import format_yardstick, measure_pairs

    with Library.open(library) as opened, terminal_progress() as progress:
        found = measure_pairs(use_table(opened, table)[1], pairs, seed, progress=progress)
    if as_json:
        options.print_json(asdict(found))
    else:
        typer.echo(format_yardstick(found))


@app.command()
def ask(
    library: Library_,
    table: Table,
    requests: Annotated[int, typer.Option(min=1, help="How many requests.")] = 200,
    seed: Annotated[int, typer.Option(help="Of the frames that are left.")] = 0,
    as_json: options.AsJson = False,
) -> None:
    """Ask for every activity from random frames: is it done for a second after? The judge says, where it has a test for the word.

    Example: motionloom transition ask my-library walks
    """
    from dataclasses import asdict

    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.transitions.requests import make_requests, sum_up

    with Library.open(library) as opened, terminal_progress() as progress:
        made = make_requests(use_table(opened, table)[1], requests, seed, progress)
    if as_json:
        options.print_json([asdict(one) for one in made])
        return
    found = sum_up(made)
    for name, (tested, done, lasted) in found.items():
        typer.echo(f"{name:<20} {f'{done} of {tested} done, {lasted} for a whole second' if tested else 'no test'}")
    tested, done, lasted = (sum(row[n] for row in found.values()) for n in range(3))
    typer.echo(f"{len(made)} requests, {tested} with a test: {done} done, {lasted} for a whole second")
