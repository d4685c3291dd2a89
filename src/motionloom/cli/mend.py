"""`motionloom mend`: captures without their glitches, of files or of a library's clips."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.cli.long_work import WINDOW
from motionloom.cli.made import Into, Name, Several, Target, find_target, keep, say_where
from motionloom.cli.read_options import Reading, reads_files
from motionloom.cli.sources import choose_names, open_sources
from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    from motionloom.cli.sources import Named
    from motionloom.making.derive import NewMade

Kinds = Annotated[
    list[str] | None,
    typer.Option("--kind", help="Only this kind (several: these): freeze, jump, jitter, pop, flip; and rate, which is mended only so."),
]


@chooses_clips
@reads_files
def mend(
    words: Several,
    reading: Reading,
    choice: Chosen,
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
    from motionloom.compute import terminal_progress
    from motionloom.glitches.mending import DEFAULT
    from motionloom.making.derive import NewMade
    from motionloom.making.makers import make
    from motionloom.making.makers.mend import mend_recipe

    given, target = find_target(words, into, name, force)
    names = choose_names(given, choice)
    if target.out is not None and len(names) != 1:
        raise MotionloomError(f"{target.out} holds one motion, {len(names)} are named; name one, or add them to a library with --into")
    with terminal_progress() as progress, open_sources(names, reading, into, progress) as named:
        recipes = [mend_recipe(opened.source, tuple(kind or DEFAULT)) for opened in named.opened]
        done = [NewMade(recipe, make(named.sources, recipe)) for recipe in progress.each("Mending", recipes)]
        places = _keep(named, done, target)
    reports = [
        {**(where or {}), "source": word, "mended": len(each.made.about.done), "left": len(each.made.about.left), **each.made.outcome}
        for word, each, where in zip(names, done, places, strict=True)
    ]
    if as_json:
        options.print_json(reports)
        return
    for word, report, where in zip(names, reports, places, strict=True):
        typer.echo(f"{word}: {'left as it is' if where is None else say_where(where)}")
        typer.echo("\n".join(f"  {line}" for line in report["notes"]))


def _keep(named: Named, done: list[NewMade], target: Target) -> list[dict[str, Any] | None]:
    """Where each went, the clips as one step of undo; None for one of which there is nothing to keep."""
    if target.out is not None:
        return [keep(named, done[0], target)]
    from motionloom.making.derive import derive_all

    library = named.library
    assert library is not None  # `open_sources` opened what --into names
    worth = [replace(each, name=target.name) for each in done if each.made.about.done]
    clips = iter(derive_all(library, worth, window=WINDOW, sources=named.sources))
    places: list[dict[str, Any] | None] = []
    for each in done:
        clip = next(clips) if each.made.about.done else None
        places.append(None if clip is None else {"library": str(target.into), "clip": clip, "name": library.clip(clip).name})
    return places
