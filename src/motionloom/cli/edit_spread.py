"""`motionloom edit learn`, `propagate` and `report`: an artist edits seconds, the rest follows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.long_work import WINDOW
from motionloom.cli.made import Given, make_each, makes_each, say_where
from motionloom.core.errors import LibraryError, MotionloomError

if TYPE_CHECKING:
    from motionloom.edits.propagation.example_set import ExampleSet
    from motionloom.library import Library
    from motionloom.making.recipe import Recipe
    from motionloom.making.sources import OpenSource

Weight = Annotated[float | None, typer.Option(min=0.0, help="Its weight; one that suits the examples if not given.")]


def learn(
    folder: Annotated[Path, typer.Argument(metavar="LIBRARY", help="A library's folder.")],
    name: Annotated[str, typer.Argument(help="The name of the edit on the library's shelf.")],
    source: Annotated[str, typer.Argument(help="The clip that was edited, or seconds of it: 16_15@0-3.2.")] = "",
    edited: Annotated[str, typer.Argument(help="The edit of the same seconds.")] = "",
    timing: Annotated[str, typer.Option(help="same: seconds answer to each other. steps: steps do. warp: the likest poses do.")] = "same",
    replace: Annotated[int | None, typer.Option(min=1, help="The example, by its number, whose place the new one takes.")] = None,
    remove: Annotated[int | None, typer.Option(min=1, help="The example, by its number, that is taken out.")] = None,
    predictor: Annotated[str | None, typer.Option(help="gaussian-process, or moving-least-squares: quicker, worse confidence.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Add, replace or remove an example of an edit, learn from all of them, and say what was learned.

    Example: motionloom edit learn my-library stroll 16_15 16_16 --timing steps
    """
    from motionloom.compute import terminal_progress
    from motionloom.edits.propagation.example_set import put_examples
    from motionloom.edits.propagation.maker import open_model
    from motionloom.library import Library
    from motionloom.making.sources import Sources

    if bool(source) != bool(edited) or (remove is not None and source):
        raise MotionloomError("name a source and its edit, or an example to --remove")
    with terminal_progress() as progress, Library.open(folder) as library:
        progress.begin("Learning from examples")
        document, known = _find(library, name)
        wanted = _change(library, known, source, edited, timing, replace, remove, predictor)
        model = open_model(Sources(library), wanted) if wanted.pairs else None
        if wanted != known or document is None:
            put_examples(library, name, wanted, document=document, window=WINDOW)
        progress.advance()
        rows = [_row(library, pair) for pair in wanted.pairs]
        told = {"name": name, "predictor": wanted.predictor, "examples": rows, "seconds": 0.0 if model is None else round(model.seconds, 2)}
        if as_json:
            options.print_json(told)
        else:
            typer.echo(_to_text(told))


def _find(library: Library, name: str) -> tuple[Any, ExampleSet]:
    """The shelf entry of a name and its examples; none of either where it is new."""
    from motionloom.edits.propagation.example_set import KIND, ExampleSet, find_examples
    from motionloom.making import shelf

    if not any(name in (each.name, each.id) for each in shelf.entries(library, KIND)):
        return None, ExampleSet()
    return find_examples(library, name)


def _change(
    library: Library,
    known: ExampleSet,
    source: str,
    edited: str,
    timing: str,
    replace: int | None,
    remove: int | None,
    predictor: str | None,
) -> ExampleSet:
    """The examples as a person wants them."""
    from dataclasses import replace as change

    from motionloom.edits.propagation.example_set import make_pair
    from motionloom.making.choice import find_piece
    from motionloom.making.sources import Sources, clip_source

    wanted = known if predictor is None else change(known, predictor=predictor)
    if remove is not None:
        return wanted.removed(remove - 1)
    if not source:
        return wanted
    pieces = [find_piece(library, word) for word in (source, edited)]
    ends = [clip_source(piece.clip, piece.start, piece.stop) for piece in pieces]
    pair = make_pair(Sources(library), ends[0], ends[1], timing)
    return wanted.added(pair) if replace is None else wanted.replaced(replace - 1, pair)


def _row(library: Library, pair: Any) -> dict[str, Any]:
    """An example in words."""
    clips = [library.clip(each.clip) for each in (pair.source, pair.edited)]
    spans = [
        [round(each.start / clip.fps, 2), round(each.stop / clip.fps, 2)]
        for each, clip in zip((pair.source, pair.edited), clips, strict=True)
    ]
    return {"source": clips[0].name, "seconds": spans[0], "edited": clips[1].name, "edited_seconds": spans[1], "timed": bool(pair.timing)}


