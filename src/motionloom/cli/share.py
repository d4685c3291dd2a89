"""`motionloom share`: motions as one HTML page that plays by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motionloom.cli import options
from motionloom.cli.read_options import Reading, reads_files
from motionloom.core.errors import MotionloomError


@reads_files
def share(
    motions: Annotated[
        list[str], typer.Argument(metavar="MOTIONS... PAGE", help="Motion files or my-library:clip, and last the page to write: .html.")
    ],
    reading: Reading,
    title: Annotated[str, typer.Option(help="The page's title; the names of the motions if not given.")] = "",
    plants: Annotated[bool, typer.Option(help="Show planted feet: as the library or the file has them, else detected.")] = True,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Write one page that plays motions: send it to anybody, it opens in a browser without a network.

    Example: motionloom share walk.bvh walk.html
    """
    from motionloom.cli.sources import open_sources
    from motionloom.compute import terminal_progress
    from motionloom.making.showing import show_source
    from motionloom.render.sharing import save_page

    if len(motions) < 2:
        raise MotionloomError("share needs a motion and a page to write, such as: motionloom share walk.bvh walk.html")
    *names, last = motions
    target = Path(last)
    options.check_target(target, force)
    with terminal_progress() as progress, open_sources(names, reading, progress=progress) as named:
        each = progress.each("Looking at motions", named.opened, lambda opened: opened.motion.name)
        shown = [show_source(opened, named.library, plants) for opened in each]
        save_page(shown, target, title)
    size = target.stat().st_size
    if as_json:
        options.print_json({"file": str(target), "bytes": size, "motions": [one.motion.name for one in shown]})
    else:
        typer.echo(f"{target}: {size / 1e6:.2f} MB")
