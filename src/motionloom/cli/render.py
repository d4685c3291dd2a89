"""`motionloom render`: pictures and films of a motion, without a GPU or a screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.filming import count_frames
from motionloom.cli.read_options import Reading, reads_files
from motionloom.core.errors import MotionloomError, count_of

if TYPE_CHECKING:
    from motionloom.compute import Progress
    from motionloom.core import Motion
    from motionloom.render import Figure

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
    character: Annotated[str, typer.Option(help="Draw it on this character: a .glb, .fbx or .usd with a skin, or my-library:name.")] = "",
    as_json: options.AsJson = False,
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
    with terminal_progress() as progress:
        opened = [open_source(name, reading) for name in progress.each("Opening motions", named, str)]
        figures = []
        for source in opened:
            _check_bones(source.motion)
            motion = trim(source.motion, start, end) if start or end is not None else source.motion
            first = round(start * motion.fps)
            marked = source.plants[first : first + len(motion)] if plants and source.plants is not None else None
            figures.append(Figure(motion, plants=marked, trails=tuple(trail or ())))
        if character:
            figures = _dress(figures, character, progress)
        scene = as_scene([figure.motion for figure in figures], theme)
        shown = zip(figures, scene.figures, strict=True)
        subject = Scene(tuple(replace(figure, colour=coloured.colour) for figure, coloured in shown), theme=scene.theme)
        if Path(target).suffix.lower() in (".mp4", ".gif"):
            save_video(subject, target, fps=rate, view=view, camera=camera, speed=speed, progress=count_frames(progress), **_size(size))
        else:
            progress.begin("Drawing")
            from_where = {} if walk else {"view": view, "camera": camera}
            save_filmstrip(subject, target, frames, walk=walk, **from_where, **_size(size))
    if as_json:
        told = [{"name": each.motion.name, "seconds": each.motion.duration} for each in figures]
        options.print_json({"file": target, "bytes": Path(target).stat().st_size, "motions": told})
    else:
        typer.echo(target)


def _check_bones(motion: Motion) -> None:
    """A picture of a skeleton without bones would be empty."""
    skeleton = motion.skeleton
    if not abs(skeleton.offsets[1:]).max(initial=0.0) and not skeleton.end_sites:
        what = f"its {count_of(len(skeleton), 'joint')} lie in one place: a thing that moves, without a skeleton"
        raise MotionloomError(f"{motion.name}: there is nothing to draw, for {what}")


def _dress(figures: list[Figure], word: str, progress: Progress) -> list[Figure]:
    """The figures on a character, in its own mesh."""
    from motionloom.cli.onto import find_onto
    from motionloom.edits.retargeting.retarget import retarget

    named = find_onto(word)
    if named.character is None:
        how = "rig its mesh first (Blender: parent it to an armature), or put motions on its bones by `motionloom retarget --onto`"
        raise MotionloomError(f"{word}: holds no skin, so there is no character in it to draw; {how}")
    worn = []
    for figure in progress.each("Putting motions on the character", figures, lambda figure: figure.motion.name):
        motion = retarget(figure.motion, named.onto.skeleton, figure.plants)
        worn.append(replace(figure, motion=motion, skin=named.character.skin))
    return worn


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
