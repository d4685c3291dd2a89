"""`motionloom review`: what waits for a verdict, and the verdicts."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from motionloom.cli import options
from motionloom.cli.long_work import WINDOW, run_long

if TYPE_CHECKING:
    from motionloom.making.review import Item, Waiting

app = typer.Typer(help="Say yes or no to proposals and made clips.", no_args_is_help=True)
Place = Annotated[Path, typer.Argument(help="A library.")]
Items = Annotated[list[str] | None, typer.Argument(help="Items as `review list` shows them: proposal:7, clip:ab12.")]
Question = Annotated[str | None, typer.Option(help="Only under this question: natural, keep, ...")]
Best = Annotated[int | None, typer.Option(min=1, help="The best so many that wait, instead of naming items.")]
Order = Literal["raised", "best", "worst", "unsure"]
State = Literal["pending", "accepted", "rejected"]


@app.command("list")
def list_(
    library: Place,
    question: Question = None,
    state: Annotated[State, typer.Option(help="What was answered: pending, accepted, rejected.")] = "pending",
    order: Annotated[Order, typer.Option(help="raised, best, worst or unsure first.")] = "raised",
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 50,
    as_json: options.AsJson = False,
) -> None:
    """Show what waits for a verdict, or what was said.

    Example: motionloom review list my-library --question keep --order best
    """
    from motionloom.library import Library
    from motionloom.making.review import find_items

    with Library.open(library) as opened:
        items = find_items(opened, question, state=state, order=order, limit=limit)
    if as_json:
        options.print_json([vars(item) for item in items])
        return
    for item in items:
        score = "" if item.score is None else f"{item.score:.3f}"
        typer.echo(f"{item.key:<20}{item.question:<10}{item.what:<18}{score:>8}  {item.name}{_because(item)}")
    if not items:
        typer.echo("nothing")


@app.command()
def counts(library: Place, as_json: options.AsJson = False) -> None:
    """Say how many wait and were answered, question by question.

    Example: motionloom review counts my-library
    """
    from motionloom.library import Library
    from motionloom.making.review import count_items

    with Library.open(library) as opened:
        found = count_items(opened)
    rows = [{"question": each.question.name, "text": each.question.text, **_numbers(each)} for each in found]
    if as_json:
        options.print_json(rows)
        return
    for row in rows:
        typer.echo(f"{row['text']} ({row['question']}): {row['pending']} wait, {row['accepted']} yes, {row['rejected']} no")
    if not rows:
        typer.echo("nothing was proposed or made")


@app.command()
def accept(library: Place, items: Items = None, question: Question = None, best: Best = None) -> None:
    """Say yes: proposals become clips, made clips are judged. One undo step.

    Example: motionloom review accept my-library --question keep --best 10
    """
    _answer(library, items, question, best, "best", True, "")


@app.command()
def reject(
    library: Place,
    items: Items = None,
    question: Question = None,
    worst: Annotated[int | None, typer.Option(min=1, help="The worst so many that wait, instead of naming items.")] = None,
    why: Annotated[str, typer.Option(help="The reason, which is remembered.")] = "",
) -> None:
    """Say no: proposals are remembered as rejected, made clips are judged. One undo step.

    Example: motionloom review reject my-library proposal:7 --why "the left foot slides"
    """
    _answer(library, items, question, worst, "worst", False, why)


@app.command()
def undo(library: Place) -> None:
    """Take the command line's last verdict, or other edit, back.

    Example: motionloom review undo my-library
    """
    from motionloom.library import Library

    with Library.open(library) as opened:
        change = opened.undo(WINDOW)
    typer.echo("nothing to undo" if change is None else f"undone: {change.title}")


@app.command()
def simulate(
    scorer: Annotated[str, typer.Option(help="The scorer that is taught; `motionloom score list` shows them.")] = "logistic",
    damage: Annotated[
        list[str] | None, typer.Option(help="How every second proposal is spoilt (several: in turn); all kinds otherwise.")
    ] = None,
    verdicts: Annotated[int, typer.Option(min=8, help="How many verdicts in the end.")] = 96,
    unseen: Annotated[int, typer.Option(min=4, help="How many proposals of other performers it is measured on.")] = 48,
    stand_ins: Annotated[
        bool, typer.Option("--stand-ins", help="Damaged captures in its training too, as where people judged little.")
    ] = False,
    contrary: Annotated[bool, typer.Option("--contrary", help="It says the opposite of what it knows: do the verdicts teach?")] = False,
    stretches: Annotated[int, typer.Option(min=4, help="Stretches of captures in the scorer's training.")] = 40,
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures.")] = 0,
    as_json: options.AsJson = False,
) -> None:
    """Show what verdicts teach: a SYNTHETIC judge, no person, answers proposals of sample clips in a library that is thrown away.

    Example: motionloom review simulate --scorer logistic
    """
    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.making.synthetic_judge import NAME, add_performers, simulate as teach

    steps = sorted({4, *(verdicts // part for part in (8, 4, 2, 1))})
    with tempfile.TemporaryDirectory() as place, Library.create(Path(place) / "library") as library, terminal_progress() as progress:
        add_performers(library)
        asked: dict[str, Any] = {"stand_ins": stand_ins, "contrary": contrary, "stretches": stretches, "seed": seed}
        lessons = teach(library, scorer, steps, unseen=unseen, damage=damage or (), progress=progress, **asked)
    if as_json:
        told = {"judge": NAME, "scorer": scorer, "damage": damage or "all kinds", **asked}
        options.print_json({**told, "lessons": [vars(lesson) for lesson in lessons]})
        return
    spoilt = ", ".join(damage or ["all kinds of damage in turn"])
    judge = f"a {NAME} that says the opposite" if contrary else f"a {NAME}"
    typer.echo(f"{scorer} taught by {judge}, which is no person, on sample clips; every second one spoilt by {spoilt}")
    for lesson in lessons:
        area = "" if lesson.area is None else f", area {lesson.area:.3f}"
        typer.echo(f"{lesson.verdicts:>4} verdicts: agrees on {lesson.agree} of {lesson.unseen} of other performers{area}")


def _answer(place: Path, items: Sequence[str] | None, question: str | None, count: int | None, order: Order, yes: bool, why: str) -> None:
    from motionloom.core.errors import LibraryError
    from motionloom.library import Library
    from motionloom.making.review import find_items, get_item

    if not items and count is None:
        raise LibraryError(f"name items, or say --{order} N; `motionloom review list {place}` shows what waits")
    with Library.open(place) as library:
        chosen = [get_item(library, key) for key in items or ()]
        if count is not None:
            chosen += find_items(library, question, order=order, limit=count)
        for asked in dict.fromkeys(item.question for item in chosen):
            keys = [item.key for item in chosen if item.question == asked]
            work = run_long(library, "review", {"items": keys, "yes": yes, "question": asked, "why": why})
            typer.echo(f"{work.message}; `motionloom review undo {place}` takes it back")
        if not chosen:
            typer.echo("nothing waits")


def _because(item: Item) -> str:
    reason = item.why or item.reason
    return f": {reason}" if reason else ""


def _numbers(counted: Waiting) -> dict[str, int]:
    return {name: getattr(counted, name) for name in ("pending", "accepted", "rejected")}