def _to_text(told: dict[str, Any]) -> str:
    lines = [f"{told['name']}: {len(told['examples'])} examples, {told['seconds']:g} s, {told['predictor']}"]
    for number, row in enumerate(told["examples"], 1):
        start, stop = row["seconds"]
        lines.append(
            f"  {number}. {row['source']} {start:g}-{stop:g} s -> {row['edited']}" + (", with its own timing" if row["timed"] else "")
        )
    return "\n".join(lines)


@makes_each
def propagate(
    given: Given,
    examples: Annotated[str, typer.Option("--examples", help="The edit on the library's shelf, see `edit learn`.")],
    strength: Annotated[float, typer.Option(min=0.0, max=3.0, help="0 leaves the source, 1 is the edit, more is more of it.")] = 1.0,
    pose: Weight = None,
    dynamics: Weight = None,
    source_pose: Weight = None,
    source_dynamics: Weight = None,
    feet: Annotated[bool, typer.Option("--feet/--no-feet", help="Hold planted feet still where the edit moves them.")] = True,
) -> None:
    """Make of motions what the artist who edited the examples would make of them; unsure spans are annotated.

    Example: motionloom edit propagate my-library:turn --examples stroll --into my-library
    """
    import json

    from motionloom.edits.propagation.example_set import find_examples
    from motionloom.edits.propagation.maker import propagate_recipe
    from motionloom.edits.propagation.sequence_solve import Weights
    from motionloom.edits.propagation.spreading import SpreadOptions
    from motionloom.making.plants import plants_of_source

    said = {"pose": pose, "dynamics": dynamics, "source_pose": source_pose, "source_dynamics": source_dynamics}
    told = {name: value for name, value in said.items() if value is not None}
    wanted = SpreadOptions(Weights(**told) if told else None, strength, feet)

    def recipe(opened: OpenSource, library: Library | None) -> Recipe:
        if library is None:
            raise LibraryError("the examples lie on the shelf of a library: name a clip as my-library:clip, or the library with --into")
        return propagate_recipe(opened, plants_of_source(library, opened), find_examples(library, examples)[1], wanted)

    for kept in make_each(given, recipe):
        row = {**kept.where, **{key: value for key, value in kept.outcome.items() if key != "timing"}}
        words = f"{say_where(kept.where)}: confidence {kept.outcome['confidence']:.2f}, least {kept.outcome['least_confidence']:.2f} "
        typer.echo(json.dumps(row) if given.as_json else words + f"at {kept.outcome['least_confident_at']:.1f} s")


def report(
    data: Annotated[Path, typer.Argument(help="The folder of captures (with cmu/ in it).")],
    edit: Annotated[list[str] | None, typer.Option("--edit", help="A known edit to measure; all of them if not given.")] = None,
    styles: Annotated[Path | None, typer.Option(help="A folder of Bandai styles: normal to each style as a real edit, too.")] = None,
    refine: Annotated[bool, typer.Option("--refine", help="Predictions put right second by second, too (minutes).")] = False,
    group: Annotated[str, typer.Option(help="develop or report: which performers are predicted.")] = "report",
    as_json: options.AsJson = False,
) -> None:
    """Teach known edits by three cycles, predict minutes, and hold them against the truth, beside doing nothing and simpler ways.

    Example: motionloom edit report ../shared/data --styles ../shared/more/bandai-styles
    """
    from motionloom.compute import terminal_progress
    from motionloom.edits.propagation.reports.known import measure_known
    from motionloom.edits.propagation.reports.refinement import measure_refinement
    from motionloom.edits.propagation.reports.styles import measure_styles

    if group not in ("develop", "report"):
        raise MotionloomError(f"performers are of the group develop or report, found {group!r}")
    with terminal_progress() as progress:
        known = measure_known(data, edit or None, group, progress)
        parts: dict[str, Any] = {"known": known}
        if styles is not None:
            parts["styles"] = measure_styles([styles, data / "bandai"], progress)
        if refine:
            parts["refinement"] = measure_refinement(data, edit or None, group, progress)
    if as_json:
        options.print_json({name: part.to_json() for name, part in parts.items()})
        return
    for part in parts.values():
        typer.echo(part.to_text())
