"""`motionloom enrich graft`: upper bodies on other lower bodies, as proposals."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips


@chooses_clips
def graft(
    library: Annotated[Path, typer.Argument(help="A library's folder.")],
    choice: Chosen,
    count: Annotated[int, typer.Option(min=1, help="Propose so many at most, the best first.")] = 50,
    warp: Annotated[bool, typer.Option("--warp/--no-warp", help="Arms keep the clock of the legs they go on, stride by stride.")] = True,
    as_json: options.AsJson = False,
) -> None:
    """Propose grafts: the upper body of one clip on the legs of another, by the rules of paper 003; plants stay as they are.

    Example: motionloom enrich graft my-library --count 5
    """
    from motionloom.cli.long_work import run_long
    from motionloom.library import Library

    with Library.open(library) as opened:
        work = run_long(opened, "graft", {"choice": choice.to_json(), "count": count, "warp": warp})
        labels = {clip.id: (clip.labels or ("",))[0] for clip in opened.clips()}
    kinds: dict[str, str] = work.result["kinds"]
    table = Counter((labels[clip], kind) for clip, kind in kinds.items())
    if as_json:
        rows = [{"label": label, "class": kind, "clips": number} for (label, kind), number in sorted(table.items())]
        options.print_json({"message": work.message, "classes": rows, **{name: work.result[name] for name in ("allowed", "proposed")}})
        return
    for label in sorted({label for label, _ in table}):
        found = ", ".join(f"{number} {kind}" for (of, kind), number in sorted(table.items()) if of == label)
        typer.echo(f"  {label or 'no label'}: {found}")
    typer.echo(f"{work.message}; `motionloom review list {library} --question keep` shows them")
