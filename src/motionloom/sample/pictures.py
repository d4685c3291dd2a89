"""Filmstrips of the behaviours, for the documentation."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from motionloom.core import Motion
from motionloom.sample.bodies import performers
from motionloom.sample.clips import SampleClip, make
from motionloom.sample.registry import behaviours

CELLS, CELL_SIZE = 10, (116, 170)
ONE_CYCLE = 1.2  # seconds shown of a steady gait
COLOURS = 128  # enough for a figure on a plain floor, and a third of the size


def save_filmstrips(folder: str | PathLike[str]) -> list[Path]:
    """One PNG a behaviour in an existing folder, performers taking turns; the paths written."""
    from motionloom import render

    names, written = list(performers()), []
    for number, what in enumerate(behaviours()):
        strip = render.filmstrip(_telling_part(make(names[number % len(names)], what)), CELLS, size=CELL_SIZE)
        path = Path(folder) / f"{what}.png"
        strip.quantize(COLOURS).save(path, optimize=True)
        written.append(path)
    return written


def _telling_part(clip: SampleClip) -> Motion:
    """The whole clip, or one cycle of it where the same goes on throughout."""
    frames = len(clip.motion)
    steady = all((span.start, span.stop) == (0, frames) for span in clip.annotations) and clip.label != "stand"
    return clip.motion[: round(ONE_CYCLE * clip.motion.fps)] if steady else clip.motion
