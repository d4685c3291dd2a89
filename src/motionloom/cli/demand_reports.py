"""`motionloom demand report` and `compare`: many demands answered, and measured."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.core.errors import MotionloomError
from motionloom.core.files import check_place

if TYPE_CHECKING:
    from motionloom.demands.demand import Demand

Folder = Annotated[Path, typer.Argument(metavar="LIBRARY", help="A library's folder.")]
Files = Annotated[
    list[Path] | None, typer.Option("--demands", help="A .demand file or a folder of them; forty by hand where none is given.")
]
Maps = Annotated[
    Path | None, typer.Option(help="A folder of MovingAI .map files, or one: sixty demands of players simulated there are asked for too.")
]
Most = Annotated[int, typer.Option(min=1, help="Take so many of them, evenly.")]
Iterations = Annotated[int, typer.Option(min=1, help="How long to search for each.")]
SIMULATED = 60  # demands of simulated players, as paper 004 had of a game's


@chooses_clips
def report(
    folder: Folder,
    choice: Chosen = None,  # type: ignore[assignment]
    demands: Files = None,
    maps: Maps = None,
    most: Most = 1000,
    iterations: Iterations = 300,
    reference: Annotated[
        Path | None, typer.Option(help="Captures to hold joins against (`judge --save-reference`); else the library's.")
    ] = None,
    sheet: Annotated[Path | None, typer.Option(help="Draw filmstrips of ten of them into this PNG.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Answer many demands from a library and measure what comes out: words, places, joins, feet, naturalness.

    Example: motionloom demand report my-library --most 2 --iterations 20

    Forty demands by hand, or those that are named. Stopped, the same command goes on where it was.
    """
    from motionloom.compute import terminal_progress
    from motionloom.demands.gathering import gather_pool
    from motionloom.demands.making import Wish
    from motionloom.demands.report import draw_sheet, format_rows, format_summary, report_demands
    from motionloom.judge import Reference, learn_reference_from_library
    from motionloom.library import Library

    asked = read_demands(demands, most, maps)
    if sheet is not None:
        check_place(sheet)
    with terminal_progress() as progress, Library.open(folder) as library:
        pool = gather_pool(library, choice, progress=progress)
        known = learn_reference_from_library(folder, progress=progress, problems=[]) if reference is None else Reference.read(reference)
        found = report_demands(library, pool, asked, known, Wish(iterations=iterations), progress)
        if sheet is not None:
            draw_sheet(library, found.told, sheet)
    if as_json:
        options.print_json(found.to_json())
    else:
        typer.echo(f"{format_rows(found)}\n{format_summary(found)}")


@chooses_clips
def compare(
    one: Annotated[Path, typer.Argument(metavar="LIBRARY", help="The first library.")],
    other: Annotated[
        Path | None, typer.Argument(metavar="[OTHER]", help="The second; the first with all that was made in it if not given.")
    ] = None,
    choice: Chosen = None,  # type: ignore[assignment]
    demands: Files = None,
    maps: Maps = None,
    most: Most = 1000,
    iterations: Iterations = 300,
    picture: Annotated[Path | None, typer.Option(help="Draw both sides' sorted scores into this PNG, SVG or PDF.")] = None,
    page: Annotated[Path | None, typer.Option(help="Write all of it as one HTML page: plot, shares, certificate, strips.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Hold two libraries against the same demands: sorted scores, shares, and a certificate of what is acceptable.

    Example: motionloom demand compare my-library --most 2 --iterations 20 --page compared.html
    """
    from dataclasses import replace

    from motionloom.compute import terminal_progress
    from motionloom.demands.comparing import compare_pools, draw_comparison, format_comparison
    from motionloom.demands.comparison_page import save_comparison
    from motionloom.demands.gathering import gather_pool
    from motionloom.demands.making import Wish
    from motionloom.library import Library

    asked = read_demands(demands, most, maps)
    for place in (picture, page):
        if place is not None:
            check_place(place)
    with terminal_progress() as progress, Library.open(one) as first, Library.open(other or one) as second:
        wider = choice if other is not None else replace(choice, origin="any")
        names = (one.name, other.name) if other is not None else (one.name, f"{one.name} enriched")
        sides = [
            (names[0], first, gather_pool(first, choice, progress=progress)),
            (names[1], second, gather_pool(second, wider, progress=progress)),
        ]
        found, told = compare_pools(sides, asked, Wish(iterations=iterations), progress)
        if page is not None:
            save_comparison(found, told, (first, second), page)
    if picture is not None:
        draw_comparison(found, picture)
    if as_json:
        options.print_json(found.to_json())
    else:
        typer.echo(format_comparison(found))


def read_demands(files: list[Path] | None, most: int, maps: Path | None = None) -> list[Demand]:
    """The demands of files and folders and of players on maps, evenly thinned to at most so many."""
    import numpy as np

    from motionloom.demands.demand_file import SUFFIX, read_demand
    from motionloom.demands.hand_demands import hand_demands
    from motionloom.demands.simulated_players import map_demands

    grids = [] if maps is None else sorted(maps.glob("*.map")) if maps.is_dir() else [maps]
    if maps is not None and not grids:
        raise MotionloomError(f"{maps}: no .map file lies there; name a folder that holds some, or one file")
    found = map_demands(grids, SIMULATED) if grids else []
    found += [] if files else hand_demands()
    for file in files or ():
        found += [read_demand(each) for each in (sorted(file.glob(f"*{SUFFIX}")) if file.is_dir() else [file])]
    if not found:
        raise MotionloomError("no demand found; name .demand files, or a folder that holds some")
    chosen = np.unique(np.linspace(0, len(found) - 1, min(most, len(found))).round().astype(int))
    return [found[n] for n in chosen]
