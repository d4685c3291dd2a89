"""`motionloom mend`: captures without their glitches, of files or of a library's clips."""

from __future__ import annotations

from typing import Annotated

import typer

from motionloom.cli import options
from motionloom.cli.made import Into, Name, Several, find_target, keep, make_each, say_where
from motionloom.cli.read_options import Reading, reads_files
from motionloom.cli.sources import open_sources

Kinds = Annotated[
    list[str] | None,
    typer.Option("--kind", help="Only this kind (several: these): freeze, jump, jitter, pop, flip; and rate, which is mended only so."),
]


@reads_files
def mend(
    words: Several,
    reading: Reading,
    kind: Kinds = None,
    into: Into = None,
    name: Name = "",
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Mend what is wrong with captures: cut off bad ends, bridge pops, turn flipped joints back, smooth trembling; other frames stay.

    A clip without anything to mend is left as it is, and no new one comes of it.

    Example: motionloom mend my-library:16_15 my-library:16_16 --into my-library
    """
    from motionloom.glitches.mending import DEFAULT
    from motionloom.making.makers.mend import mend_recipe

    names, target = find_target(words, into, name, force)
    with open_sources(names, reading, into) as named:
        done = make_each(named, (mend_recipe(opened.source, tuple(kind or DEFAULT)) for opened in named.opened), target)
        worth = [each for each in done if each.made.about.done or target.out is not None]
        kept = dict(zip(map(id, worth), keep(named, worth, target) if worth else [], strict=True))
    reports = []
    for word, each in zip(names, done, strict=True):
        where, mended = kept.get(id(each)), each.made.about
        reports.append(
            {**(where or {}), "source": word, "mended": len(mended.done), "left": len(mended.left), "notes": each.made.outcome["notes"]}
        )
        if not as_json:
            typer.echo(f"{word}: {'left as it is' if where is None else say_where(where)}")
            typer.echo("\n".join(f"  {line}" for line in each.made.outcome["notes"]))
    if as_json:
        options.print_json(reports)
