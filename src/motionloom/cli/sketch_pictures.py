"""`motionloom sketch bands` and `figures`: every step of a completion as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options
from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.cli.read_options import reads_files
from motionloom.cli.sources import choose_names, open_sources

if TYPE_CHECKING:
    from motionloom.formats import ReadOptions as Reading
else:
    Reading = object

Given = Annotated[str, typer.Argument(metavar="SKETCH", help="A sketch: a JSON file, or one on a library's shelf as my-library:name.")]
Captures = Annotated[list[str], typer.Argument(metavar="MOTIONS... OUT", help="The style: files, clips or a library; last what to write.")]


@chooses_clips
@reads_files
def bands(
    sketch: Given,
    motions: Captures,
    reading: Reading,
    choice: Chosen,
    channel: Annotated[str, typer.Option(help="A joint's axis; the driver that everything is cut by if not given.")] = "",
    force: options.Force = False,
) -> None:
    """Draw the bands of a channel in the sketch and in the captures, the matched one marked (as figure 3 of the paper).

    Example: motionloom sketch bands sketch.json my-library:16_15 bands.png
    """
    from motionloom.cli.sketch import open_sketch
    from motionloom.compute import terminal_progress
    from motionloom.keyframes.figures.curves import draw_bands
    from motionloom.keyframes.one_call import complete

    out = Path(motions[-1])
    options.check_target(out, force)
    with terminal_progress() as progress, open_sources(choose_names(motions[:-1], choice), reading, None, progress) as named:
        progress.begin("Drawing bands")
        draw_bands(complete(open_sketch(sketch), [each.motion for each in named.opened]), out, channel)
    typer.echo(str(out))


@chooses_clips
@reads_files
def figures(
    sketch: Given,
    motions: Captures,
    reading: Reading,
    choice: Chosen,
    only: Annotated[list[int] | None, typer.Option(min=1, max=12, help="Only this figure (several: these).")] = None,
) -> None:
    """Draw the figures 1 to 10 and 12 of the paper with your sketch and captures, as PNG files in a folder.

    Example: motionloom sketch figures sketch.json my-library:16_15 my-library:16_16 figures --only 4
    """
    from motionloom.cli.sketch import open_sketch
    from motionloom.compute import terminal_progress
    from motionloom.keyframes.figures.all import draw_figures
    from motionloom.keyframes.one_call import complete

    folder = Path(motions[-1])
    with terminal_progress() as progress, open_sources(choose_names(motions[:-1], choice), reading, None, progress) as named:
        captured = [each.motion for each in named.opened]
        completion = complete(open_sketch(sketch), captured)
        written = draw_figures(completion, captured, folder, only, progress)
    for path in written:
        typer.echo(str(path))
