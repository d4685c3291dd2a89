"""`motionloom edit`: an artist's edits as layers of offset keys, applied to clips. Commands that spread edits are in `edit_spread`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options
from motionloom.cli.edit_spread import learn, propagate, report
from motionloom.cli.made import Given, make_each, makes_each, say_where

if TYPE_CHECKING:
    from motionloom.edits.layers import LayerStack
    from motionloom.library import Library
    from motionloom.making.recipe import Recipe
    from motionloom.making.sources import OpenSource

app = typer.Typer(help="Edit motion with offset keys in layers, and spread edits from seconds to minutes.", no_args_is_help=True)
app.command()(learn)
app.command()(propagate)
app.command()(report)
Layers = Annotated[
    Path | None,
    typer.Option("--layers", help="JSON of the layers (docs/edits.md). The layers that the studio saved for each clip if not given."),
]
Feet = Annotated[str | None, typer.Option(help="Planted feet: keep, move or free, whatever the layers say.")]


@app.command()
@makes_each
def apply(given: Given, layers: Layers = None, feet: Feet = None) -> None:
    """Make motions with layers of offset keys applied; planted feet stay as the layers say.

    Example: motionloom edit apply my-library:16_15 --layers layers.json --into my-library
    """
    from motionloom.edits.layers.maker import edit_recipe
    from motionloom.making.plants import plants_of_source

    read = None if layers is None else _read(layers)

    def recipe_of(opened: OpenSource, library: Library | None) -> Recipe:
        stack = _with_feet(_saved(library, opened) if read is None else read, feet)
        return edit_recipe(opened, stack, None if stack.feet == "free" else plants_of_source(library, opened))

    kept = make_each(given, recipe_of)
    if given.as_json:
        options.print_json([{**each.where, "frames": len(each.motion), "fps": each.motion.fps} for each in kept])
        return
    for each in kept:
        typer.echo(f"{say_where(each.where)}: {len(each.motion)} frames at {each.motion.fps:g} Hz")


def _read(path: Path) -> LayerStack:
    from motionloom.core.files import read_json
    from motionloom.edits.layers import EditError, stack_from_json

    try:
        return stack_from_json(read_json(path, "layers as JSON"))
    except EditError as error:
        raise EditError(f"{path}: {error}") from None


def _saved(library: Library | None, opened: OpenSource) -> LayerStack:
    from motionloom.edits.layers import EditError
    from motionloom.edits.layers.shelf import find_stack

    if library is None or opened.clip is None:
        raise EditError(f"{opened.motion.name!r} is no clip of a library, so no layers are saved for it; name a file with --layers")
    return find_stack(library, opened.clip.id)


def _with_feet(stack: LayerStack, feet: str | None) -> LayerStack:
    from motionloom.edits.layers import stack_from_json

    return stack if feet is None else stack_from_json({**stack.to_json(), "feet": feet})
