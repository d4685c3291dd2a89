"""`motionloom render`: pictures and films of a motion, without a GPU or a screen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from motionloom.cli.read_options import Reading, reads_files
from motionloom.core.errors import MotionloomError

LEAST, LARGEST = 16, 4096  # pixels a side


@reads_files
def render(
    sources: Annotated[list[str], typer.Argument(help="Motion files or LIBRARY:CLIP, and last the file to write: .png, .mp4 or .gif.")],
    reading: Reading,
    frames: Annotated[int, typer.Option(min=1, help="Pictures in a filmstrip.")] = 8,
    walk: Annotated[bool, typer.Option("--walk", help="One wide picture with every pose where it truly was.")] = False,
    view: Annotated[str, typer.Option(help="three-quarter, side, front, back or top.")] = "three-quarter",
    camera: Annotated[str, typer.Option(help="follow the character, or hold one place.")] = "follow",
    theme: Annotated[str, typer.Option(help="light or dark.")] = "light",
    trail: Annotated[list[str] | None, typer.Option(help="Draw the path of this role or joint.")] = None,
    plants: Annotated[bool, typer.Option(help="Mark planted feet, where the library knows them.")] = True,
    size: Annotated[str | None, typer.Option(help="WIDTHxHEIGHT in pixels of the film, or of one cell of the strip.")] = None,
    rate: Annotated[float, typer.Option(help="Frames a second of a film.")] = 30.0,
    speed: Annotated[float, typer.Option(help="0.5 plays a film at half speed.")] = 1.0,
    start: Annotated[float, typer.Option(help="Seconds to start at.")] = 0.0,
    end: Annotated[float | None, typer.Option(help="Seconds to end at.")] = None,
) -> None:
    """Draw motions: a filmstrip (PNG) or a film (MP4, GIF), several characters together where several are named.

    Example: motionloom render walk.bvh walk.mp4
    """
    from motionloom.cli.sources import open_source
    from motionloom.compute import terminal_progress
    from motionloom.core.editing import trim
    from motionloom.render import Figure, Scene, save_filmstrip, save_video
    from motionloom.render.scene import as_scene

    if len(sources) < 2:
        raise MotionloomError("render needs a motion and a file to write, such as: motionloom render walk.bvh walk.png")
    *named, target = sources
    figures = []
    for name in named:
        source = open_source(name, reading)
        motion = trim(source.motion, start, end) if start or end is not None else source.motion
        first = round(start * motion.fps)
        marked = source.plants[first : first + len(motion)] if plants and source.plants is not None else None
        figures.append(Figure(motion, plants=marked, trails=tuple(trail or ())))
    scene = as_scene([figure.motion for figure in figures], theme)
    coloured = tuple(Figure(f.motion, g.colour, plants=f.plants, trails=f.trails) for f, g in zip(figures, scene.figures, strict=True))
    subject = Scene(coloured, theme=scene.theme)
    if Path(target).suffix.lower() in (".mp4", ".gif"):
        with terminal_progress() as progress:
            began = [False]

            def tell(done: int, total: int) -> None:
                if not began[0]:
                    progress.begin("Rendering", total)
                    began[0] = True
                progress.advance()

            save_video(subject, target, fps=rate, view=view, camera=camera, speed=speed, progress=tell, **_size(size))
    elif walk:
        save_filmstrip(subject, target, frames, walk=True, **_size(size))
    else:
        save_filmstrip(subject, target, frames, view=view, camera=camera, **_size(size))
    typer.echo(target)


def _size(text: str | None) -> dict[str, Any]:
    """The size option as an argument, or none."""
    if text is None:
        return {}
    width, _, height = text.lower().partition("x")
    if not (width.isdigit() and height.isdigit()):
        raise MotionloomError(f"--size takes WIDTHxHEIGHT, such as 640x360, found {text!r}")
    size = tuple(int(side) if len(side) < 10 else LARGEST + 1 for side in (width, height))
    if min(size) < LEAST or max(size) > LARGEST:
        raise MotionloomError(f"--size takes {LEAST}x{LEAST} to {LARGEST}x{LARGEST} pixels, found {text[:30]!r}")
    return {"size": size}
