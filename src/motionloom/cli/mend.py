"""`motionloom mend`: captures without their glitches, of files or of a library's clips."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.made import Given, make_each, makes_each, say_where

if TYPE_CHECKING:
    from motionloom.cli.made import Kept
    from motionloom.making.sources import OpenSource

Kinds = Annotated[
    list[str] | None,
    typer.Option("--kind", help="Only this kind (several: these): freeze, jump, jitter, pop, flip; and rate, which is mended only so."),
]


@makes_each
def mend(given: Given, kind: Kinds = None) -> None:
    """Mend what is wrong with captures: cut off bad ends, bridge pops, turn flipped joints back, smooth trembling; other frames stay.

    A clip without anything to mend is left as it is, and no new one comes of it.

    Example: motionloom mend my-library:16_15 my-library:16_16 --into my-library
    """
    from motionloom.glitches import find_glitches
    from motionloom.glitches.mending import DEFAULT, describe_left, is_worth
    from motionloom.making.makers.mend import check_kinds, mend_recipe

    kinds, left = check_kinds(kind or DEFAULT), list[dict[str, Any] | None]()

    def worth(opened: OpenSource) -> bool:
        found, name = find_glitches(opened.motion), opened.motion.name
        mends = is_worth(found, kinds)
        notes = describe_left(found, opened.motion.fps)
        left.append(None if mends or given.into is None else {"source": name, "mended": 0, "left": len(found), "notes": notes})
        return mends

    made = iter(make_each(given, lambda opened, _: mend_recipe(opened.source, kinds), worth))
    reports = [_report(next(made)) if each is None else each for each in left]
    if given.as_json:
        options.print_json(reports)
        return
    for report in reports:
        where = say_where(report) if "file" in report or "clip" in report else "left as it is"
        typer.echo("\n  ".join([f"{report['source']}: {where}", *report["notes"]]))


def _report(kept: Kept) -> dict[str, Any]:
    return {**kept.where, "source": kept.source.motion.name, **kept.outcome}
